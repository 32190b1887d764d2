import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { stepsOf } from "../../src/domain/course/steps.ts";
import { packOf } from "../../tests/e2e/support/quiz.ts";
import { buildPage } from "../support/buildPage.ts";
import { lessonUrl, signInAndInstall } from "../support/learner.ts";
import { type Measure, verdict } from "../support/measure.ts";
import { CPU_SLOWDOWN } from "../support/offlineStart.ts";
import { serveFolder } from "../support/serveFolder.ts";
import { median, p95 } from "../support/statistics.ts";
import { tapAgain, watchTaps } from "../support/taps.ts";

const STEP_PAGE = new URL("../floors/stepPage.ts", import.meta.url);
const ROUNDS = 4;
const BUDGET_MS = 100;
const CONTINUE = ".step-links:is(a), .step-links > a:last-child";

/** Going to the next step of a lesson on a slow phone: from the tap to the next frame. */
export const nextStep: Measure = {
  name: "next-step",
  async take(bench) {
    const [academy, learner] = [await bench.academy(), await bench.learner()];
    const steps = stepsOf(packOf("1"));
    const texts = steps.flatMap(({ html }) => (html === null ? [] : [html]));
    const folder = await buildPage(bench, { entry: STEP_PAGE });
    writeFileSync(join(folder, "steps.json"), JSON.stringify(texts));
    const context = await bench.openProfile({ hasTouch: true });
    const floorPage = await context.newPage();
    const ourPage = await context.newPage();
    for (const page of [floorPage, ourPage]) await page.setViewportSize({ width: 390, height: 844 });
    await floorPage.goto(`${await serveFolder(bench, folder)}/`);
    await signInAndInstall(ourPage, academy.url, learner);
    for (const page of [floorPage, ourPage]) await prepare(page);

    const long = { ours: [] as number[], floor: [] as number[] };
    const samples = { ours: [] as number[], floor: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      await toFirstStep(ourPage, academy.url, steps.length);
      const ours = await tapAgain(ourPage, CONTINUE, texts.length);
      const floor = await tapAgain(floorPage, CONTINUE, texts.length);
      const tasks = { ours: await longTasks(ourPage), floor: await longTasks(floorPage) };
      if (round === 0) continue;
      long.ours.push(...tasks.ours);
      long.floor.push(...tasks.floor);
      samples.ours.push(...ours);
      samples.floor.push(...floor);
    }
    await context.close();
    const [ours, floor] = [p95(samples.ours), p95(samples.floor)];
    return [
      {
        measure: `tap to repaint of the next step, ${CPU_SLOWDOWN}× CPU, p95`,
        unit: "ms",
        ours,
        floor,
        // On a machine where the floor itself exceeds the target, only the comparison counts.
        target: `≤ ${BUDGET_MS}, or the floor's where that is more`,
        verdict: verdict(ours <= Math.max(BUDGET_MS, floor)),
        note: `${samples.ours.length} each; medians ${median(samples.ours).toFixed(1)} and ${median(samples.floor).toFixed(1)}`,
        detail: samples,
      },
      {
        measure: `tasks over 50 ms while reading by steps, ${CPU_SLOWDOWN}× CPU`,
        unit: "",
        ours: long.ours.length,
        floor: long.floor.length,
        target: "none, or the floor's",
        verdict: verdict(long.ours.length <= long.floor.length),
        note: `longest ${Math.max(0, ...long.ours)} and ${Math.max(0, ...long.floor)} ms`,
        detail: long,
      },
    ];
  },
};

async function prepare(page: Page): Promise<void> {
  await watchTaps(page);
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(window, { longTasks: durations });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) durations.push(Math.round(duration));
    }).observe({ type: "longtask" });
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
}

/** Within the app, because a new page would start it again. */
async function toFirstStep(page: Page, url: string, count: number): Promise<void> {
  await page.bringToFront();
  await page.locator(".step-bar button").tap();
  await page.locator(`dialog nav li:first-child button`).tap();
  await page.waitForURL(`${lessonUrl(url)}&step=1`);
  await page.getByText(`Step 1 of ${count}`).waitFor();
  await longTasks(page);
}

/** The ms of each long task since the last call. */
function longTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks.splice(0));
}
