import { backoffMs } from "../platform/backoff.ts";
import { later, type Outcome, type Run } from "./ports.ts";

/** A cycle without a sign of progress for this long has stalled. */
export const CYCLE_TIMEOUT_MS = 30_000;
/** A step that may go longer without progress has its own timeout. The cycle is aborted this much after that. */
const GRACE_MS = 10_000;
/**
 * A cycle that has made no progress for this long is aborted when the learner requests one: its connection may be dead.
 */
const MAX_SILENCE_WHEN_ASKED_MS = 10_000;
const WRITE_DEBOUNCE_MS = 250;
/** During the backoff, writes start a cycle at most this often. */
const NUDGE_EVERY_MS = 5_000;
const TICK_MS = 60_000;
const STALLED_AFTER_MS = 2 * 60_000;

/**
 * How urgent a cycle is.
 * - `asked`: the learner requested it, so do not wait.
 * - `now`: a cycle is more likely to succeed than before (start, online, visible), so wait only if the server asked for
 *   it.
 * - `soon`: something was written, so wait briefly for more writes, and respect most of the backoff.
 * - `whenDue`: a reminder, which respects the backoff.
 */
export type Urgency = "asked" | "now" | "soon" | "whenDue";
const URGENCIES: readonly Urgency[] = ["asked", "now", "soon", "whenDue"];

export type SchedulePorts = {
  /** Ms on a monotonic clock. */
  now(): number;
  random(): number;
  /** Calls back once after the delay. Returns the function that cancels it. */
  after(delayMs: number, callback: () => void): () => void;
  /** Runs one cycle. A rejection counts as "later". */
  cycle(run: Run): Promise<Outcome>;
  /** Milliseconds until something in the queue is due: 0 if it is due now, null if the queue is empty. */
  msUntilDue(): Promise<number | null>;
  onOutcome(outcome: Outcome | { status: "started" }): void;
};

export type Schedule = {
  /** Resolves when the cycle that this started is over, or sooner if the cycle has to wait. */
  kick(urgency: Urgency): Promise<void>;
  isBusy(): boolean;
  stop(): void;
};

/** `seenAt`: when it last made progress. `deadline`: when it counts as stalled if it makes no more progress. */
type Cycle = { done: Promise<void>; controller: AbortController; seenAt: number; deadline: number };

/** `retryAfter`: the end of the time that the server asked for in Retry-After. */
type Wait = { failures: number; backoffUntil: number; retryAfter: number };
const NO_WAIT: Wait = { failures: 0, backoffUntil: 0, retryAfter: 0 };

/** What was requested since the last cycle began: how soon the next one starts, and whether the learner wants it. */
type Requested = { urgency: Urgency | undefined; isAsked: boolean };
const NOTHING: Requested = { urgency: undefined, isAsked: false };

