import { useCallback, useEffect, useRef, useState } from "react";
import { remember } from "../../db/remembered.ts";
import type { LessonId } from "../../domain/ids.ts";

/** The most typing that can be lost if the tab crashes. */
const KEEP_AFTER_MS = 500;

/** The text being typed into a note. The device keeps it until `settle`, so closing the tab loses none of it. */
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

  // Synchronises with the tab's visibility: a hidden or closed tab runs no further code.
  useEffect(() => {
    const flush = () => {
      if (waiting.current !== null) keep(waiting.current);
    };
    const onHide = () => {
      if (document.visibilityState === "hidden") flush();
    };
    document.addEventListener("visibilitychange", onHide);
    // Runs before the database is closed on page exit (src/db/leaving.ts).
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
    /** The draft was saved or discarded. */
    settle: () => keep(null),
  };
}
