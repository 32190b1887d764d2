import type { Page } from "@playwright/test";
import { buildPage } from "../support/buildPage.ts";
import { interleave } from "../support/interleave.ts";
import { LESSON_TEXT, lessonUrl, signInAndInstall } from "../support/learner.ts";
import { type Measure, verdict } from "../support/measure.ts";
import { CPU_SLOWDOWN, startOffline } from "../support/offlineStart.ts";
import { serveFolder } from "../support/serveFolder.ts";
import { median, p95 } from "../support/statistics.ts";

const EMPTY_PAGE = new URL("../floors/emptyPage.tsx", import.meta.url);
const SHELL_WORKER = new URL("../floors/shellWorker.mjs", import.meta.url);
/** The lesson's text once it is visible: the app first renders it out of sight. */
const TEXT_IN_APP = "#root:not([hidden]) .prose p";
/** Many, because both medians vary by a tenth from run to run. */
const ROUNDS = 25;
const WARM_UPS = 1;
const MAX_RATIO = 1.3;

/** An offline start on a slow phone: from the tap on the icon to the lesson's text. */
export const offlineLesson: Measure = {
  name: "offline-lesson",
  async take(bench) {
    const [academy, learner] = [await bench.academy(), await bench.learner()];
    const emptyUrl = await serveFolder(
      bench,
      await buildPage(bench, { entry: EMPTY_PAGE, worker: SHELL_WORKER }),
    );
    const context = await bench.openProfile();
    const page = await context.newPage();
    await signInAndInstall(page, academy.url, learner);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await visitShell(page, `${emptyUrl}/`, LESSON_TEXT);
    await page.close();

    const samples = await interleave(
      {
        ours: () => startOffline({ context, url: lessonUrl(academy.url), selector: LESSON_TEXT }),
        app: () => startOffline({ context, url: lessonUrl(academy.url), selector: TEXT_IN_APP }),
        floor: () => startOffline({ context, url: `${emptyUrl}/`, selector: LESSON_TEXT }),
      },
      ROUNDS,
      WARM_UPS,
    );
    await context.close();
    const [ours, floor] = [median(samples.ours), median(samples.floor)];
    return [
      {
        measure: `offline start to a readable lesson, ${CPU_SLOWDOWN}× CPU`,
        unit: "ms",
        ours,
        floor,
        target: `≤ ${MAX_RATIO} × floor`,
        verdict: verdict(ours <= MAX_RATIO * floor),
        note: `medians of ${ROUNDS}; p95 ${p95(samples.ours).toFixed(0)} and ${p95(samples.floor).toFixed(0)}`,
        detail: samples,
      },
      {
        measure: `offline start until the app has taken over, ${CPU_SLOWDOWN}× CPU`,
        unit: "ms",
        ours: median(samples.app),
        floor,
        target: "–",
        verdict: "no target",
        note: "until then the lesson can be read and its links lead on; tools, outline and quiz come with the app",
      },
    ];
  },
};

/** Opens a floor with a service worker and waits until the worker has cached it and controls the page. */
async function visitShell(page: Page, url: string, selector?: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  if (selector) await page.locator(selector).first().waitFor();
}
