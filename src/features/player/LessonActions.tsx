import { type RefObject, useEffect, useRef } from "react";
import { useCourseProgress } from "../../db/live.ts";
import type { LessonId } from "../../domain/ids.ts";
import { progressPercent } from "../../domain/progress.ts";
import { Button } from "../../ui/Button.tsx";
import type { CourseState } from "./courseState.ts";
import { NextLesson } from "./NextLesson.tsx";
import { ShareButtons } from "./ShareButtons.tsx";
import { useMarkComplete } from "./useMarkComplete.ts";

type Props = {
  lessonId: LessonId;
  course: CourseState;
  /** The quiz has just been closed, or the learner skipped to the end of the lesson before this had loaded. */
  takesFocus: boolean;
  quizRef: RefObject<HTMLButtonElement | null>;
  onTakeQuiz: () => void;
};

/** Take Quiz and Mark as Complete; after completion, sharing and the next lesson. Completion cannot be undone. */
export default function LessonActions({ lessonId, course, takesFocus, quizRef, onTakeQuiz }: Props) {
  const { signedIn } = course;
  const completed = course.isComplete(lessonId);
  const isKnown = course.progressLoad === "done";
  const { saving, markComplete } = useMarkComplete(lessonId);
  const hasMarked = useRef(false);
  const shareRef = useRef<HTMLHeadingElement>(null);

  // Synchronises with the browser's focus: the pressed button disappears once the lesson is complete.
  useEffect(() => {
    if (completed && hasMarked.current) shareRef.current?.focus();
  }, [completed]);

  // Synchronises with the browser's focus, as above.
  useEffect(() => {
    if (takesFocus) quizRef.current?.focus();
  }, [takesFocus, quizRef]);

  return (
    <div className="flex flex-col gap-6 border-t border-line pt-6 print:hidden">
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
            {saving ? "Saving…" : isKnown ? "Mark as Complete" : "Record it as done"}
          </Button>
        )}
        <BestScore lessonId={lessonId} />
      </div>
      {!completed && !isKnown && (
        <p id="not-known" className="text-muted">
          {course.progressLoad === "pending"
            ? "Loading your progress..."
            : "Your progress has not loaded yet, so we cannot tell whether you have completed this lesson. What you record now is added to it."}
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
