import { expect, test } from "vitest";
import { nextAttemptAt } from "./schedule.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

test("the wait between webhook attempts doubles from one second up to five minutes", () => {
  const waits = [1, 2, 3, 4, 9, 10, 40].map((failures) => nextAttemptAt(failures, 0, 0));
  expect(waits).toEqual([1000, 2000, 4000, 8000, 256_000, 300_000, 300_000]);
});

test("an event is no longer retried after three days", () => {
  expect(nextAttemptAt(900, 0, 3 * DAY_MS - 1)).not.toBeNull();
  expect(nextAttemptAt(900, 0, 3 * DAY_MS)).toBeNull();
});
