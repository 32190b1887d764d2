import type { Bench } from "../support/bench.ts";
import { buildPage } from "../support/buildPage.ts";
import { LESSON_TEXT, lessonUrl, signInAndInstall } from "../support/learner.ts";
import { type LoadedScripts, loadedScripts } from "../support/loadedScripts.ts";
import { type Measure, verdict } from "../support/measure.ts";
import { scriptsKb } from "./publicPage.ts";

const NAIVE_PAGE = new URL("../floors/naivePage.tsx", import.meta.url);
const BUDGET_KB = 165;

/** What a learner's phone must load before a downloaded lesson is readable. */
export const lessonScripts: Measure = {
  name: "lesson-scripts",
  async take(bench) {
    const floor = scriptsKb(await buildPage(bench, { entry: NAIVE_PAGE }));
    const [kept, fetched] = [await lessonLoads(bench, "allow"), await lessonLoads(bench, "block")];
    const unit = "KB gzip";
    return [
      {
        measure: "JS to a readable lesson",
        unit,
        ours: kept.toReadableKb,
        floor,
        target: `≤ ${BUDGET_KB}`,
        verdict: verdict(kept.toReadableKb <= BUDGET_KB),
        note: `what had arrived by then or stands in the document; ${kept.totalKb.toFixed(1)} in all`,
        detail: { files: kept.files },
      },
      {
        measure: "JS to a readable lesson where no worker answers",
        unit,
        ours: fetched.toReadableKb,
        floor,
        target: "–",
        verdict: "no target",
        note: "a forced reload, or a browser that keeps no worker; what the lesson imports itself is held to 165 by `npm test`",
        detail: { files: fetched.files },
      },
    ];
  },
};

async function lessonLoads(bench: Bench, serviceWorkers: "allow" | "block"): Promise<LoadedScripts> {
  const [academy, learner] = [await bench.academy(), await bench.learner()];
  const context = await bench.openProfile({ serviceWorkers });
  const page = await context.newPage();
  await signInAndInstall(page, academy.url, learner);
  if (serviceWorkers === "allow") {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  }
  const scripts = await loadedScripts(page, lessonUrl(academy.url), LESSON_TEXT);
  await context.close();
  return scripts;
}
