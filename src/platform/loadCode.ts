/**
 * Leaving a page aborts its requests. If one of them was for code, and Back restores the page from the back/forward
 * cache, that code is missing: its import has failed, fails now, or never settles (WebKit). The page is then loaded
 * again.
 */

/** An abort and the events `pagehide` and `pageshow` may come in any order, this close together. */
const MARGIN_MS = 1_000;

let pending = 0;
let leftAt = 0;
// Neither has happened yet, so both times start outside the margin.
let failedAt = -MARGIN_MS;
let restoredAt = -MARGIN_MS;

/** Loads code without which the page is incomplete, and counts it as pending until it arrives or fails. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  pending += 1;
  try {
    return await load();
  } finally {
    pending -= 1;
  }
}

// Vite dispatches this for every `import()` that fails, so no other code has to report it.
globalThis.addEventListener?.("vite:preloadError", () => {
  failedAt = performance.now();
  if (failedAt - restoredAt < MARGIN_MS) location.reload();
});
globalThis.addEventListener?.("pagehide", () => {
  leftAt = performance.now();
});
globalThis.addEventListener?.("pageshow", ({ persisted }) => {
  if (!persisted) return;
  restoredAt = performance.now();
  if (pending > 0 || failedAt > leftAt - MARGIN_MS) location.reload();
});
