import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate, useNavigationType, useSearchParams } from "react-router-dom";
import { type LessonStep, stepToOpen, stepWithin } from "../../../domain/course/steps.ts";
import type { LessonId } from "../../../domain/ids.ts";
import { paths } from "../../../domain/paths.ts";
import { linkedName } from "../../../domain/text/linkedValue.ts";
import { revealStep, scrollToStep } from "./revealStep.ts";

/** The step of each lesson that was shown last in this tab, for the links of its labs and sheets that lead back to it. */
const lastSteps = new Map<LessonId, number>();
export const lessonPathBack = (lessonId: LessonId) =>
  paths.course(lessonId, { step: lastSteps.get(lessonId) });

export type ShownStep = {
  /** From 1. */
  step: number;
  /** Shows another step immediately, as a new entry of the browser's history. React renders it afterwards. */
  show: (step: number) => void;
  /** The same, relative to the step on screen. Does nothing beyond the first and the last step. */
  move: (by: 1 | -1) => void;
  /** Shows the last step and returns once React has rendered it, so that the caller can move focus into it. */
  showEnd: () => void;
};

type Lesson = {
  lessonId: LessonId;
  steps: readonly LessonStep[];
  /** True while the whole lesson is on one page. */
  isWhole: boolean;
  /** The element with the lesson's text. */
  text: RefObject<HTMLElement | null>;
};

/**
 * The step is in the URL, so back, forward, reload and bookmarks work. A heading in the fragment takes precedence, for
 * example in a link from a search result. A URL without either opens at `stored`, and is then replaced with one that
 * names the step.
 */
export function useStep(
  { lessonId, steps, isWhole, text }: Lesson,
  stored: { step: number | undefined; isComplete: boolean },
): ShownStep {
  const [query] = useSearchParams();
  const { hash, key } = useLocation();
  const navigate = useNavigate();
  const [first] = useState(stored);
  const asked = linkedName(query, "step");
  const [forced, force] = useState({ step: 0, at: "" });
  // The reader may come back to this entry of the history.
  if (forced.at !== "" && forced.at !== key) force({ step: 0, at: "" });
  const step = forced.at === key ? forced.step : stepToOpen(steps, { hash, step: asked }, first);
  const isFromHistory = useNavigationType() === "POP";
  const isNamed = asked !== null || hash !== "";
  const last = steps.length;
  const now = useRef({ step, key });
  // In a ref, so that the functions below stay the same.
  useLayoutEffect(() => {
    now.current = { step, key };
    lastSteps.set(lessonId, step);
  }, [lessonId, step, key]);
  // A step that `show` has revealed and scrolled to, before React rendered it.
  const revealed = useRef<number | null>(null);

  const show = useCallback(
    (next: number) => {
      const within = stepWithin(steps, next);
      now.current.step = within;
      // First, because the router records the scroll position of the entry that is left.
      void navigate(paths.course(lessonId, { step: within }), { preventScrollReset: true });
      if (isWhole) return;
      revealStep(text.current, within, last);
      scrollToStep(text.current);
      revealed.current = within;
    },
    [navigate, lessonId, steps, last, isWhole, text],
  );
  const move = useCallback(
    (by: 1 | -1) => {
      const next = now.current.step + by;
      if (stepWithin(steps, next) === next) show(next);
    },
    [show, steps],
  );
  const showEnd = useCallback(() => {
    const at = now.current.key;
    show(last);
    flushSync(() => force({ step: last, at }));
  }, [show, last]);

  const shown = isWhole ? null : step;
  const isScrolled = isFromHistory || hash !== "";
  const focused = useRef(shown);
  useEffect(() => {
    if (focused.current === shown) return;
    focused.current = shown;
    const section = document.querySelector<HTMLElement>(`[data-step="${shown ?? 1}"]`);
    // Reading aloud goes on by itself, and its buttons keep the focus.
    if (!document.activeElement?.closest(".read-aloud")) section?.focus({ preventScroll: true });
    // The browser or the router scrolls to where the reader was, or to the heading in the fragment.
    if (revealed.current !== shown && !isScrolled) scrollToStep(text.current);
    revealed.current = null;
  }, [shown, isScrolled, text]);

  // Synchronises the address bar, without a navigation, so that Back leads to this step and not to the furthest one.
  useEffect(() => {
    if (!isNamed) history.replaceState(history.state, "", paths.course(lessonId, { step }));
  }, [isNamed, lessonId, step]);

  return { step, show, move, showEnd };
}
