import type { Page } from "@playwright/test";

/** The stored reading positions of this browser's learners. */
export function placesOn(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    for (const { name } of await indexedDB.databases()) {
      if (!name || !/^academy-[0-9a-f]{8}-/.test(name)) continue;
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const reading = db.transaction("meta").objectStore("meta").get("places");
      const places = await new Promise((resolve) => {
        reading.onsuccess = () => resolve(reading.result?.value);
      });
      db.close();
      if (places) return places;
    }
    return null;
  });
}

/**
 * Scrolls to the heading and returns its final position. In one step, because the app may replace the instant lesson
 * between finding the heading and scrolling to it, and the heading would then be detached.
 */
export function scrollToThirdHeading(): number {
  const top = () => document.querySelectorAll(".prose > h2")[2]?.getBoundingClientRect().top ?? Number.NaN;
  window.scrollBy(0, top() - 10);
  return top();
}

/** Records where the third heading of the text was in the first frame that showed it. */
export function recordFirstFrame(): void {
  const check = () => {
    const heading = document.querySelectorAll(".prose > h2")[2];
    if (!heading) requestAnimationFrame(check);
    else document.documentElement.dataset.firstTop = `${heading.getBoundingClientRect().top}`;
  };
  requestAnimationFrame(check);
}
