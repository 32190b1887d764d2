import { endFirstSight } from "../features/player/firstSight.ts";
import { goToPlace } from "../features/player/textParts.ts";
import { PLACE_ATTRIBUTE, REST_ID } from "./pieces.ts";

/** An app that waits longer than this has something to say about it. */
const LONGEST_READING_MS = 10_000;
/** What the app shows while it waits for something itself (src/ui/Spinner.tsx). */
const WAITING = '[class*="animate-spin"]';

/**
 * Makes the first sight whole once its beginning has been painted, and ends it when the app has something to show: the
 * player does so with its own text, whatever else there is to say ends it as well.
 */
export function keepFirstSight(sight: HTMLElement, root: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (!root.hidden) observer.disconnect();
    else if (root.hasChildNodes() && !root.querySelector(WAITING)) endFirstSight();
  });
  observer.observe(root, { childList: true, subtree: true });
  setTimeout(() => {
    if (root.hidden && root.hasChildNodes()) endFirstSight();
  }, LONGEST_READING_MS);
  unfold(sight);
}

/** Adds what is below the first screen, which takes a slow phone longer than all else. */
function unfold(sight: HTMLElement): void {
  const rest = document.querySelector<HTMLTemplateElement>(`#${REST_ID}`)?.content;
  const text = rest?.firstElementChild;
  if (!rest || !text) return;
  const isWhole = text.childNodes.length === 0;
  sight.querySelector(".prose")?.append(...text.childNodes);
  text.remove();
  sight.append(rest);
  // A place that could not be gone to before the frame: the heading was not there yet, or the script did not run.
  const place = sight.getAttribute(PLACE_ATTRIBUTE);
  if (place || !isWhole) goToPlace(sight, place ? JSON.parse(place) : null);
}
