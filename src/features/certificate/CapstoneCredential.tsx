import { useOwnCertificate } from "../../db/study/ownCertificate.ts";
import { useCapstone } from "../../db/synced/capstone.ts";
import type { OwnCertificate } from "../../domain/certificate/certificate.ts";
import { KIND_TEXT } from "../../domain/certificate/certificateText.ts";
import { useSeemsOffline } from "../../platform/device/offlineHint.ts";
import { IssuedCertificate } from "./IssuedCertificate.tsx";
import { NameForm, useNamePrefill } from "./NameForm.tsx";
import { RevokedCertificate } from "./RevokedCertificate.tsx";

/** The credential for a reviewed capstone, the form to receive it, or that it was revoked. Nothing for learners whose capstone has not passed. */
export function CapstoneCredential() {
  const capstone = useCapstone();
  const own = useOwnCertificate("capstone");
  if (capstone.status === "loading" || own.status === "loading") return null;
  const hasPassed = capstone.handIns.some(({ review }) => review?.passed);
  if (!own.certificate && !own.isWithdrawn && !hasPassed) return null;
  return (
    <section aria-labelledby="capstone-credential" className="flex flex-col gap-6">
      <h2 id="capstone-credential" className="text-2xl">
        {KIND_TEXT.capstone.title}
      </h2>
      <Credential own={own} />
    </section>
  );
}

function Credential({ own }: { own: OwnCertificate }) {
  if (own.isWithdrawn) return <RevokedCertificate kind="capstone" />;
  if (!own.certificate) return <CredentialToCome />;
  return (
    <IssuedCertificate key={own.certificate.id} certificate={own.certificate} canCorrect={own.canCorrect} />
  );
}

function CredentialToCome() {
  const isOffline = useSeemsOffline();
  const [name, setName] = useNamePrefill();
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="max-w-prose">
        {isOffline
          ? "Your capstone has passed its review. Go online to receive a second credential for it."
          : "Your capstone has passed its review. Confirm your name to receive a second credential, which says what was assessed."}
      </p>
      <NameForm
        kind="capstone"
        name={name}
        onChange={setName}
        hint="Exactly as it should appear on your credential, in any script. You can correct it later, but only once."
        action={{ label: "Confirm and get credential", busy: "Issuing your credential…" }}
      />
    </div>
  );
}
