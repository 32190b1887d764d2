import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate, useNavigationType, useSearchParams } from "react-router-dom";
import { type LessonStep, stepToOpen } from "../../../domain/course/steps.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { paths } from "../../../domain/paths.ts";

export type ShownStep = {
  /** From 1. */
  step: number;
  /** True if the browser or the router scrolls: to where the reader was, or to the heading in the fragment. */
  isScrolled: boolean;
  /** Shows another step immediately, as a new entry of the browser's history. */
  show: (step: number) => void;
};

/**
 * The step is in the URL, so back, forward, reload and bookmarks work. A heading in the fragment takes precedence, for
 * example in a link from a search result. A URL without either opens at `stored`, and is then replaced with one that
 * names the step.
 */
export function useStep(
  lessonId: LessonId,
  steps: readonly LessonStep[],
  stored: { step: number | undefined; isComplete: boolean },
): ShownStep {
  const [query] = useSearchParams();
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const [first] = useState(stored);
  const asked = query.get("step");
  const [chosen, setChosen] = useState({ step: 0, at: "" });
  const isAhead = chosen.at === key;
  // The reader may come back to this entry of the history.
  if (!isAhead && chosen.at !== "") setChosen({ step: 0, at: "" });
  const isFromHistory = useNavigationType() === "POP";
  const step = isAhead ? chosen.step : stepToOpen(steps, { hash, step: asked }, first);
  const isNamed = asked !== null || hash !== "";
  const last = steps.length;
  const entry = useRef(key);
  // Synchronises with the router, so that `show` stays the same function.
  useLayoutEffect(() => {
    entry.current = key;
  }, [key]);
  const show = useCallback(
    (next: number) => {
      const within = Math.min(Math.max(1, next), last);
      const at = entry.current;
      // First, because the router records the scroll position of the entry that is left.
      void navigate(paths.course(lessonId, { step: within }), { preventScrollReset: true });
      // The URL follows later, but callers scroll to something in the step.
      flushSync(() => setChosen({ step: within, at }));
    },
    [navigate, lessonId, last],
  );

  // Synchronises the address bar, without a navigation, so that Back leads to this step and not to the furthest one.
  useEffect(() => {
    if (!isNamed) history.replaceState(history.state, "", paths.course(lessonId, { step }));
  }, [isNamed, lessonId, step]);

  return { step, isScrolled: !isAhead && (isFromHistory || hash !== ""), show };
}
