import type { Page } from "@playwright/test";
import { paths } from "../../src/domain/paths.ts";
import { isHydrated } from "../../tests/e2e/support/hydration.ts";
import type { Bench } from "../support/bench.ts";
import { serveEmptyPage } from "../support/emptyPage.ts";
import { interleave } from "../support/interleave.ts";
import { type Measure, type Row, verdict } from "../support/measure.ts";
import { slowDown } from "../support/slowPhone.ts";
import { median } from "../support/statistics.ts";

const ROUNDS = 4;
/** What web.dev calls good: largest contentful paint and total blocking time; Lighthouse's time to interactive. */
const BUDGETS_MS = { largestPaint: 2_500, ready: 3_800, blocking: 200 };
const NAMES = { largestPaint: "largest paint", ready: "ready for a tap", blocking: "total blocking time" };

/** Each with its main button, which must do its work as soon as the page is ready. */
const PAGES = {
  landing: { path: paths.landing(), button: "main a" },
  pricing: { path: paths.pricing("student"), button: "main button[type=submit]" },
  "free lesson": { path: paths.course("1"), button: ".step-links:is(a), .step-links > a:last-child" },
};
const hasHandler = () => document.querySelector("button")?.onclick != null;

/** The first visit on a mid-range phone on slow 4G, with an empty cache and without the service worker. */
export const firstVisit: Measure = {
  name: "first-visit",
  timeoutMs: 10 * 60_000,
  async take(bench) {
    const academy = await bench.academy();
    const floorUrl = await serveEmptyPage(bench);
    const visits: Record<string, Visit[]> = {};
    const arm = (name: string, url: string, isReady: () => boolean, button: string) => async () => {
      const visit = await withEmptyProfile(bench, (page) => visitAndTap(page, url, isReady, button));
      visits[name] ??= [];
      visits[name].push(visit);
      return visit.ready;
    };
    const arms = Object.entries(PAGES).map(([name, { path, button }]) => [
      name,
      arm(name, academy.url + path, isHydrated, button),
    ]);
    await interleave(
      { ...Object.fromEntries(arms), floor: arm("floor", floorUrl, hasHandler, "button") },
      ROUNDS,
      0,
    );
    return Object.keys(PAGES).flatMap((name) => rowsOf(name, visits[name] ?? [], visits.floor ?? []));
  },
};

async function withEmptyProfile<T>(bench: Bench, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await bench.openProfile({ serviceWorkers: "block", hasTouch: true });
  try {
    const page = await context.newPage();
    await slowDown(page, { network: true });
    return await work(page);
  } finally {
    await context.close();
  }
}

/** Taps only afterwards, because the browser stops recording the largest paint at the first tap. */
async function visitAndTap(page: Page, url: string, isReady: () => boolean, button: string): Promise<Visit> {
  const visit = await visitFirst(page, url, isReady);
  const before = page.url();
  await page.locator(button).first().tap();
  await page.waitForURL((now) => now.href !== before);
  return visit;
}

function rowsOf(name: string, ours: Visit[], floor: Visit[]): Row[] {
  return (["largestPaint", "ready", "blocking"] as const).map((part): Row => {
    const [mine, theirs] = [ours, floor].map((visits) => visits.map((visit) => visit[part]));
    const figures = { ours: mine ?? [], floor: theirs ?? [] };
    const [own, least] = [median(figures.ours), median(figures.floor)];
    return {
      measure: `${NAMES[part]} on slow 4G, first visit, ${name}`,
      unit: "ms",
      ours: own,
      floor: least,
      target: `≤ ${BUDGETS_MS[part]}`,
      verdict: verdict(own <= BUDGETS_MS[part]),
      note: `medians of ${ROUNDS}; the slowest ${Math.max(...figures.ours).toFixed(0)} and ${Math.max(...figures.floor).toFixed(0)}`,
      detail: figures,
    };
  });
}

/** A page's time until it is complete. All in ms. */
type Visit = {
  largestPaint: number;
  /** When the page handles a tap, and not only the browser. */
  ready: number;
  /** The part above 50 ms of each task after the first paint. */
  blocking: number;
};
const MARK = { start: "bench-ready", poll: 20 };
/** A page has finished when it has loaded nothing and run no long task for this time. */
const SETTLE_MS = 2_000;
const READY_TIMEOUT_MS = 60_000;

/** Visits `url`, where `isReady`, which runs in the page, becomes true, and reads the browser's own records. */
async function visitFirst(page: Page, url: string, isReady: () => boolean): Promise<Visit> {
  await page.addInitScript(`(${watch})((${isReady}), ${JSON.stringify(MARK)})`);
  await page.goto(url, { timeout: READY_TIMEOUT_MS });
  await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, MARK.start, {
    timeout: READY_TIMEOUT_MS,
    polling: 200,
  });
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(SETTLE_MS);
  return page.evaluate(readVisit, MARK.start);
}

type Watched = { largestPaint: number; tasks: { start: number; ms: number }[] };

function watch(isReady: () => boolean, { start, poll }: typeof MARK): void {
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
