import { type RefObject, useEffect, useRef } from "react";
import { columnOf } from "./revealStep.ts";

type Act = { onBack: () => void; onNext: () => void; isOff: boolean };

/** A swipe is at least this long, in CSS pixels. */
const SWIPE_PX = 60;
/** A swipe is at least this much more horizontal than vertical. */
const SWIPE_RATIO = 2;
/** Swipes that begin closer to the window's edge belong to the browser, which goes back or forward in its history. */
const EDGE_PX = 32;
/** These use the arrow keys or horizontal movements themselves. */
const HANDLES_KEYS =
  "input, textarea, select, dialog, [contenteditable], [role=toolbar], [role=radiogroup], [role=slider], .table-scroll";
const MOVES_SIDEWAYS = "input, textarea, select, .table-scroll";

/** Goes to the step before or the next one by arrow key, and by a swipe across the column that contains `text`. */
export function useStepGestures(text: RefObject<HTMLElement | null>, act: Act): void {
  const latest = useRef(act);
  latest.current = act;

  useEffect(() => {
    if (act.isOff) return;
    const follow = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      if (event.target instanceof Element && event.target.closest(HANDLES_KEYS)) return;
      event.preventDefault();
      if (event.key === "ArrowLeft") latest.current.onBack();
      else latest.current.onNext();
    };
    document.addEventListener("keydown", follow);
    return () => document.removeEventListener("keydown", follow);
  }, [act.isOff]);

  useEffect(() => {
    // The last step is beside the text.
    const current = columnOf(text.current);
    if (!current || act.isOff) return;
    let start: Touch | null = null;
    const begin = ({ touches, target }: TouchEvent) => {
      const touch = touches.length === 1 ? touches[0] : undefined;
      // Browsers clear a selection during the touch.
      start = touch && !isSelecting() && isFree(touch, target) ? touch : null;
    };
    const move = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (!start || !touch || !event.cancelable) return;
      // Otherwise Chromium also goes back or forward in its history.
      if (isSideways(start, touch)) event.preventDefault();
    };
    const end = ({ changedTouches: [touch], touches }: TouchEvent) => {
      if (!start || !touch || touches.length > 0 || isSelecting()) return;
      const right = touch.clientX - start.clientX;
      const isSwipe = Math.abs(right) >= SWIPE_PX && isSideways(start, touch);
      start = null;
      if (!isSwipe) return;
      if (right > 0) latest.current.onBack();
      else latest.current.onNext();
    };
    const forget = () => {
      start = null;
    };
    current.addEventListener("touchstart", begin, { passive: true });
    current.addEventListener("touchmove", move, { passive: false });
    current.addEventListener("touchend", end, { passive: true });
    current.addEventListener("touchcancel", forget, { passive: true });
    return () => {
      current.removeEventListener("touchstart", begin);
      current.removeEventListener("touchmove", move);
      current.removeEventListener("touchend", end);
      current.removeEventListener("touchcancel", forget);
    };
  }, [text, act.isOff]);
}

function isSideways(from: Touch, to: Touch): boolean {
  return Math.abs(to.clientX - from.clientX) >= SWIPE_RATIO * Math.abs(to.clientY - from.clientY);
}

function isFree({ clientX }: Touch, target: EventTarget | null): boolean {
  const isAtEdge = clientX < EDGE_PX || clientX > window.innerWidth - EDGE_PX;
  const isZoomed = (window.visualViewport?.scale ?? 1) > 1;
  return !isAtEdge && !isZoomed && !(target instanceof Element && target.closest(MOVES_SIDEWAYS));
}

function isSelecting(): boolean {
  return document.getSelection()?.isCollapsed === false;
}
