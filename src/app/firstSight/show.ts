import { endFirstSight } from "../../features/player/firstSight.ts";
import { goToPlace } from "../../features/player/textParts.ts";
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
  unfold(sight);
  const observer = new MutationObserver(() => {
    if (!root.hidden) observer.disconnect();
    else if (root.hasChildNodes() && !root.querySelector(WAITING)) endFirstSight();
  });
  observer.observe(root, { childList: true, subtree: true });
  setTimeout(() => {
    if (root.hidden && root.hasChildNodes()) endFirstSight();
  }, LONGEST_READING_MS);
}

/** Adds what is below the first screen, which takes a slow phone longer than all else. */
function unfold(sight: HTMLElement): void {
  const rest = document.querySelector<HTMLTemplateElement>(`#${REST_ID}`)?.content;
  const text = rest?.firstElementChild;
  if (!rest || !text) return;
  sight.querySelector(".prose")?.append(...text.childNodes);
  text.remove();
  sight.append(rest);
  if (!sight.hasAttribute(PLACE_ATTRIBUTE)) goToPlace(sight, null);
}
