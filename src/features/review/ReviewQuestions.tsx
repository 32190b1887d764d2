import { Check } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Navigate } from "react-router-dom";
import { recordAnswer } from "../../db/study/answers.ts";
import { useEnrollment } from "../../db/study/enrollment.ts";
import {
  type AskState,
  askView,
  check,
  isAskRight,
  isSettled,
  pick,
  UNASKED,
} from "../../domain/course/ask.ts";
import { outlineLesson } from "../../domain/course/course.ts";
import type { AskIsland } from "../../domain/course/island.ts";
import type { ReviewSet } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import type { QuestionId } from "../../domain/study/recall.ts";
import { useAuth } from "../../platform/session/auth.tsx";
import { useSignInPath } from "../../platform/session/useSignInPath.ts";
import { AskCard } from "../../ui/ask/AskCard.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Exhibit } from "../../ui/Exhibit.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { focusMain } from "../../ui/page/focusMain.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";

type FrameProps = { eyebrow: string; title: string; intro: ReactNode; children: ReactNode };

/** A page with questions for learners who have the course. */
export function ReviewFrame({ eyebrow, title, intro, children }: FrameProps) {
  const { state } = useAuth();
  const signInPath = useSignInPath();
  const enrollment = useEnrollment();
  if (state.status === "signedOut") return <Navigate to={signInPath} replace />;
  if (enrollment.status === "checking") return <Spinner label="Checking your enrolment…" />;
  if (enrollment.status === "notEnrolled" || enrollment.status === "notEnrolledOffline")
    return <Navigate to={paths.dashboard()} replace />;
  return (
    <div className="paper page flex max-w-3xl flex-col gap-8 py-8">
      <header className="flex flex-col gap-3">
        <p className="eyebrow">{eyebrow}</p>
        <h1>{title}</h1>
        <p className="max-w-prose text-lg text-muted">{intro}</p>
      </header>
      {children}
    </div>
  );
}

/** A question of a quiz or a review, or one in the text of a lesson. */
export type ReviewItem = { id: QuestionId } & (
  | { question: Question }
  | { ask: AskIsland; lessonId: LessonId }
);

type Props = {
  items: readonly ReviewItem[];
  /** The questions whose answers are shown when the page opens. */
  given?: ReadonlyMap<QuestionId, GivenAnswer>;
  /** Shown when every answer has been shown. */
  done: ReactNode;
  children?: ReactNode;
};

/** A list of questions. Starting again hides the answers until the page is left. */
export function ReviewQuestions({ items, given = new Map(), done, children }: Props) {
  const [answers, setAnswers] = useState(given);
  const [round, setRound] = useState(1);
  const isDone = items.every(({ id }) => answers.has(id));

  function settle(id: QuestionId, chosen: number | null): void {
    setAnswers(new Map(answers).set(id, { chosen, isFirst: false }));
  }

  async function record(id: QuestionId, chosen: number | null, isRight: boolean): Promise<void> {
    try {
      await recordAnswer(id, chosen, isRight);
    } catch (error) {
      // The page continues to work, but the answer is not stored.
      console.warn("The answer could not be saved", error);
    }
  }

  function beginAgain(): void {
    setAnswers(new Map());
    setRound(round + 1);
    focusMain({ preventScroll: true });
  }

  return (
    <>
      <ol className="flex flex-col gap-6">
        {items.map((item, index) =>
          "ask" in item ? (
            <Card as="li" key={`${round}:${item.id}`} className="prose ask-again">
              <AskAgain
                ask={item.ask}
                onChecked={(isRight) => void record(item.id, null, isRight)}
                onSettled={() => settle(item.id, null)}
              />
              <MoreOnThis lessonId={item.lessonId} />
            </Card>
          ) : (
            <ReviewQuestion
              key={`${round}:${item.id}`}
              number={index + 1}
              question={item.question}
              answer={answers.get(item.id)}
              onReveal={(chosen) => {
                settle(item.id, chosen);
                void record(item.id, chosen, chosen === item.question.correctAnswer);
              }}
            />
          ),
        )}
      </ol>
      <div role="status">{isDone && done}</div>
      {children}
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.dashboard()}>Back to My Learning</LinkButton>
        {answers.size > 0 && (
          <Button variant="secondary" onClick={beginAgain}>
            Start again
          </Button>
        )}
      </div>
    </>
  );
}

type AgainProps = { ask: AskIsland; onChecked: (isRight: boolean) => void; onSettled: () => void };

/** A question from a text, asked anew: the answer in the lesson stays as it is. */
function AskAgain({ ask, onChecked, onSettled }: AgainProps) {
  const [state, setState] = useState<AskState>(UNASKED);

  function change(next: AskState | undefined): void {
    if (!next || next === state) return;
    setState(next);
    if (!next.isOpen) onChecked(isAskRight(ask, next));
    if (isSettled(ask, next)) onSettled();
  }

  return (
    <AskCard
      {...askView(ask, state)}
      after={ask.after ?? []}
      onPick={(index) => change(pick(ask, state, index))}
      onCheck={() => change(check(ask, state))}
    />
  );
}

/** `recalls` is the lesson that explains more. */
type Question = ReviewSet["questions"][number];

/** `chosen` is null if the answer was shown without a choice. `isFirst`: it was the first answer of several. */
type GivenAnswer = { chosen: number | null; isFirst: boolean };

type QuestionProps = {
  /** The question's number, one-based. */
  number: number;
  question: Question;
  /** Undefined until the answer is revealed. */
  answer: GivenAnswer | undefined;
  onReveal: (chosen: number | null) => void;
};

/** One question. The answer and the reasons are shown on request. */
function ReviewQuestion({ number, question, answer, onReveal }: QuestionProps) {
  const [chosen, setChosen] = useState<number | null>(answer?.chosen ?? null);
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
              onChange={() => setChosen(index)}
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

function MoreOnThis({ lessonId }: { lessonId: LessonId }) {
  return (
    <p>
      More on this:{" "}
      <TextLink to={paths.course(lessonId)}>
        Lesson {lessonId}: {outlineLesson(lessonId).title}
      </TextLink>
    </p>
  );
}
