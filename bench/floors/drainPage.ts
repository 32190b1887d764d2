import { requireLearnerDb } from "../../src/db/store/active.ts";
import { attemptAt, submitQuiz } from "../../src/db/synced/progress.ts";
import { gradeQuiz } from "../../src/domain/course/quiz.ts";
import { attempt } from "../../src/entities/attempt/attempt.ts";
import { PROTOCOL_VERSION } from "../../src/entities/messages.ts";
import { sentForm } from "../../src/entities/row.ts";
import { signIn } from "../../src/platform/session/authActions.ts";
import { startSync } from "../../src/sync/triggers.ts";
import { cycleEnd } from "./cycleEnd.ts";

const ANSWERS = [0, 1, 2, 3, 0];
const QUIZ = { lessonId: "1", lessonVersion: 1, answers: ANSWERS, correctAnswers: ANSWERS } as const;

/** Runs the academy's own sync in this page. Resolves after its first cycle. */
async function start(email: string, password: string): Promise<void> {
  const outcome = await signIn(email, password);
  if (!outcome.ok) throw new Error(outcome.message);
  const isOver = cycleEnd();
  startSync();
  await isOver;
}

async function countUnsent(): Promise<number> {
  const { db } = await requireLearnerDb();
  return db.rows.orderBy("unsent.since").count();
}

/** Hands in quizzes until `count` rows are unsent. */
async function fill(count: number): Promise<void> {
  while ((await countUnsent()) < count) await submitQuiz(QUIZ);
}

/** Returns the ms from reconnecting to the end of the cycle, and the number of rows that are still unsent. */
async function drain(): Promise<{ ms: number; left: number }> {
  await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
  const startedAt = performance.now();
  await cycleEnd();
  const ms = performance.now() - startedAt;
  return { ms, left: await countUnsent() };
}

/** The floor: as many rows in one bare request. Returns the ms until its response is read. */
async function post(token: string, apikey: string, count: number): Promise<number> {
  const rows = Array.from({ length: count }, () => {
    const content = attemptAt(Date.now(), QUIZ, gradeQuiz(ANSWERS, ANSWERS));
    return sentForm(attempt, { kind: attempt.kind, key: content.id, content });
  });
  const startedAt = performance.now();
  const response = await fetch("/rest/v1/rpc/sync_push", {
    method: "POST",
    headers: { apikey, authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ version: PROTOCOL_VERSION, rows }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`sync_push returned ${response.status}: ${text}`);
  return performance.now() - startedAt;
}

const api = { start, fill, drain, post };
export type DrainApi = typeof api;
Object.assign(globalThis, { bench: api });
