import { expect, test } from "vitest";
import { createLock } from "./lock.ts";

test("the lock runs functions one at a time and in order, and one failure does not affect the others", async () => {
  const lock = createLock();
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} starts`);
    await Promise.resolve();
    events.push(`${name} ends`);
    if (name === "b") throw new Error("b failed");
    return name;
  };
  const results = await Promise.allSettled([lock(work("a")), lock(work("b")), lock(work("c"))]);
  expect(events).toEqual(["a", "b", "c"].flatMap((name) => [`${name} starts`, `${name} ends`]));
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});
