import { Check } from "lucide-react";
import { memo } from "react";
import type { QuizQuestion } from "../../domain/course/pack.ts";
import { Card } from "../../ui/Card.tsx";

type Props = {
  /** The question's number, one-based. */
  number: number;
  question: QuizQuestion;
  /** The option shown at each position (see `shuffledOrder`). */
  order: readonly number[];
  chosen: number | null;
  /** True after submission: the answer is fixed and the verdict shown. */
  locked: boolean;
  onChoose: (number: number, option: number) => void;
};

/**
 * One question: a group of radio buttons with the question as its legend. Memoised, so that a tap renders only its own
 * question.
 */
export const QuestionFields = memo(function QuestionFields(props: Props) {
  const { number, question, order, chosen, locked, onChoose } = props;
  return (
    // Limits repainting to this question.
    <Card as="li" className="contain-content">
      <fieldset className="flex min-w-0 flex-col gap-3" disabled={locked}>
        <legend className="mb-3 text-lg font-semibold">
          <span className="text-accent">{number}.</span> {question.question}
        </legend>
        {order.map((option) => (
          <label
            key={option}
            className="flex min-h-11 items-start gap-3 rounded-card border border-line px-4 py-2.5 has-checked:border-note has-checked:bg-note-soft has-enabled:cursor-pointer has-enabled:hover:border-edge"
          >
            <input
              type="radio"
              name={`question-${number}`}
              className="mt-1 size-5 shrink-0"
              // The input is uncontrolled: the browser shows the choice in the next frame, and the quiz is notified
              // after that.
              defaultChecked={chosen === option}
              onChange={() => onChoose(number, option)}
            />
            <span className="min-w-0 flex-1">{question.options[option]}</span>
            {locked && option === question.correctAnswer && (
              <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
            )}
          </label>
        ))}
      </fieldset>
      {locked && chosen !== null && <QuestionVerdict question={question} chosen={chosen} />}
    </Card>
  );
});

/** Shows whether the answer was correct and why: explains the chosen option and, if that was wrong, the correct one. */
function QuestionVerdict({ question, chosen }: { question: QuizQuestion; chosen: number }) {
  const right = question.correctAnswer;
  if (chosen === right) {
    return (
      <div className="mt-4 rounded-card border-l-4 border-done bg-done-soft px-4 py-3">
        <p className="font-semibold text-done">Correct</p>
        <p>{question.explanations[right]}</p>
      </div>
    );
  }
  return (
    <div className="mt-4 flex flex-col gap-2 rounded-card border-l-4 border-danger bg-danger-soft px-4 py-3">
      <p className="font-semibold text-danger">Incorrect. Correct answer: {question.options[right]}</p>
      <p>
        <span className="font-semibold">Your answer:</span> {question.explanations[chosen]}
      </p>
      <p>
        <span className="font-semibold">The correct answer:</span> {question.explanations[right]}
      </p>
    </div>
  );
}
