/** If nothing has been painted after this time, the app starts anyway. */
const LONGEST_WAIT_MS = 5_000;
/**
 * Firefox reports no paint for a page that is scrolled before it paints (after a reload or because of a fragment).
 * Animation frames are no sign of a paint either: on a slow phone, two have run before the first is on the screen.
 */
const LONGEST_WAIT_AFTER_LOADING_MS = 500;

/** Resolves after the first paint, or immediately in a background tab, which does not paint until it is shown. */
export function firstPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  const done = new AbortController();
  return new Promise<void>((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS);
    onPaintEntry(resolve, done.signal);
    const afterLoading = () => setTimeout(resolve, LONGEST_WAIT_AFTER_LOADING_MS);
    if (document.readyState === "complete") afterLoading();
    else addEventListener("load", afterLoading, { once: true, signal: done.signal });
  }).finally(() => done.abort());
}

function onPaintEntry(callback: () => void, until: AbortSignal): void {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes.includes("paint")) return;
  const observer = new PerformanceObserver(callback);
  observer.observe({ type: "paint", buffered: true });
  until.addEventListener("abort", () => observer.disconnect());
}
