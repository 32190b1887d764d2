import { randomUUID } from "node:crypto";
import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { v7 } from "uuid";
import { connectLearnerDb, type LearnerDb } from "../../src/db/store/learnerDb.ts";
import { makeServerClock } from "../../src/db/store/serverClock.ts";
import { putHandIn } from "../../src/db/synced/capstone.ts";
import { type RowStore, rowStore } from "../../src/db/synced/commit.ts";
import { putPlace } from "../../src/db/synced/moveLessonPlace.ts";
import { putVersion } from "../../src/db/synced/notes.ts";
import { addAttempt, attemptAt, completionAt, joinIntoProgress } from "../../src/db/synced/progress.ts";
import { putField } from "../../src/db/synced/workbook.ts";
import { gradeQuiz } from "../../src/domain/course/quiz.ts";
import { type LessonId, requireUserId, type UserId } from "../../src/domain/ids.ts";
import { type CapstoneHandIn, capstone, handInsOf } from "../../src/entities/capstone/capstone.ts";
import type { LessonPosition } from "../../src/entities/lessonPlace/lessonPlace.ts";
import type { NoteChange } from "../../src/entities/note/note.ts";
import { type Progress, progress } from "../../src/entities/progress/progress.ts";
import type { AnyKind, Row } from "../../src/entities/row.ts";
import { isoOf } from "../../src/entities/stamp.ts";
import { newMemory, runCycle } from "../../src/sync/exchange/cycle.ts";
import type { Outcome, Run, SyncPorts } from "../../src/sync/ports.ts";
import type { ModelInit } from "./faultyFetch.ts";
import { MODEL_KEY, sentForms } from "./modelServer.ts";

export const someUser = (): UserId => requireUserId(randomUUID());

/** One device of one learner: the real store and the real sync engine on a separate fake IndexedDB. */
export type Device = {
  db: LearnerDb;
  ports: SyncPorts;
  clock: { nowMs: number };
  complete(lessonId: LessonId): Promise<unknown>;
  submit(lessonId: LessonId, answers: number[]): Promise<unknown>;
  write(fieldId: string, value: string): Promise<void>;
  note(noteId: string, body: string, changes?: Partial<NoteChange>): Promise<void>;
  handIn(purpose: string): Promise<unknown>;
  /** Moves the place, and sends it if `isSent`, as when the page is left. */
  move(lessonId: LessonId, position: LessonPosition, isSent: boolean): Promise<void>;
  /** The server's time as the device knows it. */
  serverNow(): number;
  cycle(run?: Partial<Run>): Promise<Outcome>;
  close(): void;
};

type Clock = { nowMs: number };

/** Timers on a clock that moves only when a slow or silent request calls `pass`. */
function makeTimers(clock: Clock) {
  const waiting = new Set<{ at: number; callback: () => void }>();
  return {
    after(delayMs: number, callback: () => void) {
      const timer = { at: clock.nowMs + delayMs, callback };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    /** Advances the clock, at most until one of the timers aborts `signal`. */
    pass(ms: number, signal: AbortSignal | null | undefined) {
      const end = clock.nowMs + ms;
      for (const timer of [...waiting].sort((a, b) => a.at - b.at)) {
        if (timer.at > end || signal?.aborted) break;
        waiting.delete(timer);
        clock.nowMs = Math.max(clock.nowMs, timer.at);
        timer.callback();
      }
      if (!signal?.aborted && Number.isFinite(end)) clock.nowMs = end;
    },
  };
}

export const START_MS = Date.UTC(2026, 10, 20, 9);

export function makeDevice(
  userId: UserId,
  fetch: typeof globalThis.fetch,
  clock: Clock = { nowMs: START_MS },
): Device {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  const db = connectLearnerDb(userId);
  const timers = makeTimers(clock);
  const init: ModelInit = { pass: timers.pass };
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const now = () => clock.nowMs;
  const serverClock = makeServerClock({ now, elapsed: now }, () => store);
  const serverNow = () => serverClock.now();
  const ports: SyncPorts = {
    supabaseUrl: "http://academy.test",
    publishableKey: "sb_publishable_test",
    fetch: (input, request) => fetch(input, { ...request, ...init }),
    userId,
    db,
    token: async () => ({ status: "ok", token: userId }),
    now,
    elapsed: now,
    serverClock,
    random: () => 0.5,
    onLack() {},
    after: timers.after,
  };
  const memory = newMemory();
  const change = <Result>(work: (rows: RowStore) => Promise<Result>): Promise<Result> =>
    db.transaction("rw", db.rows, async () => {
      const rows = rowStore(db, serverNow);
      const result = await work(rows);
      await rows.flush();
      return result;
    });
  return {
    db,
    ports,
    clock,
    serverNow,
    complete: (lessonId) => change((rows) => joinIntoProgress(rows, completionAt(lessonId, serverNow()))),
    submit(lessonId, answers) {
      const grade = gradeQuiz(answers, MODEL_KEY);
      const attempt = attemptAt(serverNow(), { lessonId, lessonVersion: 1, answers }, grade);
      return change((rows) => addAttempt(rows, attempt));
    },
    write: (fieldId, value) => change((rows) => putField(rows, { fieldId, value })),
    note: (noteId, body, changes) => {
      const plain = { lessonId: "1" as const, lessonVersion: 1, anchor: null, colour: null, deleted: false };
      return change((rows) => putVersion(rows, { id: v7(), ...plain, noteId, body, ...changes }));
    },
    handIn: (purpose) => change((rows) => putHandIn(rows, v7(), { "l11-purpose": purpose })),
    move: (lessonId, position, isSent) => change((rows) => putPlace(rows, { lessonId, ...position }, isSent)),
    cycle: (run) => {
      const plain = { signal: new AbortController().signal, isAsked: false, onProgress: () => undefined };
      return runCycle(ports, { ...plain, ...run }, memory);
    },
    close: () => db.close(),
  };
}

/** The rows that the server does not have. */
export function unsentOf({ db }: Device): Promise<Row[]> {
  return db.rows.orderBy("unsent.since").toArray();
}

/** The learner's data on a device, in an order and form that can be compared: as it is sent, with the scores. */
export async function stateOf({ db }: Device) {
  const rows = await db.rows.toArray();
  const counted = handInsOf(
    rows.filter(({ kind }) => kind === capstone.kind).map(({ content }) => content as CapstoneHandIn),
  );
  const isCounted = ({ kind, key }: Row) =>
    kind !== capstone.kind || key === counted.first?.id || key === counted.second?.id;
  return {
    rows: sentForms(rows.filter(isCounted)),
    scores: rows
      .filter(({ kind }) => kind === progress.kind)
      .map(({ key, content }) => `${key}: ${(content as Progress).quizScore}`)
      .sort(),
  };
}

/** The content of one row on a device, with the time of its stamp. */
export async function contentOn(
  { db }: Device,
  kind: AnyKind,
  key: string,
): Promise<Record<string, unknown> | undefined> {
  const row = await db.rows.get([kind.kind, key]);
  return row && { ...row.content, ...(row.stamp && { writtenAt: isoOf(row.stamp) }) };
}
