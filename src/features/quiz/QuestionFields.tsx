import { Check } from "lucide-react";
import { Fragment, memo } from "react";
import type { QuizQuestion } from "../../domain/course/pack.ts";
import { Card } from "../../ui/Card.tsx";
import { Exhibit } from "../../ui/study/Exhibit.tsx";

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
  /** The number of questions. */
  of: number;
  /** True for a question that is not shown. It stays in the document, so that its radio buttons keep their state. */
  hidden?: boolean;
};

/** The id of the question's legend, which can be focused. */
export const questionId = (number: number) => `quiz-question-${number}`;

/**
 * One question: a group of radio buttons with the question as its legend. Memoised, so that a tap renders only its own
 * question.
 */
export const QuestionFields = memo(function QuestionFields(props: Props) {
  const { number, question, order, chosen, locked, onChoose, of, hidden } = props;
  const exhibitId = question.shows && `${questionId(number)}-shows`;
  const verdict = locked && chosen !== null && <QuestionVerdict question={question} chosen={chosen} />;
  return (
    // `contain-content` limits repainting to this question. Large text on a narrow window needs the width of the spaces.
    <Card as="li" hidden={hidden} className="px-[min(1.25rem,5vw)] wrap-anywhere contain-content">
      <fieldset className="flex min-w-0 flex-col gap-3" disabled={locked} aria-describedby={exhibitId}>
        <legend id={questionId(number)} tabIndex={-1} className="mb-3 text-lg font-semibold">
          <span className="block text-base text-accent">
            Question {number} of {of}
          </span>{" "}
          {question.question}
        </legend>
        {question.shows && <Exhibit id={exhibitId} {...question.shows} />}
        {order.map((option) => (
          <Fragment key={option}>
            <label className="flex min-h-11 items-start gap-[min(0.75rem,3vw)] rounded-card border border-line px-[min(1rem,3vw)] py-2.5 has-checked:border-note has-checked:bg-note-soft has-enabled:cursor-pointer has-enabled:hover:border-edge">
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
            {option === chosen && verdict}
          </Fragment>
        ))}
      </fieldset>
    </Card>
  );
});

/** Shows whether the answer was correct and why: explains the chosen option and, if that was wrong, the correct one. */
function QuestionVerdict({ question, chosen }: { question: QuizQuestion; chosen: number }) {
  const right = question.correctAnswer;
  if (chosen === right) {
    return (
      <div className="rounded-card border border-done bg-done-soft px-4 py-3">
        <p className="font-semibold text-done">Correct</p>
        <p>{question.explanations[right]}</p>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2 rounded-card border border-danger bg-danger-soft px-4 py-3">
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
