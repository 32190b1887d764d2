import { type RefObject, useEffect, useRef } from "react";
import type { LessonId } from "../../domain/ids.ts";
import { Button } from "../../ui/Button.tsx";
import { ShareButtons } from "./ShareButtons.tsx";
import { useMarkComplete } from "./useMarkComplete.ts";

type Props = {
  lessonId: LessonId;
  completed: boolean;
  /** Whole percentage of lessons complete, for the share texts. */
  percent: number;
  signedIn: boolean;
  /** The quiz has just been closed: the focus goes back to the button that opened it. */
  isBackFromQuiz: boolean;
  quizRef: RefObject<HTMLButtonElement | null>;
  onTakeQuiz: () => void;
};

/** Take Quiz and Mark as Complete; after completion, sharing. There is no way back to "not complete". */
export function LessonActions({
  lessonId,
  completed,
  percent,
  signedIn,
  isBackFromQuiz,
  quizRef,
  onTakeQuiz,
}: Props) {
  const { saving, markComplete } = useMarkComplete(lessonId);
  const hasMarked = useRef(false);
  const shareRef = useRef<HTMLHeadingElement>(null);

  // Synchronises with the browser's focus: the pressed button is gone once the lesson is complete.
  useEffect(() => {
    if (completed && hasMarked.current) shareRef.current?.focus();
  }, [completed]);

  // Synchronises with the browser's focus, as above.
  useEffect(() => {
    if (isBackFromQuiz) quizRef.current?.focus();
  }, [isBackFromQuiz, quizRef]);

  return (
    <div className="flex flex-col gap-6 border-t border-line pt-6 print:hidden">
      <div className="flex flex-wrap gap-3">
        <Button ref={quizRef} onClick={onTakeQuiz}>
          Take Quiz
        </Button>
        {!completed && (
          <Button
            variant="secondary"
            busy={saving}
            disabled={!signedIn}
            aria-describedby={signedIn ? undefined : "nothing-saved"}
            onClick={() => {
              hasMarked.current = true;
              void markComplete();
            }}
          >
            {saving ? "Saving…" : "Mark as Complete"}
          </Button>
        )}
      </div>
      {completed && <ShareButtons percent={percent} headingRef={shareRef} />}
    </div>
  );
}
