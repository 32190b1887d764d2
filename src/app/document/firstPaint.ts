/** If nothing has been painted after this time, the app starts anyway. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Resolves after the first paint. Firefox reports no paint entry for a page that is scrolled before it paints (after a
 * reload or because of a fragment), so two animation frames after loading count as well: the second begins after the
 * first was painted. Resolves immediately in a background tab, which does not paint until it is shown.
 */
export function firstPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  const done = new AbortController();
  return new Promise<void>((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS);
    onPaintEntry(resolve, done.signal);
    const afterTwoFrames = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    if (document.readyState === "complete") afterTwoFrames();
    else addEventListener("load", afterTwoFrames, { once: true, signal: done.signal });
  }).finally(() => done.abort());
}

function onPaintEntry(callback: () => void, until: AbortSignal): void {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes("paint")) return;
  const observer = new PerformanceObserver(callback);
  observer.observe({ type: "paint", buffered: true });
  until.addEventListener("abort", () => observer.disconnect());
}
