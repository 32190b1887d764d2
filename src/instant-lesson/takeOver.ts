import { goToPlace, partsOf } from "../features/player/reading/textParts.ts";
import { APP_READY } from "../ui/page/appReady.ts";
import { INSTANT_LESSON, PLACE_ATTRIBUTE, REST_ID } from "./lessonDocument.ts";

// Runs in the page.

/** If the app is still loading after this time, it is shown even so. */
const MAX_WAIT_MS = 10_000;

/**
 * Scrolls to where the reader stopped, before the first frame. The build inlines this function into the player's
 * document after the lesson. Browsers run inline scripts once the styles have loaded, and only then can the scroll
 * position be calculated.
 */
export function goToStoredPlace(): void {
  const lesson = document.getElementById(INSTANT_LESSON);
  if (!lesson) return;
  goToPlace(lesson, takePlace(lesson));
}

/**
 * Completes the instant lesson after its first paint and replaces it with the app when the app is ready. The app may
 * show the player with the same text, or any other page.
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
  addRest(lesson);
}

/** Adds the content below the first screen, whose layout takes longer than everything else on a slow phone. */
function addRest(lesson: HTMLElement): void {
  const rest = document.querySelector<HTMLTemplateElement>(`#${REST_ID}`)?.content;
  const text = rest?.firstElementChild;
  if (!rest || !text) return;
  const isWhole = text.childNodes.length === 0;
  lesson.querySelector(".prose")?.append(...text.childNodes);
  text.remove();
  lesson.append(rest);
  // The place could not be reached before the first frame: its heading was missing, or the inline script did not run.
  const place = takePlace(lesson);
  if (place || !isWhole) goToPlace(lesson, place);
}

/** Returns the stored place and removes it. */
function takePlace(lesson: HTMLElement) {
  const holder = lesson.querySelector(`template[${PLACE_ATTRIBUTE}]`);
  const place = holder?.getAttribute(PLACE_ATTRIBUTE);
  holder?.remove();
  return place ? JSON.parse(place) : null;
}

/**
 * Replaces the instant lesson with the app between two frames. The text being read does not move in the window, opened
 * disclosures stay open, and the focus is kept.
 */
function takeOver(lesson: HTMLElement, root: HTMLElement): void {
  const read = window.scrollY > 0 ? partsOf(lesson).findIndex((part) => topOf(part) >= 0) : -1;
  const wasAt = topOf(partsOf(lesson)[read]);
  const opened = foldsOf(lesson).map((fold) => fold.open);
  const focused = lesson.contains(document.activeElement)
    ? twinOf(document.activeElement, lesson, root)
    : () => null;
  lesson.remove();
  root.hidden = false;
  for (const [index, fold] of foldsOf(root).entries()) if (opened[index]) fold.open = true;
  const part = partsOf(root)[read];
  if (part) window.scrollBy({ top: topOf(part) - wasAt, behavior: "instant" });
  focused()?.focus({ preventScroll: true });
}

function foldsOf(text: ParentNode): HTMLDetailsElement[] {
  return [...text.querySelectorAll<HTMLDetailsElement>(".prose details")];
}

/**
 * Returns a function that finds the element's counterpart in the app once the app is shown: the element with the same
 * id, or the same link or disclosure.
 */
function twinOf(element: Element | null, lesson: ParentNode, root: ParentNode): () => HTMLElement | null {
  const fold = foldsOf(lesson).findIndex((each) => each.firstElementChild === element);
  if (fold >= 0) return () => foldsOf(root)[fold]?.querySelector("summary") ?? null;
  const link = element?.getAttribute("href");
  const named = element?.id ? `#${CSS.escape(element.id)}` : link ? `a[href="${CSS.escape(link)}"]` : null;
  return () => (named ? root.querySelector<HTMLElement>(named) : null);
}

function topOf(part: HTMLElement | undefined): number {
  return part?.getBoundingClientRect().top ?? 0;
}
