import { type RefObject, useEffect, useLayoutEffect } from "react";
import { savePlace } from "../../db/places.ts";
import type { Place } from "../../db/rows.ts";
import type { LessonId } from "../../domain/ids.ts";
import { announceAppReady } from "../../ui/appReady.ts";
import { placeIn } from "./place.ts";
import { goToPlace, partsOf } from "./textParts.ts";

/** Scrolling has come to rest. */
const REST_MS = 400;

/**
 * Takes the reader to the heading that the address names, or else to `start`, before the text is first painted; then
 * remembers the place whenever scrolling rests and when the page is left.
 */
export function usePlace(text: RefObject<HTMLElement | null>, lessonId: LessonId, start: Place | null): void {
  // Synchronises with the window's scroll position, before it is seen.
  useLayoutEffect(() => {
    // Someone who is already reading stays where they are.
    if (announceAppReady()) return;
    const part = goToPlace(text.current, start);
    // Someone who has just chosen the lesson goes on from here with the keyboard, too.
    if (part && document.activeElement?.matches("main h1")) goOnFrom(part);
  }, [text, start]);

  // Synchronises the device's memory with the window's scroll position.
  useEffect(() => {
    let timer: number | undefined;
    let known = JSON.stringify(start);
    const remember = () => {
      window.clearTimeout(timer);
      const boxes = partsOf(text.current).map((part) => part.getBoundingClientRect());
      const place = placeIn(boxes, window.innerHeight);
      if (JSON.stringify(place) === known) return;
      known = JSON.stringify(place);
      savePlace(lessonId, place).catch((error: unknown) =>
        console.warn("The device could not remember where the learner was", error),
      );
    };
    const atRest = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(remember, REST_MS);
    };
    const onLeaving = () => {
      if (!document.hidden) return;
      remember();
      // The router has just let the browser restore the window's scrolling, which knows neither place nor end of a text.
      history.scrollRestoration = "manual";
    };
    // They may have scrolled before the app had started.
    if (window.scrollY > 0) atRest();
    window.addEventListener("scroll", atRest, { passive: true });
    document.addEventListener("visibilitychange", onLeaving);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("scroll", atRest);
      document.removeEventListener("visibilitychange", onLeaving);
    };
  }, [text, lessonId, start]);
}

function goOnFrom(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
