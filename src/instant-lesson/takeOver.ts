import { partsOf } from "../features/player/reading/textParts.ts";
import { APP_READY } from "../ui/page/appReady.ts";
import { INSTANT_LESSON } from "./lessonDocument.ts";

// Runs in the page.

/** If the app is still loading after this time, it is shown even so. */
const MAX_WAIT_MS = 10_000;

/**
 * Replaces the instant lesson with the app when the app is ready. The app may show the player with the same step, with
 * the whole lesson, or any other page.
 */
export function prepareTakeOver(root: HTMLElement): void {
  const lesson = document.getElementById(INSTANT_LESSON);
  if (!lesson) {
    root.hidden = false;
    return;
  }
  const done = new AbortController();
  const end = () => {
    done.abort();
    takeOver(lesson, root);
  };
  const onReady = (event: Event) => {
    event.preventDefault();
    end();
  };
  window.addEventListener(APP_READY, onReady, { signal: done.signal });
  setTimeout(() => {
    if (root.hidden && root.hasChildNodes()) end();
  }, MAX_WAIT_MS);
}

/**
 * Replaces the instant lesson with the app between two frames. The text being read does not move in the window, opened
 * disclosures stay open, and the focus is kept.
 */
function takeOver(lesson: HTMLElement, root: HTMLElement): void {
  const step = lesson.querySelector<HTMLElement>("[data-step]");
  const read = window.scrollY > 0 ? partsOf(step).findIndex((part) => topOf(part) >= 0) : -1;
  const wasAt = topOf(partsOf(step)[read]);
  const opened = foldsOf(step).map((fold) => fold.open);
  const twin = root.querySelector<HTMLElement>(`[data-step="${step?.dataset.step}"]`);
  const focused = lesson.contains(document.activeElement)
    ? twinOf(document.activeElement, [step, lesson], [twin, root])
    : () => null;
  lesson.remove();
  root.hidden = false;
  for (const [index, fold] of foldsOf(twin).entries()) if (opened[index]) fold.open = true;
  const part = partsOf(twin)[read];
  if (part) window.scrollBy({ top: topOf(part) - wasAt, behavior: "instant" });
  focused()?.focus({ preventScroll: true });
}

function foldsOf(step: ParentNode | null): HTMLDetailsElement[] {
  return [...(step?.querySelectorAll<HTMLDetailsElement>(".prose details") ?? [])];
}

/** A step of the text and the page around it. */
type Side = readonly [step: ParentNode | null, page: ParentNode];

/**
 * Returns a function that finds the element's counterpart in the app once the app is shown: the element with the same
 * id, or the same link or disclosure.
 */
function twinOf(element: Element | null, [step]: Side, [twin, root]: Side): () => HTMLElement | null {
  const fold = foldsOf(step).findIndex((each) => each.firstElementChild === element);
  if (fold >= 0) return () => foldsOf(twin)[fold]?.querySelector("summary") ?? null;
  const link = element?.getAttribute("href");
  const named = element?.id ? `#${CSS.escape(element.id)}` : link ? `a[href="${CSS.escape(link)}"]` : null;
  return () => (named ? root.querySelector<HTMLElement>(named) : null);
}

function topOf(part: HTMLElement | undefined): number {
  return part?.getBoundingClientRect().top ?? 0;
}
