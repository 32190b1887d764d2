import { readPosition } from "../../db/store/meta.ts";
import { PROMPT_MS } from "../../db/store/serverClock.ts";
import {
  dueRows,
  isolateRow,
  postponeRow,
  refuseRow,
  type UnsentRow,
  wireBytes,
} from "../../db/synced/queue.ts";
import { receive } from "../../db/synced/receive.ts";
import {
  MAX_ROWS_PER_PUSH,
  PROTOCOL_VERSION,
  type PushReply,
  pushReplySchema,
} from "../../entities/messages.ts";
import { kindOf } from "../../entities/registry.ts";
import { type SentRow, sentForm } from "../../entities/row.ts";
import { backoffMs } from "../../platform/backoff.ts";
import { DONE, type Later, later, type Outcome, type Run, SILENCE_MS, type SyncPorts } from "../ports.ts";
import { authenticatedRequest, type LearnerAnswer } from "./authenticatedRequest.ts";

/** Finding one bad row among 100 takes at most 15 requests; this bounds each search of a cycle when there are many. */
const MAX_FAILED_PUSHES_PER_CYCLE = 40;
/** How long a row waits for a server that does not know its kind yet. */
const UPDATE_WAIT_MS = 5 * 60_000;
/** The most that one push carries. It carries less after a batch of this size has not got through. */
export const MAX_BATCH_BYTES = 64 * 1024;
const MIN_BATCH_BYTES = 4 * 1024;
/** A batch gets enough time for an uplink of this speed. A batch that takes longer than that is divided. */
const BATCH_BYTES_PER_SECOND = 2_000;
/** A single row cannot be divided, so it gets enough time for an uplink that is slower than any in use. */
const ROW_BYTES_PER_SECOND = 250;

/** How often a cycle sends the same state of a row. More than once is normal only if the server is restored meanwhile. */
const MAX_SENDS_PER_CYCLE = 3;
/** A row that the server keeps answering but never confirms waits as long as after this many refusals. */
const STUCK_WAITS_LIKE = 5;

/** What earlier pushes revealed about the connection. */
export type PushMemory = {
  /** How many bytes of rows one push may carry. */
  batchBytes: number;
};

type Push = {
  ports: SyncPorts;
  run: Run;
  memory: PushMemory;
  /**
   * True if an empty push succeeds but this queue does not get through. The push then searches for the row that is
   * the cause.
   */
  isSearch: boolean;
  failuresLeft: number;
};

/**
 * Sends every row that is due, oldest first.
 *
 * 1. One request carries up to 100 rows, and no more bytes than the connection has proved able to carry. The server
 *    returns one answer per row, and its own row where that differs.
 * 2. A row that the server has is no longer unsent; refused rows wait longer each time and are parked after five refusals.
 * 3. A batch that is rejected as a whole (`request.ts` says by which replies) is halved until the bad row is alone (offline
 *    rule 12).
 * 4. Any other response decides nothing: all rows stay unsent and are sent again.
 */
export function pushDue(ports: SyncPorts, run: Run, memory: PushMemory): Promise<Outcome> {
  return pushAll({ ports, run, memory, isSearch: false, failuresLeft: MAX_FAILED_PUSHES_PER_CYCLE });
}

