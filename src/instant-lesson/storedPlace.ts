import { goToPlace } from "../features/player/reading/textParts.ts";
import { INSTANT_LESSON, PLACE_ATTRIBUTE } from "./lessonDocument.ts";

// Runs in the page, before its first frame: nothing here may import React or another library.

/**
 * Scrolls to where the reader stopped, before the first frame. The build inlines this function into the player's
 * document after the lesson. Browsers run inline scripts once the styles have loaded, and only then can the scroll
 * position be calculated.
 */
export function goToStoredPlace(): void {
  const lesson = document.getElementById(INSTANT_LESSON);
  if (!lesson) return;
  const place = takePlace(lesson);
  const isBelowTop = place && (place.part > 0 || place.share > 0);
  if (!isBelowTop && !location.hash) return;
  lesson.classList.add("is-scrolled");
  goToPlace(lesson, place);
}

/** Returns the stored place and removes it. */
function takePlace(lesson: HTMLElement) {
  const holder = lesson.querySelector(`template[${PLACE_ATTRIBUTE}]`);
  const place = holder?.getAttribute(PLACE_ATTRIBUTE);
  holder?.remove();
  return place ? JSON.parse(place) : null;
}
