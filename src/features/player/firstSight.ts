import { FIRST_SIGHT_ID } from "./firstSightId.ts";
import { partsOf } from "./textParts.ts";

/**
 * A lesson's text may be on screen before the app: in an element of its own beside the app's, which stays hidden
 * (src/app/firstSight). Here the app takes its place.
 *
 * Shows the app instead of the first sight, between two frames: what is being read stays where it is in the window,
 * what was opened in the text stays open, and the focus where it was. Returns whether there was a first sight.
 */
export function endFirstSight(): boolean {
  const sight = document.getElementById(FIRST_SIGHT_ID);
  const root = document.getElementById("root");
  if (!sight || !root) return false;
  const read = window.scrollY > 0 ? partsOf(sight).findIndex((part) => topOf(part) >= 0) : -1;
  const wasAt = topOf(partsOf(sight)[read]);
  const opened = foldsOf(sight).map((fold) => fold.open);
  const focused = sight.contains(document.activeElement)
    ? twinOf(document.activeElement, sight, root)
    : () => null;
  sight.remove();
  root.hidden = false;
  for (const [index, fold] of foldsOf(root).entries()) if (opened[index]) fold.open = true;
  const part = partsOf(root)[read];
  if (part) window.scrollBy({ top: topOf(part) - wasAt, behavior: "instant" });
  focused()?.focus({ preventScroll: true });
  return true;
}

function foldsOf(text: ParentNode): HTMLDetailsElement[] {
  return [...text.querySelectorAll<HTMLDetailsElement>(".prose details")];
}

/** Finds, once the app is shown, what stands in the place of an element: the same id, link or fold. */
function twinOf(element: Element | null, sight: ParentNode, root: ParentNode): () => HTMLElement | null {
  const fold = foldsOf(sight).findIndex((each) => each.firstElementChild === element);
  if (fold >= 0) return () => foldsOf(root)[fold]?.querySelector("summary") ?? null;
  const link = element?.getAttribute("href");
  const named = element?.id ? `#${CSS.escape(element.id)}` : link ? `a[href="${CSS.escape(link)}"]` : null;
  return () => (named ? root.querySelector<HTMLElement>(named) : null);
}

function topOf(part: HTMLElement | undefined): number {
  return part?.getBoundingClientRect().top ?? 0;
}
