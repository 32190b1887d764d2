import { Check, Circle, X } from "lucide-react";
import type { QuizQuestion } from "../../domain/course/pack.ts";
import { Button } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { answeredText, completeAnswers, type NextStop } from "./attempt.ts";
import type { Outcome, Quiz } from "./useQuiz.ts";
import type { QuizSteps } from "./useQuizSteps.ts";

type OverviewProps = { quiz: Quiz; steps: QuizSteps; questions: readonly QuizQuestion[] };

/** A button for each question that shows its state, and the position in the quiz. Rendered in a row that wraps. */
export function QuizOverview({ quiz: { answers, outcome }, steps, questions }: OverviewProps) {
  function stateOf(index: number): State {
    const answer = answers[index] ?? null;
    if (outcome) return answer === questions[index]?.correctAnswer ? "correct" : "incorrect";
    return answer === null ? "not answered" : "answered";
  }
  return (
    <>
      <nav aria-label="Questions" className="basis-full sm:basis-72">
        <ul className="flex gap-2">
          {answers.map((_, index) => (
            <QuestionButton
              // biome-ignore lint/suspicious/noArrayIndexKey: a question is identified by its position in the quiz
              key={index}
              number={index + 1}
              state={stateOf(index)}
              isCurrent={steps.step === index + 1}
              onPress={() => steps.go(index + 1)}
            />
          ))}
        </ul>
      </nav>
      <Progress
        label="Position in the quiz"
        labelHidden
        className="basis-full"
        value={outcome ? answers.length : steps.step}
        max={answers.length}
        valueText={outcome ? "Submitted" : `Question ${steps.step} of ${answers.length}`}
      />
    </>
  );
}

type State = "not answered" | "answered" | "correct" | "incorrect";

const COLOURS: Record<State, string> = {
  "not answered": "border-edge bg-surface",
  answered: "border-note bg-note-soft",
  correct: "border-done bg-done-soft",
  incorrect: "border-danger bg-danger-soft",
};

type QuestionButtonProps = { number: number; state: State; isCurrent: boolean; onPress: () => void };

/** The symbol shows the state and the thick frame the current question, so neither depends on colour. */
function QuestionButton({ number, state, isCurrent, onPress }: QuestionButtonProps) {
  return (
    <li className="flex-1">
      <button
        type="button"
        aria-label={`Question ${number}, ${state}`}
        aria-current={isCurrent ? "step" : undefined}
        onClick={onPress}
        className={cx(
          "flex min-h-11 w-full flex-wrap items-center justify-center gap-x-1 rounded-card border font-semibold",
          COLOURS[state],
          isCurrent && "border-ink ring-2 ring-ink",
        )}
      >
        {number}
        <StateIcon state={state} />
      </button>
    </li>
  );
}

/** A dot for an answer, because a tick would say that it is right. */
function StateIcon({ state }: { state: State }) {
  if (state === "not answered") return null;
  if (state === "answered") return <Circle aria-hidden="true" className="size-2.5" fill="currentColor" />;
  const Icon = state === "incorrect" ? X : Check;
  return <Icon aria-hidden="true" className="size-4" />;
}

type QuizBarProps = { quiz: Quiz; steps: QuizSteps };

/** The buttons at the lower edge of the window, within a thumb's reach, after a line about what is still to answer. */
export function QuizBar({ quiz, steps: { back, next, go } }: QuizBarProps) {
  return (
    <>
      {/* Not in the bar: with large text it would cover the question. */}
      <p id="quiz-answered" role="status" className="text-muted empty:sr-only">
        {next === undefined && answeredText(quiz.answers)}
      </p>
      <div className="quiz-bar">
        <Button
          variant="secondary"
          className="quiz-move"
          disabled={back === undefined}
          onClick={() => go(back)}
        >
          Back
        </Button>
        {next !== undefined ? (
          // The form handles it, so that Enter in a radio button does the same.
          <Button type="submit" className="quiz-move">
            Next
          </Button>
        ) : (
          <Button
            type="submit"
            className="quiz-move"
            busy={quiz.saving}
            disabled={completeAnswers(quiz.answers) === null}
            aria-describedby="quiz-answered"
          >
            {quiz.saving ? "Saving…" : "Submit Quiz"}
          </Button>
        )}
      </div>
    </>
  );
}

type QuizActionsProps = { quiz: Quiz; onClose: () => void };

/** Submit Quiz and Cancel while the quiz is open, with all questions on one page. */
export function QuizActions({ quiz, onClose }: QuizActionsProps) {
  const answered = quiz.answers.filter((answer) => answer !== null).length;
  const isComplete = completeAnswers(quiz.answers) !== null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" busy={quiz.saving} disabled={!isComplete} aria-describedby="quiz-answered">
        {quiz.saving ? "Saving…" : "Submit Quiz"}
      </Button>
      <Button variant="secondary" onClick={onClose} disabled={quiz.saving}>
        Cancel
      </Button>
      <p id="quiz-answered" className="text-muted">
        {answered} of {quiz.answers.length} questions answered
      </p>
    </div>
  );
}

type ResultBarProps = {
  outcome: Outcome;
  steps: QuizSteps;
  next: NextStop;
  onClose: () => void;
  onAgain: () => void;
};

/** Leads from the score through the mistakes to the next lesson or to another attempt. */
export function ResultBar({ outcome, steps, next, onClose, onAgain }: ResultBarProps) {
  const { isOneByOne, step } = steps;
  const { passed } = outcome.grade;
  const isScore = step === 0;
  const seeButton = isScore && (
    <Button
      variant={passed && next ? "secondary" : "primary"}
      className="quiz-move"
      onClick={() => steps.go(steps.next)}
    >
      {seeText(outcome.mistakes.length)}
    </Button>
  );
  return (
    <div className="quiz-bar">
      {!(isOneByOne && isScore) && (
        <Button
          variant="secondary"
          className="quiz-move"
          onClick={isOneByOne ? () => steps.go(steps.back) : onClose}
        >
          {isOneByOne ? "Back" : "Back to Lesson"}
        </Button>
      )}
      {passed && seeButton}
      {isOneByOne && !isScore && steps.next !== undefined ? (
        <Button type="submit" className="quiz-move">
          Next
        </Button>
      ) : passed ? (
        next && (
          <LinkButton to={next.to} className="quiz-move">
            {next.label}
          </LinkButton>
        )
      ) : (
        // A retry would discard a result that has not been stored.
        outcome.keeping !== "failed" && (
          <Button variant={isScore ? "secondary" : "primary"} className="quiz-move" onClick={onAgain}>
            Try again
          </Button>
        )
      )}
      {!passed && seeButton}
    </div>
  );
}

function seeText(mistakes: number): string {
  if (mistakes === 0) return "See the answers";
  return mistakes === 1 ? "See your mistake" : `See your ${mistakes} mistakes`;
}
