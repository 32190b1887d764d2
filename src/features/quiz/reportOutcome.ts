import { dismissFailures, toast } from "../../ui/toast.ts";
import type { Outcome } from "./gradeAndSave.ts";

const TOAST_CAUSE = "quiz";

/** The learner answers again, so the last result no longer applies. */
export function dismissOutcome(): void {
  dismissFailures(TOAST_CAUSE);
}

/**
 * The toasts of a graded quiz, in the spec's words (§8). A pass has its own, shown by whoever celebrates it.
 * A score under the pass mark that could not be stored is logged only: no progress was at stake.
 */
export function reportOutcome({ grade, keeping }: Outcome): void {
  if (!grade.passed) {
    toast({
      title: `Quiz Score: ${grade.scorePercent}%`,
      description: "You need 80% to pass. Please review and try again.",
      variant: "destructive",
      cause: TOAST_CAUSE,
    });
    return;
  }
  if (keeping === "failed") {
    toast({
      title: "Error",
      description: "Failed to save progress. Please try again.",
      variant: "destructive",
      cause: TOAST_CAUSE,
    });
  }
}
