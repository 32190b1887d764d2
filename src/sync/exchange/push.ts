import type { OutboxEntry } from "../../db/store/rows.ts";
import { isolateEntry, takeDueEntries, wireBytes } from "../../db/synced/dueEntries.ts";
import { settleEntries, type Verdict } from "../../db/synced/settleEntries.ts";
import type { OpId } from "../../domain/ids.ts";
import { MAX_OPS_PER_PUSH, type PushReply, pushReplySchema } from "../../entities/protocol.ts";
import { backoffMs } from "../../platform/backoff.ts";
import { DONE, type Later, later, type Outcome, type Run, SILENCE_MS, type SyncPorts } from "../ports.ts";
import { authenticatedRequest, type LearnerAnswer } from "./authenticatedRequest.ts";

/** Finding one bad entry among 100 takes at most 15 requests; this bounds a cycle when there are many. */
const MAX_FAILED_PUSHES_PER_CYCLE = 40;
/** The most that one push carries. It carries less after a batch of this size has not got through. */
export const MAX_BATCH_BYTES = 64 * 1024;
const MIN_BATCH_BYTES = 4 * 1024;
/** A batch gets enough time for an uplink of this speed. A batch that takes longer than that is divided. */
const BATCH_BYTES_PER_SECOND = 2_000;
/** A single entry cannot be divided, so it gets enough time for an uplink that is slower than any in use. */
const ENTRY_BYTES_PER_SECOND = 250;

/** What earlier pushes revealed about the connection. */
export type PushMemory = {
  /** How many bytes of entries one push may carry. */
  batchBytes: number;
};

type Push = {
  ports: SyncPorts;
  run: Run;
  memory: PushMemory;
  /**
   * True if an empty push succeeds but this queue does not get through. The push then searches for the entry that is
   * the cause.
   */
  isSearch: boolean;
  failuresLeft: number;
};

/**
 * Sends everything that is due, oldest first.
 *
 * 1. One request carries up to 100 entries, and no more bytes than the connection has proved able to carry. The server
 *    returns one status per op.
 * 2. Confirmed entries leave the queue; rejected ones wait longer each time and are parked after five rejections.
 * 3. A batch that is rejected as a whole is halved until the bad entry is alone (offline rule 12).
 * 4. Any other response decides nothing: all entries stay and are sent again.
 */
export function pushDue(ports: SyncPorts, run: Run, memory: PushMemory): Promise<Outcome> {
  return pushAll({ ports, run, memory, isSearch: false, failuresLeft: MAX_FAILED_PUSHES_PER_CYCLE });
}

/**
 * Sends entries that a push could not send although pulling works. The cause may be one entry that a firewall blocks or
 * the server fails on, or more bytes than the connection can carry in time.
 *
 * 1. An empty push shows whether pushing works at all. If it does not, the queue is not the cause and stays as it is.
 * 2. A batch that does not get through is halved, whatever the response, or if there is none.
 * 3. An entry that fails alone while an empty push succeeds is isolated: from then on it is sent last and alone, so it
 *    delays no other. The server has not rejected it, so it is never parked.
 */
export async function pushDivided(ports: SyncPorts, run: Run, memory: PushMemory): Promise<Outcome> {
  const push: Push = {
    ports,
    run,
    memory,
    isSearch: true,
    failuresLeft: MAX_FAILED_PUSHES_PER_CYCLE,
  };
  const proof = await pushNothing(push);
  return proof.status === "done" ? pushAll(push) : proof;
}

async function pushAll(push: Push): Promise<Outcome> {
  const { ports, memory } = push;
  for (;;) {
    const entries = await takeDueEntries(ports.db, ports.now(), MAX_OPS_PER_PUSH, memory.batchBytes);
    if (entries.length === 0) return DONE;
    const outcome = await pushBatch(push, entries);
    if (outcome.status !== "done") return outcome;
  }
}

