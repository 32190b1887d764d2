import fc from "fast-check";
import { test } from "vitest";
import { IS_DEEP, timeBox } from "../support/timeBox.ts";
import { schedules } from "./schedule.ts";
import { expectNothingLost, World } from "./world.ts";

const QUICK_RUNS = 150;
/** In depth, as many of them as there is time for. */
const RUNS = IS_DEEP ? 3_000 : QUICK_RUNS;
const TIMEOUT_MS = IS_DEEP ? 20 * 60_000 : 120_000;
const DEVICES = 3;

test(
  `no connection fault loses, duplicates, undoes or leaks a learner's work (I2–I10, up to ${RUNS} schedules)`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        schedules(DEVICES),
        timeBox(QUICK_RUNS, async (steps) => {
          const world = new World();
          try {
            let before = await world.standings();
            for (const step of steps) {
              await world.take(step);
              const after = await world.standings();
              expectNothingLost(before, after);
              before = after;
              await world.checkOnTheWay();
            }
            await world.settle();
          } finally {
            world.close();
          }
        }),
      ),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);
