import { Check } from "lucide-react";
import { memo } from "react";
import type { QuizQuestion } from "../../domain/pack.ts";
import { Card } from "../../ui/Card.tsx";
import { QuestionVerdict } from "./QuestionVerdict.tsx";

type Props = {
  /** Counted from 1. */
  number: number;
  question: QuizQuestion;
  /** Which option stands at which place, see `shuffledOrder`. */
  order: readonly number[];
  chosen: number | null;
  /** Submitted: nothing can be changed, and the verdict is shown. */
  locked: boolean;
  onChoose: (number: number, option: number) => void;
};

/** One question as a group of radio buttons with the question as its legend. A tap draws its own question alone. */
export const QuestionFields = memo(function QuestionFields(props: Props) {
  const { number, question, order, chosen, locked, onChoose } = props;
  return (
    // A frame that shows a choice paints this question alone.
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
              // Left to the browser, which shows the choice in the next frame; the quiz hears of it after that.
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