async function pushBatch(push: Push, entries: OutboxEntry[]): Promise<Outcome> {
  const { ports, run, memory } = push;
  if (push.failuresLeft === 0 || run.signal.aborted) return later("busy");
  const bytes = bytesOf(entries);
  const silentMs = silenceFor(bytes, entries.length);
  const startedAt = ports.now();
  const answer = await send(push, entries, silentMs);
  const reply = answer.status === "json" ? acceptedReply(answer.body, ports, entries) : null;
  if (reply) {
    const isQuick = ports.now() - startedAt <= silentMs / 4;
    if (isQuick) memory.batchBytes = Math.min(MAX_BATCH_BYTES, memory.batchBytes * 2);
    await settle(push, reply, entries);
    return DONE;
  }
  push.failuresLeft -= 1;
  switch (answer.status) {
    case "refused":
      if (entries.length > 1) return pushHalves(push, entries, bytes);
      await settleEntries(ports.db, ports.userId, {
        epoch: null,
        verdicts: entries.map((each) => refusal(ports, each, answer.code)),
      });
      return DONE;
    case "json":
      return divide(push, entries, bytes, later("server"));
    case "later":
      return divide(push, entries, bytes, answer);
    case "signedOut":
      return answer;
  }
}

/** Searches for the entry that causes `failure`. A push without a search checks only an entry isolated earlier. */
async function divide(push: Push, entries: OutboxEntry[], bytes: number, failure: Later): Promise<Outcome> {
  const { ports, run } = push;
  if (run.signal.aborted) return failure;
  const [entry] = entries;
  const isKnownCulprit = entry?.isolated !== undefined && entries.length === 1;
  if (!push.isSearch && !isKnownCulprit) return failure;
  if (entries.length > 1) return pushHalves(push, entries, bytes);
  const proof = await pushNothing(push);
  if (proof.status !== "done") return proof;
  for (const { opId, isolated = 0 } of entries) {
    await isolateEntry(ports.db, opId, ports.now() + backoffMs(isolated + 1, ports.random));
  }
  return DONE;
}

async function pushHalves(push: Push, entries: OutboxEntry[], bytes: number): Promise<Outcome> {
  shrink(push.memory, bytes);
  const middle = Math.ceil(entries.length / 2);
  const first = await pushBatch(push, entries.slice(0, middle));
  if (first.status !== "done") return first;
  return pushBatch(push, entries.slice(middle));
}

/** Pushes no entries. If this succeeds, a failed push is due to the entries that it carried. */
async function pushNothing(push: Push): Promise<Outcome> {
  const answer = await send(push, [], SILENCE_MS);
  if (answer.status === "json") return acceptedReply(answer.body, push.ports, []) ? DONE : later("server");
  return answer.status === "refused" ? later("server") : answer;
}

function send(
  { ports, run, isSearch }: Push,
  entries: OutboxEntry[],
  silentMs: number,
): Promise<LearnerAnswer> {
  return authenticatedRequest(ports, "rpc/sync_push", {
    body: { ops: entries.map(wireOp) },
    signal: run.signal,
    // The pull has just shown that the token is valid. Renewing it for each part of a batch would flood the auth server.
    keepsToken: isSearch,
    patience: { silentMs, after: ports.after, onProgress: run.onProgress },
  });
}

/** After a batch of `bytes` did not get through, limits the next batch to half that size. */
export function shrink(memory: PushMemory, bytes = memory.batchBytes): void {
  memory.batchBytes = Math.max(MIN_BATCH_BYTES, Math.min(memory.batchBytes, bytes) / 2);
}

/** How long the response to a push may take. Browsers report no upload progress, so the time depends on the size. */
function silenceFor(bytes: number, count: number): number {
  const perSecond = count > 1 ? BATCH_BYTES_PER_SECOND : ENTRY_BYTES_PER_SECOND;
  return SILENCE_MS + (bytes / perSecond) * 1000;
}

const bytesOf = (entries: OutboxEntry[]) => entries.reduce((sum, each) => sum + wireBytes(each), 0);

function wireOp({ opId, type, v, clientAt, payload }: OutboxEntry) {
  return { op_id: opId, type, v, client_at: clientAt, payload };
}

/** The reply, if it is the real server's answer to exactly these entries of exactly this learner (offline rule 11). */
function acceptedReply(body: unknown, ports: SyncPorts, entries: OutboxEntry[]): PushReply | null {
  const parsed = pushReplySchema.safeParse(body);
  if (!parsed.success || parsed.data.user_id !== ports.userId) return null;
  const answered = new Set(parsed.data.results.map((each) => each.op_id));
  const isComplete =
    parsed.data.results.length === entries.length && entries.every((each) => answered.has(each.opId));
  return isComplete ? parsed.data : null;
}

function settle({ ports }: Push, reply: PushReply, entries: OutboxEntry[]): Promise<void> {
  const verdicts = verdictsOf(ports, reply, entries);
  return settleEntries(ports.db, ports.userId, { epoch: reply.epoch, verdicts });
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
