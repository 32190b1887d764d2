import { useState } from "react";
import { useSyncStatus } from "../../db/live.ts";
import { Button } from "../../ui/Button.tsx";
import { Spinner } from "../../ui/Spinner.tsx";

/**
 * While it is unknown whether this person is enrolled. A failed check keeps them here (spec §8): a guess would
 * send a paying learner away.
 */
export function EnrollmentWait() {
  const { phase, enrollmentCheckFailed } = useSyncStatus();
  return (
    <div className="page flex flex-col items-center gap-4 py-16">
      <h1 className="sr-only">My Learning</h1>
      <Spinner label="Loading your courses…" />
      {(phase === "offline" || enrollmentCheckFailed) && (
        <p role="alert" className="max-w-prose text-center">
          {phase === "offline"
            ? "You are offline. Your enrolment is checked as soon as you are back; nothing is lost."
            : "Your enrolment could not be checked. Nothing is lost, and we keep trying."}
        </p>
      )}
      {enrollmentCheckFailed && <RetryButton />}
    </div>
  );
}

function RetryButton() {
  const [busy, setBusy] = useState(false);

  async function retry(): Promise<void> {
    setBusy(true);
    try {
      const { syncNow } = await import("../../sync/start.ts");
      await syncNow("retry the enrolment check");
    } catch (error) {
      console.error("Error checking enrollment", error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="secondary" busy={busy} onClick={() => void retry()}>
      {busy ? "Checking…" : "Retry"}
    </Button>
  );
}
