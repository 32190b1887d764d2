import { requireLearnerDb } from "../../src/db/store/active.ts";
import { outboxEntry } from "../../src/db/synced/commit.ts";
import { pendingCount } from "../../src/db/synced/dueEntries.ts";
import { submitQuiz } from "../../src/db/synced/progress.ts";
import { attemptOp } from "../../src/entities/attempt/attempt.ts";
import { newStamp } from "../../src/entities/stamp.ts";
import { signIn } from "../../src/platform/session/authActions.ts";
import { startSync } from "../../src/sync/triggers.ts";
import { cycleEnd } from "./cycleEnd.ts";

const ANSWERS = [0, 1, 2, 3, 0];

/** Runs the academy's own sync in this page. Resolves after its first cycle. */
async function start(email: string, password: string): Promise<void> {
  const outcome = await signIn(email, password);
  if (!outcome.ok) throw new Error(outcome.message);
  const isOver = cycleEnd();
  startSync();
  await isOver;
}

/** Fills the outbox to `count` entries through `commit`. */
async function fill(count: number): Promise<void> {
  const { db } = await requireLearnerDb();
  while ((await pendingCount(db)) < count) {
    await submitQuiz({ lessonId: "1", lessonVersion: 1, answers: ANSWERS, correctAnswers: [3, 3, 3, 3, 3] });
  }
}

/** Returns the ms from reconnecting to the end of the cycle, and the number of entries left in the outbox. */
async function drain(): Promise<{ ms: number; left: number }> {
  await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
  const startedAt = performance.now();
  await cycleEnd();
  const ms = performance.now() - startedAt;
  const { db } = await requireLearnerDb();
  return { ms, left: await pendingCount(db) };
}

/** The floor: the same entries in one bare request. Returns the ms until its response is read. */
async function post(token: string, apikey: string, count: number): Promise<number> {
  const ops = Array.from({ length: count }, () => {
    const stamp = newStamp();
    const { opId, type, v, clientAt, payload } = outboxEntry(
      attemptOp({
        id: stamp.attemptId,
        lessonId: "1",
        lessonVersion: 1,
        answers: ANSWERS,
        score: 0,
        passed: false,
        takenAt: stamp.at,
        receivedAt: null,
      }),
      stamp,
    );
    return { op_id: opId, type, v, client_at: clientAt, payload };
  });
  const startedAt = performance.now();
  const response = await fetch("/rest/v1/rpc/sync_push", {
    method: "POST",
    headers: { apikey, authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ ops }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`sync_push returned ${response.status}: ${text}`);
  return performance.now() - startedAt;
}

const api = { start, fill, drain, post };
export type DrainApi = typeof api;
Object.assign(globalThis, { bench: api });
