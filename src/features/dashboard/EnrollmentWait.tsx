import { useState } from "react";
import { useSyncStatus } from "../../db/live.ts";
import { syncNow } from "../../sync/syncOnDemand.ts";
import { Button } from "../../ui/Button.tsx";
import { Spinner } from "../../ui/Spinner.tsx";

/**
 * Shown while the enrolment is unknown. After a failed check it stays on screen (spec §8), because a guess could turn a
 * paying learner away.
 */
export function EnrollmentWait() {
  const { phase, enrollmentCheck } = useSyncStatus();
  const isCutOff = phase === "offline" || enrollmentCheck.status === "noConnection";
  const hasFailed = enrollmentCheck.status === "noConnection" || enrollmentCheck.status === "failed";
  return (
    <div className="page flex flex-col items-center gap-4 py-16">
      <h1 className="sr-only">My Learning</h1>
      <Spinner label="Loading your courses…" />
      {(isCutOff || hasFailed) && (
        <p role="alert" className="max-w-prose text-center">
          {isCutOff
            ? "There is no connection. Your enrolment will be checked as soon as you are back online; nothing is lost."
            : "Your enrolment could not be checked. Nothing is lost, and we will keep trying."}
        </p>
      )}
      {hasFailed && <SyncButton idle="Retry" busy="Checking…" />}
    </div>
  );
}

type Labels = { idle: string; busy: string };

/** Starts a sync. */
export function SyncButton({ idle, busy: busyLabel }: Labels) {
  const [busy, setBusy] = useState(false);

  async function retry(): Promise<void> {
    setBusy(true);
    try {
      await syncNow();
    } catch (error) {
      console.error("The sync could not be loaded", error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="secondary" busy={busy} onClick={() => void retry()}>
      {busy ? busyLabel : idle}
    </Button>
  );
}
