import { writeMeta } from "../../db/store/meta.ts";
import { endWaits } from "../../db/synced/queue.ts";
import { rejoinAside } from "../../db/synced/receive.ts";
import { DONE, type Later, later, type Outcome, type Run, type SyncPorts } from "../ports.ts";
import { pullAll } from "./pull.ts";
import { MAX_BATCH_BYTES, type PushMemory, pushDivided, pushDue, pushNothing, shrink } from "./push.ts";

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
 * Runs one cycle: pulls, then pushes everything that is due (docs/offline-rules.md, rule 10). After the pull the device knows
 * the server's time and epoch, so hardly anything is sent with a stamp that the server refuses, and a restored server is noticed
 * before its revision moves. Two cycles at the same time are safe: a join is idempotent, and within an epoch the position only
 * moves forwards.
 *
 * If the pull fails, an empty push takes its place: it tells the time, and nothing is sent to a server that knows fewer
 * revisions than this device has seen. If only the push fails, a row in the queue may be the cause, so the queue is halved
 * until that row is alone: one bad row must not hold up the others (I10).
 */
export async function runCycle(ports: SyncPorts, run: Run, memory: CycleMemory): Promise<Outcome> {
  // Rows isolated during a fault must be sent as soon as it ends (I7), so the cycle after a failed one makes them due. They are
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
  await rejoinAside(ports.db, ports.userId).catch((error: unknown) => {
    // On a full device, for example. What is due can be sent all the same.
    console.warn("Rows that were put aside could not be read", error);
  });
  const pulled = await pullAll(ports, run).catch((error: unknown) => {
    // On a full device, for example. What is due can be sent all the same.
    console.warn("The server's changes could not be stored", error);
    return later("server");
  });
  if (pulled.status === "signedOut") return pulled;
  if (pulled.status === "later") {
    const told = await pushNothing({ ports, run, isSearch: false });
    const pushed = told.status === "done" ? await pushDue(ports, run, memory) : told;
    if (pushed.status === "signedOut") return pushed;
    return pushed.status === "later" ? longer(pushed, pulled) : pulled;
  }
  const pushed = await pushDue(ports, run, memory);
  if (pushed.status === "signedOut") return pushed;
  if (pushed.status === "later") {
    memory.oddFailures += 1;
    shrink(memory);
    const divided = memory.oddFailures < divideAfter(pushed) ? pushed : await pushDivided(ports, run, memory);
    // Pulling worked, so the device is not offline, whatever happened to the push.
    if (divided.status === "later" && divided.why === "network") return { ...divided, why: "server" };
    if (divided.status !== "done") return divided;
  }
  memory.oddFailures = 0;
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
