import fc from "fast-check";
import { test } from "vitest";
import { IS_DEEP, timeBox } from "../support/timeBox.ts";
import { schedules } from "./schedule.ts";
import { play } from "./world.ts";

/** A schedule takes about a tenth of a second. */
const RUNS = IS_DEEP ? 1_000 : 200;
/** In a longer deep run (`ACADEMY_DEEP_SECONDS`), as many as there is time for. */
const MOST_RUNS = IS_DEEP ? 100_000 : RUNS;
const TIMEOUT_MS = IS_DEEP ? 60 * 60_000 : 240_000;
const DEVICES = 3;

test(
  `no connection fault loses, duplicates, undoes or leaks a learner's work (I2–I11, ${RUNS} schedules)`,
  async () => {
    const property = fc.asyncProperty(
      schedules(DEVICES),
      timeBox(RUNS, (steps) => play(steps)),
    );
    await fc.assert(property, { numRuns: MOST_RUNS });
  },
  TIMEOUT_MS,
);
