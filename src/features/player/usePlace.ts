import { type RefObject, useEffect, useLayoutEffect } from "react";
import { savePlace } from "../../db/places.ts";
import type { Place } from "../../db/rows.ts";
import type { LessonId } from "../../domain/ids.ts";
import { announceAppReady } from "../../ui/appReady.ts";
import { placeIn } from "./place.ts";
import { goToPlace, partsOf } from "./textParts.ts";

/** Pause after which scrolling counts as finished. */
const REST_MS = 400;

/**
 * Scrolls to the heading in the URL's fragment, or else to `start`, before the text is first painted. Then stores the
 * reading position whenever scrolling stops and when the page is left.
 */
export function usePlace(text: RefObject<HTMLElement | null>, lessonId: LessonId, start: Place | null): void {
  // Synchronises with the window's scroll position before the first paint.
  useLayoutEffect(() => {
    // A user who is already reading stays in place.
    if (announceAppReady()) return;
    const part = goToPlace(text.current, start);
    // Keyboard users who have just chosen the lesson also continue from here.
    if (part && document.activeElement?.matches("main h1")) focusPart(part);
  }, [text, start]);

  // Synchronises the stored position with the window's scroll position.
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
      // The router has just let the browser restore the scroll position, but the browser does not know where a text
      // ends.
      history.scrollRestoration = "manual";
    };
    // The user may have scrolled before the app had loaded.
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

function focusPart(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
