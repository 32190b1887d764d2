import type { CDPSession, Page } from "@playwright/test";
import { paths } from "../../src/domain/paths.ts";
import { signInAndInstall } from "../support/learner.ts";
import { type Measure, type Row, verdict } from "../support/measure.ts";
import { PHONE } from "../support/slowPhone.ts";
import { median, slope } from "../support/statistics.ts";

const LAPS = 10;
const REST_MS = 150;
/** The page's clock jumps this far after each navigation. The access token is valid for an hour of the server's clock. */
const READING_MS = 15_000;
const MAX_GROWTH = 1.03;
const BYTES_PER_KB = 1000;

const lesson = paths.course("1");
const [NEXT, BACK] = [".step-links:is(a), .step-links > a:last-child", ".step-links > a:first-child"];
/** A lap of twenty navigations that ends where it began, on the dashboard. Each is a link of the page before. */
const LAP = [
  ...[paths.course(), paths.workbook(), paths.dashboard()].map(linkTo),
  ...[paths.course(), paths.notes(), paths.course(), lesson].map(linkTo),
  ...[NEXT, NEXT, NEXT, BACK, BACK, BACK],
  ...[paths.dashboard(), paths.device(), paths.catalogue(), paths.contact()].map(linkTo),
  ...[paths.academy(), paths.catalogue(), paths.dashboard()].map(linkTo),
];

type Metric = "JSHeapUsedSize" | "Nodes" | "JSEventListeners";
const UNITS: Record<Metric, { name: string; unit: Row["unit"]; per: number }> = {
  JSHeapUsedSize: { name: "script heap", unit: "KB", per: BYTES_PER_KB },
  Nodes: { name: "nodes", unit: "", per: 1 },
  JSEventListeners: { name: "event listeners", unit: "", per: 1 },
};
type Sample = Record<Metric, number>;

/** What the page holds after 200 navigations within the app and nearly an hour of the page's own clock. */
export const memory: Measure = {
  name: "memory",
  timeoutMs: 10 * 60_000,
  async take(bench) {
    const [academy, learner] = [await bench.academy(), await bench.learner()];
    const context = await bench.openProfile();
    const page = await context.newPage();
    await page.setViewportSize(PHONE);
    await page.clock.install();
    await signInAndInstall(page, academy.url, learner);
    await page.goto(academy.url + paths.dashboard());
    const cdp = await context.newCDPSession(page);
    await cdp.send("Performance.enable");
    const startedAt = await page.evaluate(() => Date.now());
    const samples: Sample[] = [];
    for (let lap = 0; lap < LAPS; lap += 1) {
      for (const selector of LAP) await follow(page, selector);
      samples.push(await takeSample(cdp));
    }
    const minutes = ((await page.evaluate(() => Date.now())) - startedAt) / 60_000;
    await context.close();
    return (Object.keys(UNITS) as Metric[]).map((metric) => rowOf(metric, samples, minutes));
  },
};

function linkTo(path: string): string {
  return `a[href="${path}"]`;
}

/** Links in a closed menu count too: the way is the same. */
async function follow(page: Page, selector: string): Promise<void> {
  const before = page.url();
  const target = page.locator(selector).first();
  await target.waitFor({ state: "attached" });
  await target.evaluate((link: HTMLElement) => link.click());
  await page.waitForURL((url) => url.href !== before);
  await page.locator("main h1").first().waitFor();
  await page.waitForTimeout(REST_MS);
  await page.clock.fastForward(READING_MS);
}

async function takeSample(cdp: CDPSession): Promise<Sample> {
  // Twice, because finalisers of the first collection release more.
  for (let turn = 0; turn < 2; turn += 1) await cdp.send("HeapProfiler.collectGarbage");
  const { metrics } = await cdp.send("Performance.getMetrics");
  const value = (name: Metric) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    JSHeapUsedSize: value("JSHeapUsedSize"),
    Nodes: value("Nodes"),
    JSEventListeners: value("JSEventListeners"),
  };
}

/** The first half fills caches, so the last quarter is compared with the one before it. */
function rowOf(metric: Metric, samples: readonly Sample[], minutes: number): Row {
  const { name, unit, per } = UNITS[metric];
  const values = samples.map((sample) => sample[metric] / per);
  const half = values.slice(LAPS / 2);
  const [floor, ours] = [median(half.slice(0, 3)), median(half.slice(-2))];
  const growth = slope(half.map((value, lap) => [lap * LAP.length, value]));
  return {
    ...{ measure: `${name} at the end of ${LAPS * LAP.length} navigations`, unit, ours, floor },
    ...{ target: `≤ ${MAX_GROWTH} × the middle`, verdict: verdict(ours <= MAX_GROWTH * floor) },
    note:
      `after each ${LAP.length}: ${values.map((value) => value.toFixed(0)).join(", ")}; ` +
      `${growth.toFixed(2)} a navigation over the second half; ${minutes.toFixed(0)} minutes of the page's clock`,
    detail: { values },
  };
}
