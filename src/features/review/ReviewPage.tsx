import { Fragment, useState } from "react";
import { Navigate, useLoaderData } from "react-router-dom";
import { useLessonPacks } from "../../db/lessons/lessonPacks.ts";
import { useLesson } from "../../db/live.ts";
import { useEnrollment } from "../../db/study/enrollment.ts";
import {
  forgetAnswers,
  type ReviewMemory,
  rememberAnswer,
  useReviewMemories,
} from "../../db/study/reviews.ts";
import { useWorkbook } from "../../db/synced/workbook.ts";
import { openBoxes } from "../../domain/course/openBoxes.ts";
import type { ReviewSet } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { optionalReview, type Review } from "../../domain/study/pacing.ts";
import { reviewTitle } from "../../domain/study/studyPlan.ts";
import { useAuth } from "../../platform/session/auth.tsx";
import { useSignInPath } from "../../platform/session/useSignInPath.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { focusMain } from "../../ui/page/focusMain.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { ReviewQuestion } from "./ReviewQuestion.tsx";

/** Throws a 404 Response for a review that does not exist. */
export function loader({ params }: { params: { set?: string } }): Review {
  const review = optionalReview(params.set);
  if (!review) throw new Response(null, { status: 404 });
  return review;
}

/** Mixed questions for recalling earlier lessons. They are not graded, and nothing depends on them. */
export function Component() {
  const review = useLoaderData<typeof loader>();
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
        <p className="eyebrow">Day {review.day} of your study plan</p>
        <h1>{reviewTitle(review)}</h1>
        <p className="max-w-prose text-lg text-muted">
          Answer from memory first, then check. Nothing is graded, and getting something wrong here helps you
          remember it next time.
        </p>
      </header>
      <Questions key={review.set} review={review} />
    </div>
  );
}

function Questions({ review }: { review: Review }) {
  const lesson = useLesson(review.after);
  const memories = useReviewMemories();
  if (lesson.status === "loading" || memories.status === "loading") {
    return <Spinner label="Opening the review…" />;
  }
  const questions = lesson.status === "ready" ? lesson.pack.review?.questions : undefined;
  const memory = memories.bySet.get(review.set);
  if (!questions || !memory) {
    return (
      <EmptyState
        title="This review is not on this device"
        seed="review"
        action={<LinkButton to={paths.course(review.after)}>Open lesson {review.after}</LinkButton>}
      >
        <p>It downloads with lesson {review.after} while you are online.</p>
      </EmptyState>
    );
  }
  return <ReviewQuestions review={review} questions={questions} memory={memory} />;
}

type ReviewQuestionsProps = { review: Review; questions: ReviewSet["questions"]; memory: ReviewMemory };

/** The questions of a review. Revealed answers stay revealed on this device until the learner starts again. */
function ReviewQuestions({ review, questions, memory }: ReviewQuestionsProps) {
  const [answers, setAnswers] = useState(memory.answers);
  const [round, setRound] = useState(1);
  const isDone = answers.size === questions.length;

  async function reveal(question: number, chosen: number | null): Promise<void> {
    const next = new Map(answers).set(question, chosen);
    setAnswers(next);
    try {
      const doneAt = next.size === questions.length ? new Date().toISOString() : undefined;
      await rememberAnswer(review, question, chosen, doneAt);
    } catch (error) {
      // The page continues to work, but the answers are not stored.
      console.warn("The review could not be saved", error);
    }
  }

  function beginAgain(): void {
    setAnswers(new Map());
    setRound(round + 1);
    focusMain({ preventScroll: true });
    forgetAnswers(review, answers.keys()).catch((error: unknown) =>
      console.warn("The answers could not be cleared", error),
    );
  }

  return (
    <>
      <ol className="flex flex-col gap-6">
        {questions.map((question, index) => (
          <ReviewQuestion
            // biome-ignore lint/suspicious/noArrayIndexKey: a question is identified by its position in the review
            key={`${round}:${index}`}
            number={index + 1}
            question={question}
            answer={answers.get(index)}
            onReveal={(chosen) => void reveal(index, chosen)}
          />
        ))}
      </ol>
      <div role="status">
        {isDone && (
          <Banner tone="done" title="You have finished this review.">
            Come back to it whenever you like.
          </Banner>
        )}
      </div>
      <OpenBoxes last={review.after} />
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

/** The workbook fields of earlier lessons that are still empty. Renders nothing if all are filled in. */
function OpenBoxes({ last }: { last: LessonId }) {
  const lessons = useLessonPacks();
  const workbook = useWorkbook();
  if (lessons.status !== "ready" || workbook.status !== "ready") return null;
  const open = openBoxes(lessons.packs, last, (id) => workbook.byField.get(id)?.value ?? "");
  if (open.length === 0) return null;
  return (
    <p className="max-w-prose print:hidden">
      Empty boxes in <TextLink to={paths.workbook()}>your workbook</TextLink>:{" "}
      {open.map(({ lessonId, count }, index) => (
        <Fragment key={lessonId}>
          {index > 0 && ", "}
          {count} in <TextLink to={paths.course(lessonId)}>lesson {lessonId}</TextLink>
        </Fragment>
      ))}
      .
    </p>
  );
}
