import { takeDueEntries } from "../db/dueEntries.ts";
import type { OutboxEntry } from "../db/rows.ts";
import { deferEntry, settleEntries, type Verdict } from "../db/settleEntries.ts";
import type { OpId } from "../domain/ids.ts";
import { MAX_OPS_PER_PUSH, type PushReply, pushReplySchema } from "../domain/protocol.ts";
import { asLearner } from "./asLearner.ts";
import { backoffMs } from "./backoff.ts";
import { DONE, later, type Outcome, type SyncPorts } from "./ports.ts";

/** Finding one bad entry among 100 takes at most 14 requests; this bounds a cycle when there are many. */
const MAX_PUSHES_PER_CYCLE = 40;
/** How long an entry that the server fails on lets the others go first. */
const SUSPECT_WAIT_MS = 60_000;

type Batch = {
  ports: SyncPorts;
  signal: AbortSignal;
  budget: { left: number };
  /** The server fails on this queue while it answers everything else: look for the entry it fails on. */
  isSuspect: boolean;
};

/**
 * Sends everything that is due, oldest first.
 *
 * 1. Up to 100 entries go in one request; the server answers one status per op.
 * 2. Confirmed entries leave the queue; refused ones wait longer each time and are parked after five refusals.
 * 3. A batch that is refused as a whole is halved until the culprit stands alone (rule 12). So is one that the
 *    server fails on, once `isSuspect`; that culprit only waits, because a failure is no refusal.
 * 4. Any other answer decides nothing: everything stays and is tried again.
 */
export async function pushDue(ports: SyncPorts, signal: AbortSignal, isSuspect = false): Promise<Outcome> {
  const batch: Batch = { ports, signal, isSuspect, budget: { left: MAX_PUSHES_PER_CYCLE } };
  for (;;) {
    const entries = await takeDueEntries(ports.db, ports.now(), MAX_OPS_PER_PUSH);
    if (entries.length === 0) return DONE;
    const outcome = await pushBatch(batch, entries);
    if (outcome.status !== "done") return outcome;
  }
}

async function pushBatch(batch: Batch, entries: OutboxEntry[]): Promise<Outcome> {
  const { ports, signal, budget } = batch;
  if (budget.left === 0 || signal.aborted) return later("busy");
  budget.left -= 1;
  const answer = await asLearner(ports, "rpc/sync_push", { body: { ops: entries.map(wireOp) }, signal });
  switch (answer.status) {
    case "json": {
      const reply = acceptedReply(answer.body, ports, entries);
      if (!reply) return later("server");
      await settleEntries(ports.db, ports.userId, {
        epoch: reply.epoch,
        verdicts: verdictsOf(ports, reply, entries),
      });
      return DONE;
    }
    case "refused":
      if (entries.length > 1) return pushHalves(batch, entries);
      await settleEntries(ports.db, ports.userId, {
        epoch: null,
        verdicts: entries.map((each) => refusal(ports, each, answer.code)),
      });
      return DONE;
    case "later":
      if (!batch.isSuspect || answer.why !== "server") return answer;
      if (entries.length > 1) return pushHalves(batch, entries);
      for (const entry of entries) await deferEntry(ports.db, entry.opId, ports.now() + SUSPECT_WAIT_MS);
      return DONE;
    case "signedOut":
      return answer;
  }
}

async function pushHalves(batch: Batch, entries: OutboxEntry[]): Promise<Outcome> {
  const middle = Math.ceil(entries.length / 2);
  const first = await pushBatch(batch, entries.slice(0, middle));
  if (first.status !== "done") return first;
  return pushBatch(batch, entries.slice(middle));
}

function wireOp({ opId, type, v, clientAt, payload }: OutboxEntry) {
  return { op_id: opId, type, v, client_at: clientAt, payload };
}

/** The reply, if it is the real server's answer to exactly these entries of exactly this learner (rule 11). */
function acceptedReply(body: unknown, ports: SyncPorts, entries: OutboxEntry[]): PushReply | null {
  const parsed = pushReplySchema.safeParse(body);
  if (!parsed.success || parsed.data.user_id !== ports.userId) return null;
  const answered = new Set(parsed.data.results.map((each) => each.op_id));
  const isComplete =
    parsed.data.results.length === entries.length && entries.every((each) => answered.has(each.opId));
  return isComplete ? parsed.data : null;
}

function verdictsOf(ports: SyncPorts, reply: PushReply, entries: OutboxEntry[]): Verdict[] {
  const byId = new Map<string, OutboxEntry>(entries.map((each) => [each.opId, each]));
  return reply.results.flatMap((result): Verdict[] => {
    const entry = byId.get(result.op_id);
    if (!entry) return [];
    if (result.status === "rejected") return [refusal(ports, entry, result.code)];
    const { written_at } = result;
    const ranked = written_at && { writtenAt: new Date(written_at).toISOString() };
    return [{ opId: entry.opId, confirmed: true, ...ranked }];
  });
}

function refusal(ports: SyncPorts, entry: { opId: OpId; tries: number }, code: string): Verdict {
  const retryAt = ports.now() + backoffMs(entry.tries + 1, ports.random);
  return { opId: entry.opId, confirmed: false, code, retryAt };
}
