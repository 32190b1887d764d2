import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { LessonId } from "../../../domain/ids.ts";
import type { LessonPosition } from "../../../entities/lessonPlace/lessonPlace.ts";
import { loadCode } from "../../../platform/loadCode.ts";
import { announceAppReady } from "../../../ui/page/appReady.ts";
import { placeIn } from "./place.ts";
import { goToPlace, numberOf, partsOf, stepsIn, upperEdge } from "./textParts.ts";

/** The pause after which scrolling counts as finished. */
const REST_MS = 400;
/**
 * Where a lesson opens without a stored place. It is not stored before the reader has moved, because the account may
 * have a place that this device has not received yet.
 */
const BEGINNING: LessonPosition = { step: 1, part: 0, share: 0 };

/**
 * Scrolls to the heading in the URL's fragment, or else to `start`, before the text is first painted. Then stores the
 * place: on the device whenever scrolling stops, and on the account too when another step is shown or the page is left.
 * `step` is the step on screen, from 1, or null while the whole lesson is on one page.
 */
export function usePlace(
  text: RefObject<HTMLElement | null>,
  lessonId: LessonId,
  start: LessonPosition | null,
  step: number | null,
): void {
  const hasMoved = useRef(start !== null);
  const known = useRef(start ?? BEGINNING);

  useLayoutEffect(() => {
    // A user who is already reading is not moved.
    if (announceAppReady()) return;
    const part = goToPlace(text.current, start);
    // Keyboard users who have just chosen the lesson continue from here as well.
    if (part && document.activeElement?.matches("main h1")) focusPart(part);
  }, [text, start]);

  // Synchronises the stored place with the window's scroll position.
  useEffect(() => {
    let timer: number | undefined;
    let arrival: number | undefined;
    const remember = (isSent: boolean) => {
      window.clearTimeout(timer);
      const place = placeOf(text.current, step);
      if (!place || (isSame(place, known.current) && !(isSent && hasMoved.current))) return;
      hasMoved.current = true;
      known.current = place;
      loadSave()
        .then((saveLessonPlace) => saveLessonPlace(lessonId, place, { isSent }))
        .catch((error: unknown) => console.warn("The reading position could not be saved", error));
    };
    const atRest = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => remember(false), REST_MS);
    };
    const onLeaving = () => {
      if (!document.hidden) return;
      remember(true);
      // The router has just set the browser to restore the scroll position, but after a reload the browser would do so
      // before the text is complete.
      history.scrollRestoration = "manual";
    };
    // After the frame that shows the new step, because measuring lays the page out.
    if (step !== null && step !== known.current.step) arrival = window.setTimeout(() => remember(true));
    // The user may have scrolled before the app had loaded.
    else if (window.scrollY > 0) atRest();
    window.addEventListener("scroll", atRest, { passive: true });
    document.addEventListener("visibilitychange", onLeaving);
    return () => {
      window.clearTimeout(timer);
      window.clearTimeout(arrival);
      window.removeEventListener("scroll", atRest);
      document.removeEventListener("visibilitychange", onLeaving);
    };
  }, [text, lessonId, step]);
}

/** The code that stores the place is loaded after the text, which can be read without it. */
const loadSave = async () =>
  (await loadCode(() => import("../../../db/synced/moveLessonPlace.ts"))).saveLessonPlace;

/** The place on screen. Null before the text has rendered. The last step has no text. */
function placeOf(text: HTMLElement | null, step: number | null): LessonPosition | null {
  const edge = upperEdge();
  const steps = stepsIn(text);
  const here =
    step === null
      ? (steps.findLast((each) => each.getBoundingClientRect().top <= edge) ?? steps[0])
      : steps.find((each) => numberOf(each) === step);
  if (!here) return step === null ? null : { step, part: 0, share: 0 };
  const boxes = partsOf(here).map((part) => part.getBoundingClientRect());
  return { step: numberOf(here), ...placeIn(boxes, edge) };
}

function isSame(a: LessonPosition, b: LessonPosition): boolean {
  return a.step === b.step && a.part === b.part && a.share === b.share;
}

function focusPart(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
