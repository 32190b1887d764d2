import { type ReactNode, useState } from "react";
import { Navigate } from "react-router-dom";
import { recordAnswer } from "../../db/study/answers.ts";
import { useEnrollment } from "../../db/study/enrollment.ts";
import { keepReviewing } from "../../db/study/reviewing.ts";
import {
  type AskState,
  askView,
  check,
  isAskRight,
  isSettled,
  pick,
  readAsk,
  UNASKED,
  writeAsk,
} from "../../domain/course/ask.ts";
import type { AskIsland } from "../../domain/course/island.ts";
import type { LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import type { QuestionId } from "../../domain/study/recall.ts";
import { useAuth } from "../../platform/session/auth.tsx";
import { useSignInPath } from "../../platform/session/useSignInPath.ts";
import { AskCard } from "../../ui/ask/AskCard.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { focusMain } from "../../ui/page/focusMain.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { type GivenAnswer, MoreOnThis, type Question, ReviewQuestion } from "./ReviewQuestion.tsx";

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

type Kept = ReadonlyMap<QuestionId, string>;

type Props = {
  items: readonly ReviewItem[];
  /** The name of the review, for what this device stores of it (`useReviewing`). */
  name: string;
  /** What was chosen today in these questions. */
  kept: Kept;
  /** The questions whose answers are shown when the page opens. */
  given?: ReadonlyMap<QuestionId, GivenAnswer>;
  /** Shown when every answer has been shown. */
  done: ReactNode;
  children?: ReactNode;
};

/** A list of questions. Starting again hides the answers until the page is left. */
export function ReviewQuestions({ items, name, kept, given = new Map(), done, children }: Props) {
  const [answers, setAnswers] = useState(() => new Map([...shownIn(items, kept), ...given]));
  const [round, setRound] = useState(1);
  const before = (id: QuestionId) => (round === 1 ? kept.get(id) : undefined);
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

  function keep(changes: Partial<Record<QuestionId, string>>): void {
    keepReviewing(name, changes).catch((error: unknown) => {
      console.warn("The review could not be saved", error);
    });
  }

  function beginAgain(): void {
    keep(Object.fromEntries(items.map(({ id }) => [id, ""])));
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
                kept={before(item.id)}
                onChange={(stored) => keep({ [item.id]: stored })}
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
              kept={readChosen(before(item.id))?.chosen ?? null}
              answer={answers.get(item.id)}
              onChoose={(chosen) => keep({ [item.id]: `${chosen}+` })}
              onReveal={(chosen) => {
                keep({ [item.id]: `${chosen ?? "none"}` });
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

/** What is stored for a question that is not one of a text: the option, and "+" while the answer is not shown. */
function readChosen(stored = ""): { chosen: number | null; isShown: boolean } | null {
  const [, option, open] = /^(none|\d)(\+?)$/.exec(stored) ?? [];
  return option ? { chosen: option === "none" ? null : Number(option), isShown: open === "" } : null;
}

/** The questions whose answers were shown earlier today. */
function shownIn(items: readonly ReviewItem[], kept: Kept): [QuestionId, GivenAnswer][] {
  return items.flatMap((item): [QuestionId, GivenAnswer][] => {
    const stored = kept.get(item.id);
    if ("ask" in item) {
      const state = readAsk(item.ask, stored);
      return state && isSettled(item.ask, state) ? [[item.id, { chosen: null, isFirst: false }]] : [];
    }
    const known = readChosen(stored);
    return known?.isShown ? [[item.id, { chosen: known.chosen, isFirst: false }]] : [];
  });
}

type AgainProps = {
  ask: AskIsland;
  kept: string | undefined;
  onChange: (stored: string) => void;
  onChecked: (isRight: boolean) => void;
  onSettled: () => void;
};

/** A question from a text, asked anew: the answer in the lesson stays as it is. */
function AskAgain({ ask, kept, onChange, onChecked, onSettled }: AgainProps) {
  const [state, setState] = useState<AskState>(() => readAsk(ask, kept) ?? UNASKED);

  function change(next: AskState | undefined): void {
    if (!next || next === state) return;
    setState(next);
    onChange(writeAsk(ask.edition, next));
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