/**
 * Sends rows that the pushes of one to three cycles (`divideAfter` in cycle.ts) could not send although pulling works. The
 * cause may be one row that a firewall blocks or the server fails on, or more bytes than the connection can carry in time.
 *
 * 1. An empty push shows whether pushing works at all. If it does not, the queue is not the cause and stays as it is.
 * 2. A batch that does not get through is halved, whatever the response, or if there is none.
 * 3. A row that fails alone while an empty push succeeds is isolated: from then on it is sent last and alone, so it
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
  const timesSent = new Map<string, number>();
  let hasAsked = false;
  for (;;) {
    const due = (most: number, limitMs?: number) =>
      dueRows(ports.db, ports.now(), most, { maxBytes: memory.batchBytes, limitMs });
    const rows = await due(MAX_ROWS_PER_PUSH, ports.serverClock.limit());
    if (rows.length === 0) {
      // Only rows above the limit are left, and the reply to an empty push lowers their stamps. Were they sent, a repeated
      // request could be accepted much later.
      if (hasAsked || (await due(1)).length === 0) return DONE;
      hasAsked = true;
      const told = await pushNothing(push);
      if (told.status !== "done") return told;
      continue;
    }
    // The server has neither refused these nor said that it has them. Without a wait, they would be sent forever.
    const states = rows.map((row) => JSON.stringify(asSent(row)));
    const stuck = rows.filter((_, index) => (timesSent.get(states[index] ?? "") ?? 0) >= MAX_SENDS_PER_CYCLE);
    const retryAt = ports.now() + backoffMs(STUCK_WAITS_LIKE, ports.random);
    for (const row of stuck) await postponeRow(ports.db, asSent(row), retryAt);
    if (stuck.length > 0) continue;
    for (const state of states) timesSent.set(state, (timesSent.get(state) ?? 0) + 1);
    const outcome = await pushBatch(push, rows);
    if (outcome.status !== "done") return outcome;
  }
}

async function pushBatch(push: Push, rows: UnsentRow[]): Promise<Outcome> {
  const { ports, run, memory } = push;
  if (push.failuresLeft === 0 || run.signal.aborted) return later("busy");
  const bytes = bytesOf(rows);
  const silentMs = silenceFor(bytes, rows.length);
  const position = await readPosition(ports.db);
  const sent = rows.map(asSent);
  const tookMs = startWatch(ports);
  const answer = await send(push, sent, silentMs);
  const reply = answer.status === "json" ? acceptedReply(answer.body, ports, sent) : null;
  if (reply) {
    if (tookMs() <= silentMs / 4) memory.batchBytes = Math.min(MAX_BATCH_BYTES, memory.batchBytes * 2);
    noteTime(ports, reply, tookMs);
    // The pull has set stamps back. Reading the whole queue again for each batch would take long.
    const asked = { position, rows: sent };
    const isCurrent = await receive(ports.db, ports.userId, reply, asked, () => false);
    if (isCurrent) await noteRefusals(push, reply, sent, rows);
    return DONE;
  }
  push.failuresLeft -= 1;
  switch (answer.status) {
    case "refused":
      if (rows.length > 1) return pushHalves(push, rows, bytes);
      for (const [index, row] of rows.entries()) await refuse(push, sent[index] as SentRow, row, answer.code);
      return DONE;
    case "json":
      return divide(push, rows, bytes, later("server"));
    case "later":
      return divide(push, rows, bytes, answer);
    case "signedOut":
      return answer;
  }
}

/** Searches for the row that causes `failure`. A push without a search checks only a row isolated earlier. */
async function divide(push: Push, rows: UnsentRow[], bytes: number, failure: Later): Promise<Outcome> {
  const { ports, run } = push;
  if (run.signal.aborted) return failure;
  const [row] = rows;
  const isKnownCulprit = row?.unsent.isolated !== undefined && rows.length === 1;
  if (!push.isSearch && !isKnownCulprit) return failure;
  if (rows.length > 1) return pushHalves(push, rows, bytes);
  const proof = await pushNothing(push);
  if (proof.status !== "done") return proof;
  for (const each of rows) {
    const waits = backoffMs((each.unsent.isolated ?? 0) + 1, ports.random);
    await isolateRow(ports.db, asSent(each), ports.now() + waits);
  }
  return DONE;
}

async function pushHalves(push: Push, rows: UnsentRow[], bytes: number): Promise<Outcome> {
  shrink(push.memory, bytes);
  const middle = Math.ceil(rows.length / 2);
  const first = await pushBatch(push, rows.slice(0, middle));
  if (first.status !== "done") return first;
  return pushBatch(push, rows.slice(middle));
}

/**
 * Pushes no rows. If this succeeds, a failed push is due to the rows that it carried. The reply also says what time it
 * is on the server. Fails if the server knows fewer revisions than this device has seen. Also takes the place of a failed
 * pull (cycle.ts).
 */
