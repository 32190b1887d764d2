import { Fragment } from "react";
import { useLoaderData } from "react-router-dom";
import { useLessonPacks } from "../../db/lessons/lessonPacks.ts";
import { useLesson } from "../../db/live.ts";
import { useAnswers } from "../../db/study/answers.ts";
import { useReviewing } from "../../db/study/reviewing.ts";
import { useWorkbook } from "../../db/synced/workbook.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import { LESSON_IDS, type LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { questionId } from "../../domain/study/recall.ts";
import { AGAIN_TITLE, optionalReview, type Review, reviewTitle } from "../../domain/study/reviews.ts";
import { firstChosen } from "../../entities/answer/answer.ts";
import { Banner } from "../../ui/Banner.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { ReviewFrame, ReviewQuestions } from "./ReviewQuestions.tsx";

/** Throws a 404 Response for a review that does not exist. */
export function loader({ params }: { params: { set?: string } }): Review {
  const review = optionalReview(params.set);
  if (!review) throw new Response(null, { status: 404 });
  return review;
}

/** Mixed questions for recalling earlier lessons. They are not graded, and nothing depends on them. */
export function Component() {
  const review = useLoaderData<typeof loader>();
  return (
    <ReviewFrame
      eyebrow={`Day ${review.day} of your study plan`}
      title={reviewTitle(review)}
      intro="Answer from memory first, then check. Nothing is graded, and getting something wrong here helps you remember it next time."
    >
      <Questions key={review.set} review={review} />
    </ReviewFrame>
  );
}

function Questions({ review: { after, set } }: { review: Review }) {
  const lesson = useLesson(after);
  const answers = useAnswers();
  const reviewing = useReviewing(set);
  if (lesson.status === "loading" || answers.status === "loading" || reviewing.status === "loading")
    return <Spinner label="Opening the review…" />;
  const questions = lesson.status === "ready" ? lesson.pack.review?.questions : undefined;
  if (!questions)
    return (
      <EmptyState
        title="This review is not on this device"
        seed="review"
        action={<LinkButton to={paths.course(after)}>Open lesson {after}</LinkButton>}
      >
        <p>It downloads with lesson {after} while you are online.</p>
      </EmptyState>
    );
  const items = questions.map((question, index) => ({
    id: questionId("review", after, index + 1),
    question,
  }));
  const given = items.flatMap(({ id }) => {
    const known = answers.byQuestion.get(id);
    return known ? [[id, { chosen: firstChosen(known), isFirst: known.tries > 1 }] as const] : [];
  });
  return (
    <ReviewQuestions
      items={items}
      name={set}
      kept={reviewing.given}
      given={new Map(given)}
      done={
        <Banner tone="done" title="You have finished this review.">
          Come back to it whenever you like. A question that you got wrong comes back tomorrow, under “
          {AGAIN_TITLE}” in My Learning.
        </Banner>
      }
    >
      <OpenBoxes last={after} />
    </ReviewQuestions>
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

/**
 * Counts the empty workbook fields of each lesson up to `last`, in course order. Omits lessons without empty fields,
 * and ignores fields on sheets, which are optional.
 */
function openBoxes(
  packs: readonly LessonPack[],
  last: LessonId,
  answerTo: (fieldId: string) => string,
): { lessonId: LessonId; count: number }[] {
  const reached = LESSON_IDS.slice(0, LESSON_IDS.indexOf(last) + 1);
  return reached.flatMap((lessonId) => {
    const islands = packs.find((pack) => pack.lessonId === lessonId)?.islands ?? [];
    const open = islands.filter(({ kind, id }) => kind === "field" && answerTo(id).trim() === "");
    return open.length > 0 ? [{ lessonId, count: open.length }] : [];
  });
}
