import { Check } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { LessonId } from "../../../domain/ids.ts";
import type { AchievementType } from "../../../entities/achievement/achievement.ts";
import { loadCode } from "../../../platform/loadCode.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { dismissFailures, toast } from "../../../ui/overlay/toast.ts";
import type { CourseState } from "../course/courseState.ts";

type Lesson = {
  lessonId: LessonId;
  course: Pick<CourseState, "signedIn" | "progressLoad" | "isComplete">;
  /** True if the quiz, opened here, has just been closed. */
  takesFocus: boolean;
  onTakeQuiz: () => void;
};

type Props = Lesson & {
  place: "head" | "end";
  /** Takes the focus once the pressed button has disappeared, because the lesson is complete. */
  nextRef: RefObject<HTMLElement | null>;
};

/** Take Quiz and, until the lesson is complete, Mark as Complete. Completion cannot be undone. */
export function LessonButtons({ lessonId, course, takesFocus, onTakeQuiz, place, nextRef }: Props) {
  const { signedIn } = course;
  const completed = course.isComplete(lessonId);
  const isKnown = course.progressLoad === "done";
  const isEnd = place === "end";
  const { saving, markComplete } = useMarkComplete(lessonId);
  const hasMarked = useRef(false);
  const quizRef = useRef<HTMLButtonElement>(null);
  const notKnownId = `not-known-${place}`;
  // The last step has both places, and names for assistive technology must differ.
  const suffix = isEnd && <span className="sr-only">(end of the lesson)</span>;

  useEffect(() => {
    if (completed && hasMarked.current) (nextRef.current ?? quizRef.current)?.focus();
  }, [completed, nextRef]);

  useEffect(() => {
    if (takesFocus) quizRef.current?.focus();
  }, [takesFocus]);

  return (
    <>
      <Button ref={quizRef} variant={isEnd ? "primary" : "secondary"} onClick={onTakeQuiz}>
        Take Quiz {suffix}
      </Button>
      {!completed && (
        <Button
          variant={isEnd && isKnown ? "secondary" : "quiet"}
          busy={saving}
          disabled={!signedIn}
          aria-describedby={signedIn ? (isKnown ? undefined : notKnownId) : "nothing-saved"}
          onClick={() => {
            hasMarked.current = true;
            void markComplete();
          }}
        >
          {saving ? "Saving…" : isKnown ? "Mark as Complete" : "Mark as done"} {suffix}
        </Button>
      )}
      {!completed && !isKnown && (
        <p id={notKnownId} className={isEnd ? "basis-full text-muted" : "sr-only"}>
          {course.progressLoad === "pending"
            ? "Loading your progress..."
            : "Your progress has not loaded yet, so we cannot tell whether you have completed this lesson. If you mark it as done now, that will be added to your progress."}
        </p>
      )}
    </>
  );
}

type HeadProps = Lesson & {
  /** Leads to the buttons for sharing, at the end of the lesson. */
  onShare: () => void;
};

/** What the head of a lesson offers on every step, and whether the lesson is complete. */
export function HeadActions({ onShare, ...lesson }: HeadProps) {
  const { lessonId, course } = lesson;
  const completed = course.isComplete(lessonId);
  const shareRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      <span className="contents print:hidden">
        <LessonButtons {...lesson} place="head" nextRef={shareRef} />
      </span>
      {completed && <CompletedBadge />}
      {completed && course.progressLoad === "done" && (
        <Button ref={shareRef} variant="quiet" className="print:hidden" onClick={onShare}>
          Share <span className="sr-only">your progress</span>
        </Button>
      )}
    </>
  );
}

export function CompletedBadge() {
  return (
    <Badge tone="done">
      <Check aria-hidden="true" className="size-4" />
      Completed
    </Badge>
  );
}

export async function celebrateLater(achievements: readonly AchievementType[]): Promise<void> {
  try {
    const { celebrate } = await loadCode(() => import("./celebrate.ts"));
    celebrate(achievements);
  } catch (error) {
    console.warn("The completed lesson could not be celebrated", error);
  }
}

const TOAST_CAUSE = "progress";

/**
 * Marks a lesson as complete on the device and reports the result in the spec's words (§8). The code that stores
 * progress is the quiz's too, with which it is loaded once the lesson can be read.
 */
function useMarkComplete(lessonId: LessonId): { saving: boolean; markComplete: () => Promise<void> } {
  const [saving, setSaving] = useState(false);

  async function markComplete(): Promise<void> {
    setSaving(true);
    dismissFailures(TOAST_CAUSE);
    try {
      const { completeLesson } = await loadCode(() => import("../../../db/synced/progress.ts"));
      const { newAchievements, alreadyComplete } = await completeLesson(lessonId);
      if (!alreadyComplete) void celebrateLater(newAchievements);
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
