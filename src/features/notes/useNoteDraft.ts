import { useCallback, useEffect, useRef, useState } from "react";
import { remember } from "../../db/remembered.ts";
import type { LessonId } from "../../domain/ids.ts";

/** The most typing that a dying tab can lose. */
const KEEP_AFTER_MS = 500;

/** What is typed into a note. The device remembers it until `settle`, so that a closed tab loses none of it. */
export function useNoteDraft(lessonId: LessonId, key: string, start: string) {
  const [text, setText] = useState(start);
  const waiting = useRef<string | null>(null);
  const timer = useRef(0);

  const keep = useCallback(
    (value: string | null) => {
      window.clearTimeout(timer.current);
      waiting.current = null;
      remember(lessonId, key, value).catch((error: unknown) =>
        console.warn("The device could not remember an unsaved note", error),
      );
    },
    [lessonId, key],
  );

  // Synchronises with a tab that is hidden or closed, after which nothing runs any more.
  useEffect(() => {
    const flush = () => {
      if (waiting.current !== null) keep(waiting.current);
    };
    const onHide = () => {
      if (document.visibilityState === "hidden") flush();
    };
    document.addEventListener("visibilitychange", onHide);
    // Before the database is closed for leaving (src/db/leaving.ts).
    window.addEventListener("pagehide", flush, { capture: true });
    return () => {
      document.removeEventListener("visibilitychange", onHide);
      window.removeEventListener("pagehide", flush, { capture: true });
      flush();
    };
  }, [keep]);

  return {
    text,
    change(value: string) {
      setText(value);
      waiting.current = value;
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => keep(value), KEEP_AFTER_MS);
    },
    /** It was saved, or is not wanted. */
    settle: () => keep(null),
  };
}
