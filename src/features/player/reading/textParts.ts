import { distanceTo, type Position } from "./place.ts";

/** While a hidden step has this class, the browser can lay out its blocks one by one (reading.css). */
export const IN_PARTS = "is-laid-out-in-parts";

/** The steps of the text on the page. A lesson on the page before the app has started has only one of them. */
export function stepsIn(text: ParentNode | null): HTMLElement[] {
  return [...(text?.querySelectorAll<HTMLElement>("[data-step]") ?? [])];
}

/** The number of a step, from 1. */
export function numberOf(step: HTMLElement): number {
  return Number(step.dataset.step);
}

/** The top-level blocks of the author's text in a step, in order. */
export function partsOf(step: ParentNode | null | undefined): HTMLElement[] {
  return [...(step?.querySelectorAll<HTMLElement>(".prose > *") ?? [])];
}

/**
 * The upper edge of the visible text once the page has been scrolled, as a distance from the window's: the bar covers
 * what is above it.
 */
export function upperEdge(): number {
  const bar = document.querySelector<HTMLElement>(".step-bar");
  return bar && getComputedStyle(bar).top === "0px" ? bar.offsetHeight : 0;
}

/**
 * Scrolls to the heading in the URL's fragment, or else to a position in a step. Returns the part scrolled to, or null
 * if neither exists or the position is at the top of the page.
 */
export function goToPlace(
  text: ParentNode | null,
  start: (Position & { step: number }) | null,
): HTMLElement | null {
  const named = partNamed(text, window.location.hash);
  if (named) {
    named.scrollIntoView();
    return named;
  }
  const steps = stepsIn(text);
  const step = steps.find((each) => numberOf(each) === start?.step);
  const part = start && partsOf(step)[start.part];
  if (!part || !step) return null;
  const isAtTop =
    start.part === 0 && start.share === 0 && steps.every((each) => each === step || each.hidden);
  if (isAtTop) return null;
  window.scrollBy(0, distanceTo(start, part.getBoundingClientRect(), upperEdge()));
  return part;
}

/** The heading in the URL's fragment, for example from a search result. */
function partNamed(text: ParentNode | null, hash: string): HTMLElement | null {
  const id = CSS.escape(hash.slice(1));
  return id ? (text?.querySelector<HTMLElement>(`#${id}`) ?? null) : null;
}
