import type { Place } from "../../../db/store/rows.ts";
import { distanceTo } from "./place.ts";

/** The top-level blocks of the author's text, in order. */
export function partsOf(text: ParentNode | null): HTMLElement[] {
  return [...(text?.querySelectorAll<HTMLElement>(".prose > *") ?? [])];
}

/**
 * Scrolls to the heading in the URL's fragment, or else to `start`. Returns the part scrolled to, or null if neither
 * exists.
 */
export function goToPlace(text: ParentNode | null, start: Place | null): HTMLElement | null {
  const named = partNamed(text, window.location.hash);
  const part = named ?? (start && partsOf(text)[start.part]);
  if (!part) return null;
  if (named) named.scrollIntoView();
  else if (start) window.scrollBy(0, distanceTo(start, part.getBoundingClientRect()));
  return part;
}

/** The heading in the URL's fragment, for example from a search result. */
function partNamed(text: ParentNode | null, hash: string): HTMLElement | null {
  const id = CSS.escape(hash.slice(1));
  return id ? (text?.querySelector<HTMLElement>(`#${id}`) ?? null) : null;
}
