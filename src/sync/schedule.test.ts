import { expect, test } from "vitest";
import { DONE, later, type Outcome, type Run } from "./ports.ts";
import { CYCLE_TIMEOUT_MS, createSchedule } from "./schedule.ts";

/** A clock that moves only when the test advances it, and then runs the timers that are due. */
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

type Step = Outcome | "hang" | ((run: Run) => Promise<Outcome>);

function setUp(outcomes: Step[] = []) {
  const clock = makeClock();
  const startedAt: number[] = [];
  const seen: string[] = [];
  const runs: Run[] = [];
  const state: { hasPending: boolean; dueInMs: number } = { hasPending: true, dueInMs: 0 };
  const runner = createSchedule({
    ...clock,
    random: () => 0.5,
    cycle: (run) => {
      startedAt.push(clock.now());
      runs.push(run);
      const next = outcomes.shift() ?? DONE;
      if (typeof next === "function") return next(run);
      return next === "hang" ? new Promise(() => undefined) : Promise.resolve(next);
    },
    msUntilDue: async () => (state.hasPending ? state.dueInMs : null),
    onOutcome: (outcome) => seen.push(outcome.status),
  });
  return { clock, runner, startedAt, seen, state, runs };
}

test("writes in quick succession are sent in one sync cycle", async () => {
  const { clock, runner, startedAt } = setUp();
  for (let times = 0; times < 5; times += 1) {
    void runner.kick("soon");
    await clock.advance(20);
  }
  await clock.advance(1000);
  expect(startedAt).toHaveLength(1);
});

test("after failures the delay between sync cycles grows with jitter and never exceeds three minutes", async () => {
  const { clock, runner, startedAt } = setUp(Array.from({ length: 40 }, () => later("server")));
  void runner.kick("now");
  await clock.advance(20 * 60_000);
  const gaps = startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0));
  expect(gaps.slice(0, 4)).toEqual([1500, 2500, 4500, 8500]);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(3 * 60_000);
});

test("a restored connection starts a sync cycle immediately, whatever the backoff", async () => {
  const { clock, runner, startedAt } = setUp(Array.from({ length: 8 }, () => later("network")));
  void runner.kick("now");
  await clock.advance(90_000);
  const before = startedAt.length;
  await runner.kick("now");
  expect(startedAt).toHaveLength(before + 1);
});

test("a Retry-After of ten minutes postpones every sync cycle that the learner did not request", async () => {
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

test("a sync cycle that the learner requests waits neither for the backoff nor for Retry-After", async () => {
  const { clock, runner, startedAt, runs } = setUp([later("busy", 10 * 60_000), later("server")]);
  void runner.kick("now");
  await clock.advance(1000);
  await runner.kick("asked");
  await runner.kick("asked");
  expect(startedAt).toEqual([0, 1000, 1000]);
  expect(runs.map((each) => each.isAsked)).toEqual([false, true, true]);
});

test("a sync cycle that the learner requests during another one starts right after it, whatever its outcome", async () => {
  const { clock, runner, startedAt, runs } = setUp([
    () => new Promise((resolve) => clock.after(5000, () => resolve(later("busy", 60_000)))),
  ]);
  void runner.kick("now");
  await clock.advance(1000);
  void runner.kick("asked");
  void runner.kick("soon");
  await clock.advance(5000);
  expect(startedAt).toEqual([0, 5000]);
  expect(runs.map((each) => each.isAsked)).toEqual([false, true]);
});

test("a sync cycle that the learner requests replaces one that has made no progress for more than ten seconds", async () => {
  const { clock, runner, startedAt } = setUp(["hang"]);
  void runner.kick("now");
  await clock.advance(11_000);
  void runner.kick("asked");
  await clock.advance(0);
  expect(startedAt).toEqual([0, 11_000]);
});

test("the watchdog does not abort a sync cycle that takes minutes but keeps making progress", async () => {
  const slow = async (run: Run): Promise<Outcome> => {
    for (let batch = 0; batch < 10; batch += 1) {
      run.onProgress(45_000);
      await new Promise<void>((resolve) => clock.after(45_000, resolve));
    }
    return run.signal.aborted ? later("network") : DONE;
  };
  const { clock, runner, startedAt, seen } = setUp([slow]);
  void runner.kick("now");
  await clock.advance(10 * 45_000);
  expect(startedAt).toEqual([0]);
  expect(seen).toEqual(["started", "done"]);
});

test("an entry that becomes due later is sent when it is due instead of at the next reminder", async () => {
  const { clock, runner, startedAt, state } = setUp();
  state.dueInMs = 7_000;
  await runner.kick("now");
  await clock.advance(7_000);
  expect(startedAt).toEqual([0, 7_000]);
});

test("a sync cycle that never ends is aborted after 30 s, and another one follows", async () => {
  const { clock, runner, startedAt, seen } = setUp(["hang"]);
  void runner.kick("now");
  await clock.advance(CYCLE_TIMEOUT_MS - 1);
  expect(runner.isBusy()).toBe(true);
  await clock.advance(3000);
  expect(startedAt).toHaveLength(2);
  expect(seen).toEqual(["started", "later", "started", "done"]);
});

test("a sync cycle runs every minute while entries are pending, and none runs while the queue is empty", async () => {
  const { clock, runner, startedAt, state } = setUp();
  await runner.kick("now");
  await clock.advance(5 * 60_000);
  expect(startedAt.length).toBeGreaterThanOrEqual(5);
  state.hasPending = false;
  const before = startedAt.length;
  await clock.advance(5 * 60_000);
  expect(startedAt).toHaveLength(before);
});

test("a write during a sync cycle starts another cycle", async () => {
  const { clock, runner, startedAt } = setUp();
  const first = runner.kick("now");
  void runner.kick("soon");
  await first;
  await clock.advance(1000);
  expect(startedAt).toHaveLength(2);
});

test("a stopped schedule starts no sync cycle and reports no outcome", async () => {
  const { clock, runner, startedAt, seen } = setUp();
  void runner.kick("soon");
  runner.stop();
  await clock.advance(10 * 60_000);
  expect(startedAt).toEqual([]);
  expect(seen).toEqual([]);
});
