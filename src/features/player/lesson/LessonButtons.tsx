import { ArrowRight, Check } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { LessonId } from "../../../domain/ids.ts";
import type { AchievementType } from "../../../entities/achievement/achievement.ts";
import { loadCode } from "../../../platform/loadCode.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { dismissFailures, toast } from "../../../ui/overlay/toast.ts";
import type { CourseState } from "../course/courseState.ts";
import type { NextStop } from "../course/nextLesson.ts";
import { ONWARD } from "../steps/StepLinks.tsx";

type Lesson = {
  lessonId: LessonId;
  course: Pick<CourseState, "signedIn" | "progressLoad" | "isComplete">;
  /** True if the quiz, opened here, has just been closed. */
  takesFocus: boolean;
  onTakeQuiz: () => void;
};

type Props = Lesson & {
  place: "head" | "end";
  /** False at the end of a lesson in steps that is not complete, whose bar has the button. */
  hasQuiz?: boolean;
  /** Takes the focus once the pressed button has disappeared, because the lesson is complete. */
  nextRef: RefObject<HTMLElement | null>;
};

/** A lesson on one page, or completed, has two buttons for the quiz, whose names must differ. */
const AT_THE_END = <span className="sr-only">(end of the lesson)</span>;

/** Take Quiz and, until the lesson is complete, Mark as Complete. Completion cannot be undone. */
export function LessonButtons(props: Props) {
  const { lessonId, course, takesFocus, onTakeQuiz, place, hasQuiz = true, nextRef } = props;
  const { signedIn } = course;
  const completed = course.isComplete(lessonId);
  const isKnown = course.progressLoad === "done";
  const isEnd = place === "end";
  const { saving, markComplete } = useMarkComplete(lessonId);
  const hasMarked = useRef(false);
  const quizRef = useFocused<HTMLButtonElement>(takesFocus);
  const notKnownId = `not-known-${place}`;
  const suffix = isEnd && hasQuiz && AT_THE_END;

  useEffect(() => {
    if (completed && hasMarked.current) (nextRef.current ?? quizRef.current)?.focus();
  }, [completed, nextRef, quizRef]);

  return (
    <>
      {hasQuiz && (
        <Button ref={quizRef} variant={isEnd && !completed ? "primary" : "secondary"} onClick={onTakeQuiz}>
          Take Quiz {suffix}
        </Button>
      )}
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

/** Attach the result to an element that takes the focus when `takesFocus` becomes true. */
function useFocused<T extends HTMLElement>(takesFocus: boolean): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    if (takesFocus) ref.current?.focus();
  }, [takesFocus]);
  return ref;
}

type BarProps = Pick<Lesson, "takesFocus" | "onTakeQuiz"> & { completed: boolean; next: NextStop | null };

/** What the bar offers on the last step: the quiz or, once the lesson is complete, the next lesson. */
export function EndOfBar({ completed, next, takesFocus, onTakeQuiz }: BarProps) {
  const quizRef = useFocused<HTMLButtonElement>(takesFocus && !completed);
  if (!completed)
    return (
      <Button ref={quizRef} className={ONWARD} onClick={onTakeQuiz}>
        Take Quiz
      </Button>
    );
  return (
    next && (
      <LinkButton to={next.to} className={ONWARD}>
        {next.label}
        <ArrowRight aria-hidden="true" className="size-5" />
      </LinkButton>
    )
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
