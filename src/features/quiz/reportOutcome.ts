import { dismissFailures, toast } from "../../ui/toast.ts";
import type { Outcome } from "./gradeAndSave.ts";

const TOAST_CAUSE = "quiz";

/** Called when the learner answers again, because the last result no longer applies. */
export function dismissOutcome(): void {
  dismissFailures(TOAST_CAUSE);
}

/**
 * The toasts for a graded quiz, in the spec's words (§8). Completing a lesson shows its own toast elsewhere. A failing
 * score that could not be stored is only logged, because no progress was lost.
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
