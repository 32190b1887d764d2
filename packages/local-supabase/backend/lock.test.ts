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
  const results = await Promise.allSettled([lock.run(work("a")), lock.run(work("b")), lock.run(work("c"))]);
  expect(events).toEqual(["a", "b", "c"].flatMap((name) => [`${name} starts`, `${name} ends`]));
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("callers with one function each wait for one function of a caller with many, not for all of them", async () => {
  const lock = createLock();
  const events: string[] = [];
  const run = (caller: string) => lock.run(async () => void events.push(caller), { caller });
  await Promise.all([..."mmmmmm", "a", "b", "a"].map(run));
  expect(events.join("")).toBe("mabmammmm");
});

test("the lock skips a function whose caller has gone, and tells when all others have run", async () => {
  const lock = createLock();
  const events: string[] = [];
  const leaving = new AbortController();
  const first = lock.run(async () => leaving.abort(new Error("gone")));
  const skipped = lock.run(async () => void events.push("skipped"), { caller: "a", signal: leaving.signal });
  const last = lock.run(async () => void events.push("last"));
  await expect(skipped).rejects.toThrow("gone");
  await lock.settled();
  expect(events).toEqual(["last"]);
  await Promise.all([first, last, lock.settled()]);
});
