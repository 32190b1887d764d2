import { useCourseProgress } from "../../db/live.ts";
import { useOwnCertificate } from "../../db/study/ownCertificate.ts";
import { useCapstone } from "../../db/synced/capstone.ts";
import type { OwnCertificate } from "../../domain/certificate/certificate.ts";
import { KIND_TEXT } from "../../domain/certificate/certificateText.ts";
import { TOTAL_LESSONS } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import { useSeemsOffline } from "../../platform/device/offlineHint.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import {
  CertificatePanel,
  RevokedCertificate,
  useRunningPlan,
  withLastPayment,
} from "./CertificatePanel.tsx";
import { IssuedCertificate } from "./IssuedCertificate.tsx";
import { NameForm, useNamePrefill } from "./NameForm.tsx";

/** The learner's own certificate, or what is still required for it. */
export function CertificateView() {
  return (
    <div className="page flex max-w-5xl flex-col gap-8 py-10">
      <header>
        <p className="eyebrow">My Learning</p>
        <h1>Your certificate</h1>
      </header>
      <CompletionCertificate />
      <CapstoneCredential />
    </div>
  );
}

function CompletionCertificate() {
  const progress = useCourseProgress();
  const own = useOwnCertificate();
  if (progress.status === "loading" || own.status === "loading")
    return <Spinner label="Opening your certificate…" />;
  if (own.certificate || own.isWithdrawn || progress.completedCount >= TOTAL_LESSONS)
    return <CertificatePanel />;
  if (progress.load !== "done") {
    return (
      <EmptyState
        title="Your progress has not loaded yet"
        seed="certificate"
        action={<LinkButton to={paths.dashboard()}>Go to My Learning</LinkButton>}
      >
        <p>It has not been synced to this device yet. Your certificate appears once it has.</p>
      </EmptyState>
    );
  }
  return <CourseToComplete completedCount={progress.completedCount} />;
}

function CourseToComplete({ completedCount }: { completedCount: number }) {
  const lastDueAt = useRunningPlan();
  return (
    <EmptyState
      title={`${completedCount} of ${TOTAL_LESSONS} lessons complete`}
      seed="certificate"
      action={<LinkButton to={paths.course()}>Continue Learning</LinkButton>}
    >
      <p>
        Complete all {TOTAL_LESSONS} lessons, and your certificate will be issued to you here
        {lastDueAt && `, ${withLastPayment(lastDueAt)}`}.
      </p>
    </EmptyState>
  );
}

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
