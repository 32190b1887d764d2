import { writeMeta } from "../../db/store/meta.ts";
import { endWaits } from "../../db/synced/dueEntries.ts";
import { DONE, type Later, later, type Outcome, type Run, type SyncPorts } from "../ports.ts";
import { pullAll } from "./pull.ts";
import { MAX_BATCH_BYTES, type PushMemory, pushDivided, pushDue, shrink } from "./push.ts";

/** A pull may queue data that the server has lost. Pushing it takes a second round. The limit prevents a loop. */
const MAX_ROUNDS = 2;

/** State that one cycle passes to the next. */
export type CycleMemory = PushMemory & {
  /** The number of consecutive cycles in which pushing failed while pulling worked. */
  oddFailures: number;
  hasFailed: boolean;
};

export const newMemory = (): CycleMemory => ({
  batchBytes: MAX_BATCH_BYTES,
  oddFailures: 0,
  hasFailed: false,
});

/**
 * Runs one cycle: pushes everything that is due, then pulls (offline rule 10). Two cycles at the same time are safe:
 * the server's ledger makes sending idempotent, a join is idempotent by definition, and the position only moves
 * forwards.
 *
 * The pull runs even if the push has failed. If only the push fails, an entry in the queue may be the cause, so the
 * queue is divided to find it: one bad entry must not hold up the others (I10).
 */
export async function runCycle(ports: SyncPorts, run: Run, memory: CycleMemory): Promise<Outcome> {
  // Entries isolated during a fault must be sent as soon as it ends (I7), so a failed cycle makes them due again. They are
  // sent last, so they cannot hold up the others.
  if (run.isAsked || memory.hasFailed) {
    await endWaits(ports.db, run.isAsked ? "all" : "isolated").catch((error: unknown) => {
      // On a full device, for example. What is due can be sent all the same.
      console.warn("Changes that wait could not be made due", error);
    });
  }
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
    // Pulling worked, so the device is not offline, whatever happened to the push.
    if (divided.status === "later" && divided.why === "network") return { ...divided, why: "server" };
    if (divided.status !== "done") return divided;
    memory.oddFailures = 0;
  }
  if (run.signal.aborted) return later("network");
  await writeMeta(ports.db, "lastSuccessAt", new Date(ports.now()).toISOString());
  return DONE;
}

/**
 * How many consecutive cycles must fail before the queue is divided. Three if the server asks the client to wait or to
 * send another token, because it may really need that. Two after a lost connection or a fault, which may be over by the
 * next cycle. One after any other response.
 */
function divideAfter({ why, retryAfterMs }: Later): number {
  if (retryAfterMs !== null || why === "token" || why === "session") return 3;
  return why === "busy" ? 1 : 2;
}

const longer = (a: Later, b: Later) => ((a.retryAfterMs ?? 0) >= (b.retryAfterMs ?? 0) ? a : b);
