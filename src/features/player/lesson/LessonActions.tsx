import { ArrowRight } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useCourseProgress } from "../../../db/live.ts";
import { completeLesson } from "../../../db/synced/progress.ts";
import { outlineLesson } from "../../../domain/course/course.ts";
import { shareLinks } from "../../../domain/course/shareLinks.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { paths } from "../../../domain/paths.ts";
import { progressPercent } from "../../../entities/progress/progress.ts";
import { Button } from "../../../ui/Button.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { NewWindowLink } from "../../../ui/NewWindowLink.tsx";
import { dismissFailures, toast } from "../../../ui/overlay/toast.ts";
import type { CourseState } from "../course/courseState.ts";
import { nextLesson } from "../course/nextLesson.ts";
import { celebrate } from "./celebrate.ts";

type Props = {
  lessonId: LessonId;
  course: CourseState;
  /** True if the quiz has just been closed. */
  takesFocus: boolean;
  onTakeQuiz: () => void;
};

/**
 * The buttons Take Quiz and Mark as Complete and, after completion, sharing and the next lesson. Completion cannot be
 * undone.
 */
export function LessonActions({ lessonId, course, takesFocus, onTakeQuiz }: Props) {
  const { signedIn } = course;
  const completed = course.isComplete(lessonId);
  const isKnown = course.progressLoad === "done";
  const { saving, markComplete } = useMarkComplete(lessonId);
  const hasMarked = useRef(false);
  const shareRef = useRef<HTMLHeadingElement>(null);
  const quizRef = useRef<HTMLButtonElement>(null);

  // Synchronises with the browser's focus: the pressed button disappears once the lesson is complete.
  useEffect(() => {
    if (completed && hasMarked.current) (shareRef.current ?? quizRef.current)?.focus();
  }, [completed]);

  // Synchronises with the browser's focus, as above.
  useEffect(() => {
    if (takesFocus) quizRef.current?.focus();
  }, [takesFocus]);

  return (
    <div className="flex flex-col gap-6 print:hidden">
      <div className="flex flex-wrap items-center gap-3">
        <Button ref={quizRef} onClick={onTakeQuiz}>
          Take Quiz
        </Button>
        {!completed && (
          <Button
            variant={isKnown ? "secondary" : "quiet"}
            busy={saving}
            disabled={!signedIn}
            aria-describedby={signedIn ? (isKnown ? undefined : "not-known") : "nothing-saved"}
            onClick={() => {
              hasMarked.current = true;
              void markComplete();
            }}
          >
            {saving ? "Saving…" : isKnown ? "Mark as Complete" : "Mark as done"}
          </Button>
        )}
        <BestScore lessonId={lessonId} />
      </div>
      {!completed && !isKnown && (
        <p id="not-known" className="text-muted">
          {course.progressLoad === "pending"
            ? "Loading your progress..."
            : "Your progress has not loaded yet, so we cannot tell whether you have completed this lesson. If you mark it as done now, that will be added to your progress."}
        </p>
      )}
      {completed && (
        <>
          {isKnown && <ShareButtons percent={progressPercent(course.completedCount)} headingRef={shareRef} />}
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

const TOAST_CAUSE = "progress";

/** Marks a lesson as complete on the device and reports the result in the spec's words (§8). */
function useMarkComplete(lessonId: LessonId): { saving: boolean; markComplete: () => Promise<void> } {
  const [saving, setSaving] = useState(false);

  async function markComplete(): Promise<void> {
    setSaving(true);
    dismissFailures(TOAST_CAUSE);
    try {
      const { newAchievements, alreadyComplete } = await completeLesson(lessonId);
      if (!alreadyComplete) celebrate(newAchievements);
    } catch (error) {
      console.error("Failed to save progress", error);
      toast({
        title: "Error",
        description: "Failed to save progress. Please try again.",
        variant: "destructive",
        cause: TOAST_CAUSE,
      });
    } finally {
      setSaving(false);
    }
  }

  return { saving, markComplete };
}
