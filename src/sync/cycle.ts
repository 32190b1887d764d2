import { writeMeta } from "../db/meta.ts";
import { DONE, later, type Outcome, type SyncPorts } from "./ports.ts";
import { pullAll } from "./pull.ts";
import { pushDue } from "./push.ts";

/** A pull may queue what the server has forgotten; pushing that makes a second round, never an endless one. */
const MAX_ROUNDS = 2;
/** Cycles in a row in which pushing failed at the server while pulling worked, before the queue is suspected. */
const SUSPECT_AFTER = 3;

/** What one cycle leaves to the next. */
export type CycleMemory = { oddFailures: number };

/**
 * One cycle: push all that is due, then pull (offline rule 10). Two at once are safe: sending is idempotent by
 * the server's ledger, joining by its nature, and the position only moves forwards.
 *
 * A push that fails at the server does not keep the pull from running. When only the push fails, again and again,
 * one entry may be the cause, and the next cycle looks for it: one bad entry must not hold up the others (I10).
 */
export async function runCycle(ports: SyncPorts, signal: AbortSignal, memory: CycleMemory): Promise<Outcome> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const pushed = await pushDue(ports, signal, memory.oddFailures >= SUSPECT_AFTER);
    if (pushed.status === "signedOut") return pushed;
    if (pushed.status === "later" && pushed.why !== "server") return pushed;
    const pulled = await pullAll(ports, signal);
    if (pulled.status !== "done") return pushed.status === "later" ? pushed : pulled;
    memory.oddFailures = pushed.status === "later" ? memory.oddFailures + 1 : 0;
    if (pushed.status === "later") return pushed;
    if (pulled.queued === 0) break;
  }
  if (signal.aborted) return later("network");
  await writeMeta(ports.db, "lastSuccessAt", new Date(ports.now()).toISOString());
  return DONE;
}