export async function pushNothing(push: Pick<Push, "ports" | "run" | "isSearch">): Promise<Outcome> {
  const { ports } = push;
  const position = await readPosition(ports.db);
  const tookMs = startWatch(ports);
  const answer = await send(push, [], SILENCE_MS);
  if (answer.status !== "json") return answer.status === "refused" ? later("server") : answer;
  const reply = acceptedReply(answer.body, ports, []);
  if (!reply) return later("server");
  // A restored server that does not know it yet. A push would hide that from the next pull.
  if (reply.epoch === position.epoch && reply.rev < position.seen) return later("server");
  const isPrompt = noteTime(ports, reply, tookMs);
  await receive(ports.db, ports.userId, reply, { position, rows: [] }, isPrompt).catch((error: unknown) => {
    if (reply.epoch !== position.epoch) throw error;
    // On a full device, for example. What is due can be sent all the same.
    console.warn("The server's time could not be stored", error);
  });
  return DONE;
}

/** The milliseconds since this call. The greater of two: `elapsed` may stand still while a device sleeps, and the clock may be set. */
export function startWatch({ elapsed, now }: SyncPorts): () => number {
  const [elapsedMs, nowMs] = [elapsed(), now()];
  return () => Math.max(elapsed() - elapsedMs, now() - nowMs);
}

/** Takes the time from a reply. The function that it returns is true while the reply is prompt. */
export function noteTime(
  { serverClock }: SyncPorts,
  reply: { time: number; limit: number },
  tookMs: () => number,
): () => boolean {
  return serverClock.note(reply, tookMs()) ? () => tookMs() < PROMPT_MS : () => false;
}

function send(
  { ports, run, isSearch }: Pick<Push, "ports" | "run" | "isSearch">,
  rows: SentRow[],
  silentMs: number,
): Promise<LearnerAnswer> {
  return authenticatedRequest(ports, "rpc/sync_push", {
    body: { version: PROTOCOL_VERSION, rows },
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
  const perSecond = count > 1 ? BATCH_BYTES_PER_SECOND : ROW_BYTES_PER_SECOND;
  return SILENCE_MS + (bytes / perSecond) * 1000;
}

const bytesOf = (rows: UnsentRow[]) => rows.reduce((sum, each) => sum + wireBytes(each), 0);

function asSent(row: UnsentRow): SentRow {
  const kind = kindOf(row.kind);
  if (!kind) throw new Error(`rows of kind ${row.kind} are not sent`);
  return sentForm(kind, row);
}

/** The reply, if it is the real server's answer to exactly these rows of exactly this learner (offline rule 11). */
function acceptedReply(body: unknown, ports: SyncPorts, sent: readonly SentRow[]): PushReply | null {
  const parsed = pushReplySchema.safeParse(body);
  if (!parsed.success || parsed.data.user_id !== ports.userId) return null;
  const { answers } = parsed.data;
  const isComplete =
    answers.length === sent.length &&
    sent.every(({ kind, key }, index) => answers[index]?.kind === kind && answers[index]?.key === key);
  return isComplete ? parsed.data : null;
}

/**
 * `clock` never counts: the next pull or empty push lowers the row's stamp to the server's limit. Neither does a kind
 * that the server will know after its update.
 */
async function noteRefusals(push: Push, reply: PushReply, sent: readonly SentRow[], rows: UnsentRow[]) {
  for (const [index, { code }] of reply.answers.entries()) {
    const row = rows[index];
    const asked = sent[index];
    if (!row || !asked || code === null || code === "clock") continue;
    if (code === "unknown_kind") await postponeRow(push.ports.db, asked, push.ports.now() + UPDATE_WAIT_MS);
    else await refuse(push, asked, row, code);
  }
}

async function refuse({ ports }: Push, sent: SentRow, row: UnsentRow, code: string): Promise<void> {
  const retryAt = ports.now() + backoffMs(row.unsent.tries + 1, ports.random);
  await refuseRow(ports.db, sent, code, retryAt);
}
