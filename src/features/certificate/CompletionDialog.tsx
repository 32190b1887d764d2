import { useOwnCertificate } from "../../db/study/ownCertificate.ts";
import { TOTAL_LESSONS } from "../../domain/course/course.ts";
import { Dialog } from "../../ui/overlay/Dialog.tsx";
import { CertificatePanel } from "./CertificatePanel.tsx";

/** Shown when the last lesson is complete, and again on load (spec §4). */
export function CompletionDialog({ onClose }: { onClose(): void }) {
  const own = useOwnCertificate();
  return (
    <Dialog open isWide onClose={onClose} title="You have completed the course">
      <p>
        All {TOTAL_LESSONS} lessons are done.
        {own.status === "ready" &&
          !own.isWithdrawn &&
          " This is yours to keep, and you can find it again under My Learning."}
      </p>
      <CertificatePanel />
    </Dialog>
  );
}
