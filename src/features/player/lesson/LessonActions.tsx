import type { RefObject } from "react";
import { useCourseProgress } from "../../../db/live.ts";
import { TOTAL_LESSONS } from "../../../domain/course/course.ts";
import { PASS_MARK_PERCENT } from "../../../domain/course/quiz.ts";
import { shareLinks } from "../../../domain/course/shareLinks.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { progressPercent } from "../../../entities/progress/progress.ts";
import { LinkButton, NewWindowLink } from "../../../ui/LinkButton.tsx";
import type { CourseState } from "../course/courseState.ts";
import { nextStop } from "../course/nextLesson.ts";
import { LessonButtons } from "./LessonButtons.tsx";

type Props = {
  /** True while the whole lesson is on one page, which has no bar. */
  isWhole: boolean;
  lessonId: LessonId;
  course: CourseState;
  /** True if the quiz, opened here, has just been closed. */
  takesFocus: boolean;
  onTakeQuiz: () => void;
  shareRef: RefObject<HTMLHeadingElement | null>;
};

/** The end of a lesson: its buttons and, after completion, sharing and the next lesson. */
export function LessonActions({ shareRef, isWhole, ...lesson }: Props) {
  const { lessonId, course } = lesson;
  const completed = course.isComplete(lessonId);
  const next = isWhole && completed ? nextStop(lessonId, course) : null;
  return (
    <div className="flex flex-col gap-6 print:hidden">
      <div className="flex flex-wrap items-center gap-3">
        <LessonButtons {...lesson} place="end" hasQuiz={isWhole || completed} nextRef={shareRef} />
        <Scores lessonId={lessonId} isOpen={course.signedIn && !completed} />
      </div>
      {completed && course.progressLoad === "done" && (
        <ShareButtons percent={progressPercent(course.completedCount)} headingRef={shareRef} />
      )}
      {next && (
        <LinkButton to={next.to} className="self-start">
          {next.label}
        </LinkButton>
      )}
    </div>
  );
}

/** The best score in this lesson's quiz, and beside Mark as Complete what the certificate will say of the others. */
function Scores({ lessonId, isOpen }: { lessonId: LessonId; isOpen: boolean }) {
  const progress = useCourseProgress();
  if (progress.status === "loading") return null;
  const best = progress.byLesson.get(lessonId)?.quizScore;
  const passed = [...progress.byLesson.values()].filter(
    ({ quizScore }) => quizScore !== null && quizScore >= PASS_MARK_PERCENT,
  ).length;
  return (
    <>
      {typeof best === "number" && <p className="text-muted">Your best score: {best}%</p>}
      {isOpen && progress.load === "done" && passed < TOTAL_LESSONS && (
        <p className="basis-full text-muted">
          Your certificate will name the quizzes you have passed: {passed} of {TOTAL_LESSONS}.
        </p>
      )}
    </>
  );
}

type ShareButtonsProps = {
  /** The whole percentage of completed lessons. */
  percent: number;
  headingRef: RefObject<HTMLHeadingElement | null>;
};

/** Shown once the lesson is complete. Nothing is sent to other sites until the learner follows a link. */
function ShareButtons({ percent, headingRef }: ShareButtonsProps) {
  const links = shareLinks(window.location.origin, percent);
  return (
    <section aria-labelledby="share-title" className="flex flex-col gap-3">
      <h2 id="share-title" ref={headingRef} tabIndex={-1} className="text-xl">
        Share your progress
      </h2>
      <div className="flex flex-wrap gap-3">
        <NewWindowLink href={links.linkedIn}>Share on LinkedIn</NewWindowLink>
        <NewWindowLink href={links.twitter}>Share on Twitter</NewWindowLink>
      </div>
    </section>
  );
}
