import { type ReactNode, useState } from "react";
import { Navigate } from "react-router-dom";
import { recordAnswer } from "../../db/study/answers.ts";
import { useEnrollment } from "../../db/study/enrollment.ts";
import { paths } from "../../domain/paths.ts";
import type { QuestionId } from "../../domain/study/recall.ts";
import { useAuth } from "../../platform/session/auth.tsx";
import { useSignInPath } from "../../platform/session/useSignInPath.ts";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { focusMain } from "../../ui/page/focusMain.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { type GivenAnswer, type Question, ReviewQuestion } from "./ReviewQuestion.tsx";

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

export type ReviewItem = { id: QuestionId; question: Question };

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

  async function reveal({ id, question }: ReviewItem, chosen: number | null): Promise<void> {
    setAnswers(new Map(answers).set(id, { chosen, isFirst: false }));
    try {
      await recordAnswer(id, chosen, chosen === question.correctAnswer);
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
        {items.map((item, index) => (
          <ReviewQuestion
            key={`${round}:${item.id}`}
            number={index + 1}
            question={item.question}
            answer={answers.get(item.id)}
            onReveal={(chosen) => void reveal(item, chosen)}
          />
        ))}
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
