import { endWaits } from "../db/dueEntries.ts";
import { writeMeta } from "../db/meta.ts";
import { DONE, type Later, later, type Outcome, type Run, type SyncPorts } from "./ports.ts";
import { pullAll } from "./pull.ts";
import { MAX_BATCH_BYTES, type PushMemory, pushDivided, pushDue, shrink } from "./push.ts";

/** A pull may queue what the server has forgotten; pushing that makes a second round, never an endless one. */
const MAX_ROUNDS = 2;

/** What one cycle leaves to the next. */
export type CycleMemory = PushMemory & {
  /** Cycles in a row in which pushing failed while pulling worked. */
  oddFailures: number;
  hasFailed: boolean;
};

export const newMemory = (): CycleMemory => ({
  batchBytes: MAX_BATCH_BYTES,
  oddFailures: 0,
  hasFailed: false,
});

/**
 * One cycle: push all that is due, then pull (offline rule 10). Two at once are safe: sending is idempotent by
 * the server's ledger, joining by its nature, and the position only moves forwards.
 *
 * A push that fails does not keep the pull from running. When the pull works and the push does not, what is in the
 * queue may be the cause, and the queue is sent divided: one bad entry must not hold up the others (I10).
 */
export async function runCycle(ports: SyncPorts, run: Run, memory: CycleMemory): Promise<Outcome> {
  // What was isolated while the connection was bad is due as soon as it is good again (I7): it goes last, so it cannot
  // hold up the others.
  if (run.isAsked || memory.hasFailed) await endWaits(ports.db, run.isAsked ? "all" : "isolated");
  const outcome = await exchange(ports, run, memory);
  memory.hasFailed = outcome.status === "later";
  return outcome;
}

async function exchange(ports: SyncPorts, run: Run, memory: CycleMemory): Promise<Outcome> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const pushed = await pushDue(ports, run, memory);
    if (pushed.status === "signedOut") return pushed;
    const pulled = await pullAll(ports, run);
    if (pulled.status === "signedOut") return pulled;
    if (pulled.status === "later") return pushed.status === "later" ? longer(pushed, pulled) : pulled;
    if (pushed.status === "done") {
      memory.oddFailures = 0;
      if (pulled.queued === 0) break;
      continue;
    }
    memory.oddFailures += 1;
    shrink(memory);
    const divided = memory.oddFailures < divideAfter(pushed) ? pushed : await pushDivided(ports, run, memory);
    // Pulling worked, so whatever happened to the push, the device is not offline.
    if (divided.status === "later" && divided.why === "network") return { ...divided, why: "server" };
    if (divided.status !== "done") return divided;
    memory.oddFailures = 0;
  }
  if (run.signal.aborted) return later("network");
  await writeMeta(ports.db, "lastSuccessAt", new Date(ports.now()).toISOString());
  return DONE;
}

/**
 * How many cycles in a row must fail with `failure` until the queue is sent divided. A server that asks for patience
 * or for another token is taken at its word at first; a broken connection or a fault may be over by the next cycle.
 */
function divideAfter({ why, retryAfterMs }: Later): number {
  if (retryAfterMs !== null || why === "token" || why === "session") return 3;
  return why === "busy" ? 1 : 2;
}

const longer = (a: Later, b: Later) => ((a.retryAfterMs ?? 0) >= (b.retryAfterMs ?? 0) ? a : b);
