import type { Page } from "@playwright/test";

/** The stored reading places of this browser's learners, by lesson. */
export function placesOn(page: Page): Promise<unknown> {
  return page.evaluate(readPlaces);
}

/** Runs in the page. */
export async function readPlaces(): Promise<Record<string, { step: number }> | null> {
  for (const { name } of await indexedDB.databases()) {
    if (!name || !/^academy-[0-9a-f]{8}-/.test(name)) continue;
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const reading = db.transaction("rows").objectStore("rows").getAll();
    const rows = await new Promise<{ kind: string; key: string; content: { step: number } }[]>((resolve) => {
      reading.onsuccess = () => resolve(reading.result);
    });
    db.close();
    const places = rows.filter(({ kind }) => kind === "place");
    if (places.length > 0) return Object.fromEntries(places.map(({ key, content }) => [key, content]));
  }
  return null;
}

/** The fourth part of the text of the step on screen. */
export const FOURTH_PART = "[data-step]:not([hidden]) .prose > :nth-child(4)";

/**
 * Scrolls to the fourth part and returns its final position. In one step, because the app may replace the instant lesson
 * between finding the part and scrolling to it, and the part would then be detached.
 */
export function scrollToFourthPart(selector: string): number {
  const top = () => document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN;
  window.scrollBy(0, top() - 60);
  return top();
}

/** Records where the element was in the first frame that showed it. */
export function recordFirstFrame(selector: string): void {
  const check = () => {
    const part = document.querySelector(selector);
    if (!part) requestAnimationFrame(check);
    else document.documentElement.dataset.firstTop = `${part.getBoundingClientRect().top}`;
  };
  requestAnimationFrame(check);
}
