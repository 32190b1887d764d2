import { backoffMs } from "./backoff.ts";
import type { Outcome, Run } from "./ports.ts";
import { withDeadline } from "./withDeadline.ts";

/** A cycle without a sign of progress for this long has stalled. */
export const CYCLE_TIMEOUT_MS = 30_000;
/** A step that may take longer ends by itself; this much later it is given up from outside. */
const GRACE_MS = 10_000;
/** A person who asks does not wait for a request that has been silent for this long: its connection may be dead. */
const PATIENCE_OF_A_PERSON_MS = 10_000;
const WRITE_DEBOUNCE_MS = 250;
/** A learner who goes on working may try this often while the backoff runs. */
const NUDGE_EVERY_MS = 5_000;
const TICK_MS = 60_000;
const STALLED_AFTER_MS = 2 * 60_000;

/**
 * How urgent a cycle is.
 * - `asked`: a person asks for it: wait for nothing at all.
 * - `now`: something has changed for the better (start, online, visible): wait only where the server asked for it.
 * - `soon`: something was written: gather what follows, respect most of the backoff.
 * - `whenDue`: a reminder: respect the backoff.
 */
export type Urgency = "asked" | "now" | "soon" | "whenDue";
const URGENCIES: readonly Urgency[] = ["asked", "now", "soon", "whenDue"];

export type RunnerPorts = {
  /** Ms on a clock that is never set back. */
  now(): number;
  random(): number;
  /** Calls back once after the delay; returns how to call it off. */
  after(delayMs: number, callback: () => void): () => void;
  /** One cycle. May reject: that counts as "later". */
  cycle(run: Run): Promise<Outcome>;
  /** In how many ms something in the queue is due: 0 when it is due now, null when the queue is empty. */
  msUntilDue(): Promise<number | null>;
  onOutcome(outcome: Outcome | { status: "started" }): void;
};

export type Runner = {
  /** Resolves when the cycle that this led to is over, or sooner when that has to wait. */
  kick(urgency: Urgency): Promise<void>;
  isBusy(): boolean;
  stop(): void;
};

/** Decides when cycles run (offline rules 10, 12, 13): one at a time, backed off, never stalled for good. */
export function createRunner(ports: RunnerPorts): Runner {
  /** `seenAt`: the last sign of progress. `deadline`: without another one it has stalled by then. */
  let running:
    | { done: Promise<void>; controller: AbortController; seenAt: number; deadline: number }
    | undefined;
  let again: Urgency | undefined;
  let isAsked = false;
  let failures = 0;
  let backoffUntil = 0;
  /** Until then the server has asked to be left alone. */
  let embargoUntil = 0;
  let lastStartAt = Number.NEGATIVE_INFINITY;
  let lastProgressAt = ports.now();
  let planned: { at: number; cancel: () => void } | undefined;
  let isStopped = false;
  let cancelTick = ports.after(TICK_MS, tick);

  function earliest(urgency: Urgency): number {
    const now = ports.now();
    switch (urgency) {
      case "asked":
        return now;
      case "now":
        return Math.max(now, embargoUntil);
      case "soon":
        return Math.max(
          now + WRITE_DEBOUNCE_MS,
          embargoUntil,
          Math.min(backoffUntil, lastStartAt + NUDGE_EVERY_MS),
        );
      case "whenDue":
        return Math.max(now, embargoUntil, backoffUntil);
    }
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

  async function kick(urgency: Urgency): Promise<void> {
    if (isStopped) return;
    if (urgency === "asked") isAsked = true;
    if (running) {
      again = URGENCIES.find((each) => each === again || each === urgency);
      if (isAsked && ports.now() - running.seenAt > PATIENCE_OF_A_PERSON_MS) running.controller.abort();
      await running.done;
      return planned && planned.at <= ports.now() ? run() : undefined;
    }
    const at = earliest(urgency);
    if (at <= ports.now()) return run();
    plan(at);
  }

  function run(): Promise<void> {
    if (isStopped) return Promise.resolve();
    if (running) return running.done;
    planned?.cancel();
    planned = undefined;
    again = undefined;
    lastStartAt = ports.now();
    const controller = new AbortController();
    const mine = {
      controller,
      done: Promise.resolve(),
      seenAt: lastStartAt,
      deadline: lastStartAt + CYCLE_TIMEOUT_MS,
    };
    running = mine;
    const isAskedFor = isAsked;
    isAsked = false;
    ports.onOutcome({ status: "started" });
    mine.done = withDeadline(ports, CYCLE_TIMEOUT_MS, controller, (signal, extend) =>
      ports.cycle({
        signal,
        isAsked: isAskedFor,
        onProgress(silentMs) {
          mine.seenAt = ports.now();
          mine.deadline = mine.seenAt + Math.max(CYCLE_TIMEOUT_MS, silentMs + GRACE_MS);
          extend(silentMs + GRACE_MS);
        },
      }),
    ).then((outcome) => {
      if (running !== mine || isStopped) return;
      running = undefined;
      settle(outcome);
    });
    return mine.done;
  }

  function settle(outcome: Outcome): void {
    const now = ports.now();
    switch (outcome.status) {
      case "done":
        failures = 0;
        backoffUntil = 0;
        embargoUntil = 0;
        lastProgressAt = now;
        planWaiting();
        break;
      case "later":
        failures += 1;
        backoffUntil = now + backoffMs(failures, ports.random);
        if (outcome.retryAfterMs !== null) embargoUntil = now + outcome.retryAfterMs;
        plan(earliest("whenDue"));
        break;
      case "signedOut":
        break;
    }
    if (again) plan(earliest(again));
    ports.onOutcome(outcome);
  }

  /** What was refused or did not get through is sent again when it is due, and not with the next reminder. */
  function planWaiting(): void {
    ports.msUntilDue().then(
      (ms) => ms !== null && ms > 0 && !running && plan(ports.now() + ms),
      (error: unknown) => console.warn("The queue could not be read; the next reminder tries again", error),
    );
  }

  /** The 60 s reminder while anything waits, and the watchdog that gives up on what has stalled. */
  async function tick(): Promise<void> {
    if (isStopped) return;
    cancelTick = ports.after(TICK_MS, tick);
    if (!running && (await ports.msUntilDue()) === null) {
      lastProgressAt = ports.now();
      return;
    }
    const now = ports.now();
    const isUnderWay = running && now <= running.deadline;
    const isStalled = now - lastProgressAt >= STALLED_AFTER_MS && now >= embargoUntil && !isUnderWay;
    if (!isStalled) {
      if (!running && now - lastStartAt >= TICK_MS) void kick("whenDue");
      return;
    }
    lastProgressAt = now;
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