/** Decides when cycles run (offline rules 10, 12, 13): one at a time, with backoff, and never stalled permanently. */
export function createSchedule(ports: SchedulePorts): Schedule {
  let isStopped = false;
  let running: Cycle | undefined;
  let planned: { at: number; cancel: () => void } | undefined;
  let requested = NOTHING;
  let wait = NO_WAIT;
  const last = { startAt: Number.NEGATIVE_INFINITY, progressAt: ports.now() };
  let cancelTick = ports.after(TICK_MS, tick);

  async function kick(urgency: Urgency): Promise<void> {
    if (isStopped) return;
    if (urgency === "asked") requested = { ...requested, isAsked: true };
    if (running) {
      requested = { ...requested, urgency: sooner(requested.urgency, urgency) };
      const isSilent = ports.now() - running.seenAt > MAX_SILENCE_WHEN_ASKED_MS;
      if (requested.isAsked && isSilent) running.controller.abort();
      await running.done;
      return planned && planned.at <= ports.now() ? run() : undefined;
    }
    const at = earliest(urgency, ports.now(), wait, last.startAt);
    if (at <= ports.now()) return run();
    plan(at);
  }

  function plan(at: number): void {
    if (isStopped || (planned && planned.at <= at)) return;
    planned?.cancel();
    const cancel = ports.after(Math.max(0, at - ports.now()), () => {
      planned = undefined;
      void run();
    });
    planned = { at, cancel };
  }

  function run(): Promise<void> {
    if (isStopped) return Promise.resolve();
    if (running) return running.done;
    planned?.cancel();
    planned = undefined;
    const { isAsked } = requested;
    requested = NOTHING;
    const now = ports.now();
    last.startAt = now;
    const controller = new AbortController();
    const cycle = { controller, done: Promise.resolve(), seenAt: now, deadline: now + CYCLE_TIMEOUT_MS };
    running = cycle;
    ports.onOutcome({ status: "started" });
    cycle.done = withDeadline(ports, CYCLE_TIMEOUT_MS, controller, (signal, extend) =>
      ports.cycle({
        signal,
        isAsked,
        onProgress(silentMs) {
          cycle.seenAt = ports.now();
          cycle.deadline = cycle.seenAt + Math.max(CYCLE_TIMEOUT_MS, silentMs + GRACE_MS);
          extend(silentMs + GRACE_MS);
        },
      }),
    ).then((outcome) => {
      if (running !== cycle || isStopped) return;
      running = undefined;
      settle(outcome);
    });
    return cycle.done;
  }

  function settle(outcome: Outcome): void {
    const now = ports.now();
    const { urgency } = requested;
    wait = waitAfter(outcome, wait, now, ports.random);
    if (outcome.status === "done") {
      last.progressAt = now;
      planWaiting();
    }
    if (outcome.status === "later") plan(earliest("whenDue", now, wait, last.startAt));
    if (urgency) plan(earliest(urgency, now, wait, last.startAt));
    ports.onOutcome(outcome);
  }

  /** Sends rejected and isolated entries again as soon as they are due instead of at the next reminder. */
  function planWaiting(): void {
    ports.msUntilDue().then(
      (ms) => ms !== null && ms > 0 && !running && plan(ports.now() + ms),
      (error: unknown) => console.warn("The queue could not be read", error),
    );
  }

  /** The reminder every 60 s while anything waits, and the watchdog that aborts a stalled cycle. */
  async function tick(): Promise<void> {
    if (isStopped) return;
    cancelTick = ports.after(TICK_MS, tick);
    if (!running && (await ports.msUntilDue()) === null) {
      last.progressAt = ports.now();
      return;
    }
    const now = ports.now();
    const isUnderWay = running && now <= running.deadline;
    const isStalled = now - last.progressAt >= STALLED_AFTER_MS && now >= wait.retryAfter && !isUnderWay;
    if (!isStalled) {
      if (!running && now - last.startAt >= TICK_MS) void kick("whenDue");
      return;
    }
    last.progressAt = now;
    running?.controller.abort();
    running = undefined;
    void run();
  }

  return {
    kick,
    isBusy: () => running !== undefined,
    stop() {
      isStopped = true;
      cancelTick();
      planned?.cancel();
      running?.controller.abort();
    },
  };
}

function sooner(one: Urgency | undefined, other: Urgency): Urgency | undefined {
  return URGENCIES.find((each) => each === one || each === other);
}

/** The earliest time at which a cycle of this urgency may start. */
function earliest(urgency: Urgency, now: number, { backoffUntil, retryAfter }: Wait, lastStartAt: number) {
  switch (urgency) {
    case "asked":
      return now;
    case "now":
      return Math.max(now, retryAfter);
    case "soon":
      return Math.max(
        now + WRITE_DEBOUNCE_MS,
        retryAfter,
        Math.min(backoffUntil, lastStartAt + NUDGE_EVERY_MS),
      );
    case "whenDue":
      return Math.max(now, retryAfter, backoffUntil);
  }
}

function waitAfter(outcome: Outcome, wait: Wait, now: number, random: () => number): Wait {
  switch (outcome.status) {
    case "done":
      return NO_WAIT;
    case "later": {
      const failures = wait.failures + 1;
      const retryAfter = outcome.retryAfterMs === null ? wait.retryAfter : now + outcome.retryAfterMs;
      return { failures, backoffUntil: now + backoffMs(failures, random), retryAfter };
    }
    case "signedOut":
      return wait;
  }
}

/**
 * Runs `work`. The outcome is "later" when it fails, is aborted, or makes no progress for `silentMs` or the longer time that
 * it has asked for. It never waits for work that ignores its signal: a promise that never settles must not stall the queue.
 */
async function withDeadline(
  timer: Pick<SchedulePorts, "after">,
  silentMs: number,
  controller: AbortController,
  work: (signal: AbortSignal, onProgress: (silentMs: number) => void) => Promise<Outcome>,
): Promise<Outcome> {
  const { signal } = controller;
  let giveUp: () => void = () => undefined;
  const aborted = new Promise<Outcome>((resolve) => {
    giveUp = () => resolve(later("network"));
    signal.addEventListener("abort", giveUp);
  });
  let isOver = false;
  let cancel: () => void = () => undefined;
  const extend = (ms: number) => {
    if (isOver) return;
    cancel();
    cancel = timer.after(Math.max(silentMs, ms), () => controller.abort());
  };
  extend(silentMs);
  try {
    return await Promise.race([work(signal, extend), aborted]);
  } catch (error) {
    // One possible cause is a database that was closed or deleted during the cycle. Trying again loses nothing.
    console.warn("A sync cycle failed and will be repeated", error);
    return later("server");
  } finally {
    isOver = true;
    cancel();
    signal.removeEventListener("abort", giveUp);
  }
}
