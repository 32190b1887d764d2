import { buildPage } from "../support/buildPage.ts";
import { LESSON_TEXT, lessonUrl, signInAndInstall } from "../support/learner.ts";
import { loadedScripts } from "../support/loadedScripts.ts";
import { type Measure, verdict } from "../support/measure.ts";
import { scriptsKb } from "./publicPage.ts";

const NAIVE_PAGE = new URL("../floors/naivePage.tsx", import.meta.url);
const BUDGET_KB = 165;

/** What a learner's phone must load before a lesson can be read that is already on the device. */
export const lessonScripts: Measure = {
  name: "lesson-scripts",
  async take(bench) {
    const [academy, learner] = [await bench.academy(), await bench.learner()];
    const floor = scriptsKb(await buildPage(bench, { entry: NAIVE_PAGE }));
    const context = await bench.openProfile({ serviceWorkers: "block" });
    const page = await context.newPage();
    await signInAndInstall(page, academy.url, learner);
    const scripts = await loadedScripts(page, lessonUrl(academy.url), LESSON_TEXT);
    await context.close();
    return [
      {
        measure: "JS to a readable lesson",
        unit: "KB gzip",
        ours: scripts.toReadableKb,
        floor,
        target: `≤ ${BUDGET_KB}`,
        verdict: verdict(scripts.toReadableKb <= BUDGET_KB),
        note: `what had arrived by then; ${scripts.totalKb.toFixed(1)} in all`,
        detail: { files: scripts.files },
      },
    ];
  },
};
