import type { RefObject } from "react";
import { PASS_MARK_PERCENT } from "../../domain/quiz.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import type { Outcome } from "./gradeAndSave.ts";

type Props = {
  outcome: Outcome;
  /** The caller focuses it when the result appears, which also announces the result. */
  headingRef: RefObject<HTMLHeadingElement | null>;
  saving: boolean;
  onSaveAgain: () => void;
};

/** The score, and whether it was stored. */
export function QuizResult({ outcome: { grade, keeping }, headingRef, saving, onSaveAgain }: Props) {
  return (
    <div className="flex flex-col gap-4">
      <h3 ref={headingRef} tabIndex={-1} className="text-2xl">
        Your score: {grade.scorePercent}%{" "}
        <span className="block font-sans text-lg font-normal text-muted">
          {grade.correct} of {grade.total} correct.{" "}
          {grade.passed ? "You passed." : `You need ${PASS_MARK_PERCENT}% to pass.`}
        </span>
      </h3>
      {keeping === "visitor" && <Banner>You are not signed in, so this result is not saved anywhere.</Banner>}
      {keeping === "failed" && (
        <Banner
          tone="danger"
          title="This result is not saved yet."
          action={
            <Button variant="secondary" busy={saving} onClick={onSaveAgain}>
              {saving ? "Saving…" : "Save again"}
            </Button>
          }
        >
          This device could not store it. Free some space, keep this page open and save again.
        </Banner>
      )}
    </div>
  );
}
