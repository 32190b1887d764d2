import type { Page } from "@playwright/test";

/** A page's time until it is complete. All in ms. */
export type Visit = {
  largestPaint: number;
  /** When the page handles a tap, and not only the browser. */
  ready: number;
  /** The part above 50 ms of each task after the first paint. */
  blocking: number;
};
const NAMES = { start: "bench-ready", poll: 20 };
/** A page has finished when it has loaded nothing and run no long task for this time. */
const SETTLE_MS = 2_000;
const READY_TIMEOUT_MS = 60_000;

/** Visits `url`, where `isReady`, which runs in the page, becomes true, and reads the browser's own records. */
export async function visitFirst(page: Page, url: string, isReady: () => boolean): Promise<Visit> {
  await page.addInitScript(`(${watch})((${isReady}), ${JSON.stringify(NAMES)})`);
  await page.goto(url, { timeout: READY_TIMEOUT_MS });
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, NAMES.start, {
    timeout: READY_TIMEOUT_MS,
    polling: 200,
  });
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(SETTLE_MS);
  return page.evaluate(readVisit, NAMES.start);
}

type Watched = { largestPaint: number; tasks: { start: number; ms: number }[] };

function watch(isReady: () => boolean, { start, poll }: typeof NAMES): void {
  const watched: Watched = { largestPaint: 0, tasks: [] };
  Object.assign(window, { watched });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) watched.largestPaint = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      watched.tasks.push({ start: startTime, ms: duration });
  }).observe({ type: "longtask", buffered: true });
  const timer = setInterval(() => {
    if (!isReady()) return;
    performance.mark(start);
    clearInterval(timer);
  }, poll);
}

function readVisit(ready: string): Visit {
  const { largestPaint, tasks } = (window as unknown as { watched: Watched }).watched;
  const firstPaint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
  const afterPaint = tasks.filter(({ start, ms }) => start + ms > firstPaint);
  return {
    largestPaint,
    ready: performance.getEntriesByName(ready)[0]?.startTime ?? 0,
    blocking: afterPaint.reduce((sum, { ms }) => sum + ms - 50, 0),
  };
}
