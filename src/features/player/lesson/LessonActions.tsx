import { ArrowRight } from "lucide-react";
import type { RefObject } from "react";
import { useCourseProgress } from "../../../db/live.ts";
import { outlineLesson } from "../../../domain/course/course.ts";
import { shareLinks } from "../../../domain/course/shareLinks.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { paths } from "../../../domain/paths.ts";
import { progressPercent } from "../../../entities/progress/progress.ts";
import { LinkButton, NewWindowLink } from "../../../ui/LinkButton.tsx";
import type { CourseState } from "../course/courseState.ts";
import { nextLesson } from "../course/nextLesson.ts";
import { LessonButtons } from "./LessonButtons.tsx";

type Props = {
  lessonId: LessonId;
  course: CourseState;
  /** True if the quiz, opened here, has just been closed. */
  takesFocus: boolean;
  onTakeQuiz: () => void;
  shareRef: RefObject<HTMLHeadingElement | null>;
};

/** The end of a lesson: its buttons and, after completion, sharing and the next lesson. */
export function LessonActions({ shareRef, ...lesson }: Props) {
  const { lessonId, course } = lesson;
  return (
    <div className="flex flex-col gap-6 print:hidden">
      <div className="flex flex-wrap items-center gap-3">
        <LessonButtons {...lesson} place="end" nextRef={shareRef} />
        <BestScore lessonId={lessonId} />
      </div>
      {course.isComplete(lessonId) && (
        <>
          {course.progressLoad === "done" && (
            <ShareButtons percent={progressPercent(course.completedCount)} headingRef={shareRef} />
          )}
          <NextLesson course={course} />
        </>
      )}
    </div>
  );
}

function BestScore({ lessonId }: Pick<Props, "lessonId">) {
  const progress = useCourseProgress();
  const best = progress.status === "ready" ? progress.byLesson.get(lessonId)?.quizScore : null;
  return typeof best === "number" && <p className="text-muted">Your best score: {best}%</p>;
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

/** Links from a completed lesson to the first incomplete one, or to the certificate. */
function NextLesson({ course }: { course: CourseState }) {
  const next = nextLesson(course.isComplete);
  if (next === null) {
    return (
      <LinkButton variant="secondary" to={paths.certificate()} className="self-start">
        Your certificate
      </LinkButton>
    );
  }
  if (course.standingOf(next) === "locked") return null;
  return (
    <LinkButton variant="secondary" to={paths.course(next)} className="self-start">
      Continue with lesson {next}: {outlineLesson(next).title}
      <ArrowRight aria-hidden="true" className="size-5 shrink-0" />
    </LinkButton>
  );
}
