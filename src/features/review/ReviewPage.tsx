import { Navigate, useLoaderData } from "react-router-dom";
import { useEnrollment } from "../../db/enrollment.ts";
import { useLesson } from "../../db/live.ts";
import { useReviewMemories } from "../../db/reviews.ts";
import { optionalReview, type Review } from "../../domain/pacing.ts";
import { paths } from "../../domain/paths.ts";
import { reviewTitle } from "../../domain/studyPlan.ts";
import { useAuth } from "../../platform/auth.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { ReviewQuestions } from "./ReviewQuestions.tsx";

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
  const enrollment = useEnrollment();
  if (state.status === "signedOut") return <Navigate to={paths.auth()} replace />;
  if (enrollment.status === "checking") return <Spinner label="Checking your enrolment…" />;
  if (enrollment.status === "notEnrolled" || enrollment.status === "notEnrolledOffline")
    return <Navigate to={paths.dashboard()} replace />;
  return (
    <div className="paper page flex max-w-3xl flex-col gap-8 py-8">
      <header className="flex flex-col gap-3">
        <p className="eyebrow">Day {review.day} of the plan</p>
        <h1>{reviewTitle(review)}</h1>
        <p className="max-w-prose text-lg text-muted">
          Answer from memory first, then check. Nothing is graded, and what you get wrong here you will
          remember next time.
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
        <p>It downloads with lesson {review.after}while you are online.</p>
      </EmptyState>
    );
  }
  return <ReviewQuestions review={review} questions={questions} memory={memory} />;
}
