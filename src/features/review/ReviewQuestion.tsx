import { Check } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { outlineLesson } from "../../domain/course/course.ts";
import type { ReviewSet } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Exhibit } from "../../ui/study/Exhibit.tsx";
import { TextLink } from "../../ui/TextLink.tsx";

/** `recalls` is the lesson that explains more. */
export type Question = ReviewSet["questions"][number];

/** `chosen` is null if the answer was shown without a choice. `isFirst`: it was the first answer of several. */
export type GivenAnswer = { chosen: number | null; isFirst: boolean };

type QuestionProps = {
  /** The question's number, one-based. */
  number: number;
  question: Question;
  /** The option that was chosen before a reload, or null. */
  kept: number | null;
  /** Undefined until the answer is revealed. */
  answer: GivenAnswer | undefined;
  onChoose: (chosen: number) => void;
  onReveal: (chosen: number | null) => void;
};

/** One question. The answer and the reasons are shown on request. */
export function ReviewQuestion({ number, question, kept, answer, onChoose, onReveal }: QuestionProps) {
  const [chosen, setChosen] = useState<number | null>(answer ? answer.chosen : kept);
  const answerRef = useRef<HTMLDivElement>(null);
  const exhibitId = question.shows && `review-${number}-shows`;
  const isRevealed = answer !== undefined;

  function reveal(): void {
    // The button disappears, so focus moves to the answer.
    flushSync(() => onReveal(chosen));
    answerRef.current?.focus();
  }

  return (
    <Card as="li" className="flex flex-col gap-4">
      <fieldset className="flex min-w-0 flex-col gap-3" disabled={isRevealed} aria-describedby={exhibitId}>
        <legend className="mb-3 text-lg font-semibold">
          <span className="text-accent">{number}.</span> {question.question}
        </legend>
        {question.shows && <Exhibit id={exhibitId} {...question.shows} />}
        {question.options.map((option, index) => (
          <label
            key={option}
            className="flex min-h-11 items-start gap-3 rounded-card border border-line px-4 py-2.5 has-checked:border-note has-checked:bg-note-soft has-enabled:cursor-pointer has-enabled:hover:border-edge"
          >
            <input
              type="radio"
              name={`review-${number}`}
              className="mt-1 size-5 shrink-0"
              checked={chosen === index}
              onChange={() => {
                setChosen(index);
                onChoose(index);
              }}
            />
            <span className="min-w-0 flex-1">{option}</span>
            {isRevealed && index === question.correctAnswer && (
              <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-done" />
            )}
          </label>
        ))}
      </fieldset>
      {isRevealed ? (
        <div ref={answerRef} tabIndex={-1}>
          <Answer question={question} given={answer} />
        </div>
      ) : (
        <Button variant="secondary" className="self-start" onClick={reveal}>
          Show the answer
        </Button>
      )}
    </Card>
  );
}

function Answer({ question, given: { chosen, isFirst } }: { question: Question; given: GivenAnswer }) {
  const right = question.correctAnswer;
  return (
    <div className="flex flex-col gap-2 rounded-card border border-note bg-note-soft px-4 py-3">
      <p className="font-semibold">The answer: {question.options[right]}</p>
      <p>{question.explanations[right]}</p>
      {chosen !== null && chosen !== right && (
        <p>
          <span className="font-semibold">Your {isFirst && "first "}answer:</span>{" "}
          {question.explanations[chosen]}
        </p>
      )}
      <MoreOnThis lessonId={question.recalls} />
    </div>
  );
}

export function MoreOnThis({ lessonId }: { lessonId: LessonId }) {
  return (
    <p>
      More on this:{" "}
      <TextLink to={paths.course(lessonId)}>
        Lesson {lessonId}: {outlineLesson(lessonId).title}
      </TextLink>
    </p>
  );
}
