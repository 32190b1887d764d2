import type { DurableWriteApi } from "../floors/durableWritePage.ts";
import { buildPage } from "../support/buildPage.ts";
import { type Measure, verdict } from "../support/measure.ts";
import { pageApi } from "../support/pageApi.ts";
import { serveFolder } from "../support/serveFolder.ts";
import { median, p95 } from "../support/statistics.ts";

const WRITE_PAGE = new URL("../floors/durableWritePage.ts", import.meta.url);
/** Each round completes the eleven lessons of the course. */
const ROUNDS = 50;
const WARM_UP_ROUNDS = 3;
const MAX_RATIO = 1.5;

/** The time from "mark as complete" until the change would survive a power cut. */
export const durableWrite: Measure = {
  name: "durable-write",
  async take(bench) {
    const url = await serveFolder(bench, await buildPage(bench, { entry: WRITE_PAGE }));
    const context = await bench.openProfile();
    const page = await context.newPage();
    await page.goto(`${url}/`);
    const write = pageApi<DurableWriteApi>(page);
    await write("measure", WARM_UP_ROUNDS);
    const samples = await write("measure", ROUNDS);
    await context.close();
    const [ours, floor] = [p95(samples.ours), p95(samples.floor)];
    const medians = [median(samples.ours), median(samples.floor)] as const;
    return [
      {
        measure: "durable write of a completion, p95",
        unit: "ms",
        ours,
        floor,
        target: `≤ ${MAX_RATIO} × floor`,
        verdict: verdict(ours <= MAX_RATIO * floor),
        note: `${samples.ours.length} each; medians ${medians[0].toFixed(2)} and ${medians[1].toFixed(2)}`,
        detail: samples,
      },
    ];
  },
};
