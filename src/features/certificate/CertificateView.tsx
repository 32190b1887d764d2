import { useCourseProgress } from "../../db/live.ts";
import { useOwnCertificate } from "../../db/study/ownCertificate.ts";
import { TOTAL_LESSONS } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { CapstoneCredential } from "./CapstoneCredential.tsx";
import { CertificatePanel } from "./CertificatePanel.tsx";

/** The learner's own certificate, or what is still required for it. */
export function CertificateView() {
  return (
    <div className="page flex max-w-5xl flex-col gap-8 py-10">
      <header>
        <p className="eyebrow">My Learning</p>
        <h1>Your certificate</h1>
      </header>
      <OwnCertificate />
      <CapstoneCredential />
    </div>
  );
}

function OwnCertificate() {
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
  return (
    <EmptyState
      title={`${progress.completedCount} of ${TOTAL_LESSONS} lessons complete`}
      seed="certificate"
      action={<LinkButton to={paths.course()}>Continue Learning</LinkButton>}
    >
      <p>Complete all {TOTAL_LESSONS} lessons, and your certificate will be issued to you here.</p>
    </EmptyState>
  );
}
