import { expect, test } from "vitest";
import { DONE, later, type Outcome } from "./ports.ts";
import { CYCLE_TIMEOUT_MS, createRunner } from "./runner.ts";

/** A clock that moves when told to, calling back what is due. */
function makeClock() {
  let nowMs = 0;
  let timers: { at: number; callback: () => void }[] = [];
  return {
    now: () => nowMs,
    after(delayMs: number, callback: () => void) {
      const timer = { at: nowMs + delayMs, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    async advance(ms: number) {
      const end = nowMs + ms;
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        const next = timers.filter((each) => each.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((each) => each !== next);
        nowMs = Math.max(nowMs, next.at);
        next.callback();
      }
      nowMs = end;
    },
  };
}

function setUp(outcomes: (Outcome | "hang")[] = []) {
  const clock = makeClock();
  const startedAt: number[] = [];
  const seen: string[] = [];
  const state = { hasPending: true };
  const runner = createRunner({
    ...clock,
    random: () => 0.5,
    cycle: () => {
      startedAt.push(clock.now());
      const next = outcomes.shift() ?? DONE;
      return next === "hang" ? new Promise(() => undefined) : Promise.resolve(next);
    },
    hasPending: async () => state.hasPending,
    onOutcome: (outcome) => seen.push(outcome.status),
  });
  return { clock, runner, startedAt, seen, state, outcomes };
}

test("writes that follow each other closely are sent together", async () => {
  const { clock, runner, startedAt } = setUp();
  for (let times = 0; times < 5; times += 1) {
    void runner.kick("soon");
    await clock.advance(20);
  }
  await clock.advance(1000);
  expect(startedAt).toHaveLength(1);
});

test("after failures the wait grows with jitter, and never beyond two minutes without a new try", async () => {
  const { clock, runner, startedAt } = setUp(Array.from({ length: 40 }, () => later("server")));
  void runner.kick("now");
  await clock.advance(20 * 60_000);
  const gaps = startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0));
  expect(gaps.slice(0, 4)).toEqual([1500, 2500, 4500, 8500]);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(3 * 60_000);
});

test("a line that comes back is used at once, whatever the backoff", async () => {
  const { clock, runner, startedAt } = setUp(Array.from({ length: 8 }, () => later("network")));
  void runner.kick("now");
  await clock.advance(90_000);
  const before = startedAt.length;
  await runner.kick("now");
  expect(startedAt).toHaveLength(before + 1);
});

test("a server that asks for ten minutes of peace gets them", async () => {
  const { clock, runner, startedAt } = setUp([later("busy", 10 * 60_000)]);
  void runner.kick("now");
  await clock.advance(60_000);
  void runner.kick("now");
  void runner.kick("soon");
  await clock.advance(9 * 60_000 - 1000);
  expect(startedAt).toHaveLength(1);
  await clock.advance(2000);
  expect(startedAt).toHaveLength(2);
});

test("a cycle that never ends is given up after 30 s and the queue goes on", async () => {
  const { clock, runner, startedAt, seen } = setUp(["hang"]);
  void runner.kick("now");
  await clock.advance(CYCLE_TIMEOUT_MS - 1);
  expect(runner.isBusy()).toBe(true);
  await clock.advance(3000);
  expect(startedAt).toHaveLength(2);
  expect(seen).toEqual(["started", "later", "started", "done"]);
});

test("while anything waits there is a reminder every minute, and none when nothing does", async () => {
  const { clock, runner, startedAt, state } = setUp();
  await runner.kick("now");
  await clock.advance(5 * 60_000);
  expect(startedAt.length).toBeGreaterThanOrEqual(5);
  state.hasPending = false;
  const before = startedAt.length;
  await clock.advance(5 * 60_000);
  expect(startedAt).toHaveLength(before);
});

test("a write during a cycle gets a cycle of its own", async () => {
  const { clock, runner, startedAt } = setUp();
  const first = runner.kick("now");
  void runner.kick("soon");
  await first;
  await clock.advance(1000);
  expect(startedAt).toHaveLength(2);
});

test("a stopped runner starts nothing more and reports nothing more", async () => {
  const { clock, runner, startedAt, seen } = setUp();
  void runner.kick("soon");
  runner.stop();
  await clock.advance(10 * 60_000);
  expect(startedAt).toEqual([]);
  expect(seen).toEqual([]);
});
