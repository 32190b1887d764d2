import { PASS_MARK_PERCENT } from "../../domain/course/quiz.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { braid } from "../../ui/pattern/braid.ts";
import type { NextStop } from "./attempt.ts";
import type { Outcome } from "./useQuiz.ts";
import { type QuizSteps, SCORE_ID } from "./useQuizSteps.ts";

type ResultProps = { outcome: Outcome; saving: boolean; onSaveAgain: () => void };

/** The score, with a message if it was not stored. The quiz focuses its heading, which also announces the result. */
export function QuizResult({ outcome, saving, onSaveAgain }: ResultProps) {
  const { grade, keeping } = outcome;
  return (
    <div className="flex flex-col gap-4">
      <h3 id={SCORE_ID} tabIndex={-1} className="text-2xl">
        Your score: {grade.scorePercent}%{" "}
        <span className="block font-sans text-lg font-normal text-muted">
          {grade.correct} of {grade.total} correct.{" "}
          {grade.passed ? "You passed." : `You need ${PASS_MARK_PERCENT}% to pass.`}
        </span>
        <WovenScore {...outcome} />
      </h3>
      {keeping === "visitor" && <Banner>You are not signed in, so this result will not be saved.</Banner>}
      {keeping === "failed" && (
        <Banner
          tone="danger"
          title="This result is not saved yet."
          action={
            <Button variant="secondary" busy={saving} onClick={onSaveAgain}>
              {saving ? "Saving…" : "Try saving again"}
            </Button>
          }
        >
          This device could not store it. Free some space, keep this page open and try again.
        </Banner>
      )}
    </div>
  );
}

/** One thread of a plait for each question: thick in the accent colour if the answer was correct, else thin and pale. */
function WovenScore({ grade, mistakes }: Pick<Outcome, "grade" | "mistakes">) {
  const { width, height, threads, gaps } = braid("score", grade.total, 10, "plait");
  const isWrong = (index: number) => mistakes.includes(index + 1);
  const words = threads.map(
    (_, index) => `question ${index + 1} ${isWrong(index) ? "incorrect" : "correct"}`,
  );
  // Colours of text, because forced colours replace only those.
  const draw = (part: "whole" | "over") =>
    threads.map((thread, index) => (
      <path
        key={thread.whole}
        d={thread[part]}
        stroke="currentColor"
        strokeWidth={isWrong(index) ? 1 : 4}
        className={isWrong(index) ? "text-muted" : "text-accent"}
      />
    ));
  return (
    <svg
      role="img"
      aria-label={`Your score as threads: ${words.join(", ")}`}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      className="mt-4 w-full max-w-xs"
    >
      {draw("whole")}
      <path d={gaps} strokeWidth="6" className="stroke-paper forced-colors:stroke-[Canvas]" />
      {draw("over")}
    </svg>
  );
}

type BarProps = {
  outcome: Outcome;
  steps: QuizSteps;
  next: NextStop;
  onClose: () => void;
  onAgain: () => void;
};

/** True if nothing leads on from this result except the lesson. A retry would discard a result that is not stored. */
export function endsAtLesson({ grade, keeping }: Outcome, next: NextStop): boolean {
  return grade.passed ? next === null : keeping === "failed";
}

/** Leads from the score through the mistakes to the next lesson, or to another attempt. */
export function ResultBar({ outcome, steps, next, onClose, onAgain }: BarProps) {
  const { isOneByOne, step } = steps;
  const { passed } = outcome.grade;
  const isScore = step === 0;
  const isWalking = isOneByOne && !isScore && steps.next !== undefined;
  const variant = isScore && !passed ? "secondary" : "primary";
  const isLast = endsAtLesson(outcome, next);
  return (
    <div className="quiz-bar">
      {!isOneByOne && !isLast && (
        <Button variant="secondary" className="quiz-move" onClick={onClose}>
          Back to Lesson
        </Button>
      )}
      {isOneByOne && !isScore && (
        <Button variant="secondary" className="quiz-move" onClick={() => steps.go(steps.back)}>
          Back
        </Button>
      )}
      {isScore && passed && <SeeButton variant="secondary" {...{ outcome, steps }} />}
      {isWalking ? (
        <Button type="submit" className="quiz-move">
          Next
        </Button>
      ) : isLast ? (
        <Button variant={variant} className="quiz-move" onClick={onClose}>
          Back to Lesson
        </Button>
      ) : passed && next ? (
        <LinkButton to={next.to} className="quiz-move">
          {next.label}
        </LinkButton>
      ) : (
        <Button variant={variant} className="quiz-move" onClick={onAgain}>
          Try again
        </Button>
      )}
      {isScore && !passed && <SeeButton variant="primary" {...{ outcome, steps }} />}
    </div>
  );
}

type SeeProps = { variant: "primary" | "secondary"; outcome: Outcome; steps: QuizSteps };

function SeeButton({ variant, outcome: { mistakes }, steps }: SeeProps) {
  const count = mistakes.length;
  return (
    <Button variant={variant} className="quiz-move" onClick={() => steps.go(steps.next)}>
      {count === 0 ? "See the answers" : count === 1 ? "See your mistake" : `See your ${count} mistakes`}
    </Button>
  );
}
