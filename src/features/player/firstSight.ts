import { partsOf } from "./textParts.ts";

/**
 * A lesson's text may be on screen before the app: in an element of its own beside the app's, which stays hidden
 * (src/app/firstSight). Here the app takes its place.
 */
export const FIRST_SIGHT_ID = "first-sight";

/**
 * Shows the app instead of the first sight, between two frames: what is being read stays where it is in the window,
 * and the focus on its link. Returns whether there was a first sight.
 */
export function endFirstSight(): boolean {
  const sight = document.getElementById(FIRST_SIGHT_ID);
  const root = document.getElementById("root");
  if (!sight || !root) return false;
  const read = window.scrollY > 0 ? partsOf(sight).findIndex((part) => topOf(part) >= 0) : -1;
  const wasAt = topOf(partsOf(sight)[read]);
  const link = sight.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  sight.remove();
  root.hidden = false;
  const part = partsOf(root)[read];
  if (part) window.scrollBy({ top: topOf(part) - wasAt, behavior: "instant" });
  if (link) root.querySelector<HTMLElement>(`a[href="${CSS.escape(link)}"]`)?.focus({ preventScroll: true });
  return true;
}

function topOf(part: HTMLElement | undefined): number {
  return part?.getBoundingClientRect().top ?? 0;
}
