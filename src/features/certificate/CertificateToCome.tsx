import { useOnline } from "../../platform/useOnline.ts";
import { CertificateSheet } from "./CertificateSheet.tsx";
import { NameForm } from "./NameForm.tsx";
import { useNamePrefill } from "./useNamePrefill.ts";

const HINT = "Exactly as it should stand on your certificate, in any script. You can correct it once, later.";

/** The course is complete and the certificate not issued: that takes the server, once. Nothing can be downloaded yet. */
export function CertificateToCome() {
  const isOnline = useOnline();
  const [name, setName] = useNamePrefill(isOnline);
  return (
    <div className="flex flex-col gap-5">
      <div role="status">
        <p className="font-display text-xl font-semibold">Connect once to receive your certificate</p>
        <p className="mt-1 text-muted">
          {isOnline
            ? "You are connected now. Confirm your name, and it is issued and kept on this device."
            : "Your work is saved on this device. As soon as you are online, confirm your name here; after that the certificate works offline."}
        </p>
      </div>
      {isOnline && (
        <NameForm
          name={name}
          onChange={setName}
          hint={HINT}
          action={{ label: "Confirm and receive", busy: "Issuing your certificate…" }}
        />
      )}
      {isOnline && name.trim() && (
        <figure className="flex flex-col gap-2">
          <figcaption className="text-muted">A draft of it, not issued yet:</figcaption>
          <CertificateSheet holderName={name.trim()} issued={null} />
        </figure>
      )}
    </div>
  );
}
