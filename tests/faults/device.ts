import { randomUUID } from "node:crypto";
import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { connectLearnerDb, type LearnerDb } from "../../src/db/store/learnerDb.ts";
import { type Stored, storeChange } from "../../src/db/synced/commit.ts";
import { gradeQuiz } from "../../src/domain/course/quiz.ts";
import { type LessonId, requireUserId, type UserId } from "../../src/domain/ids.ts";
import { type Attempt, submittedAttempt } from "../../src/entities/attempt/attempt.ts";
import { handedInCapstone, handInsOf } from "../../src/entities/capstone/capstone.ts";
import { type LessonPosition, moveTo } from "../../src/entities/lessonPlace/lessonPlace.ts";
import { type NoteChange, writtenNote } from "../../src/entities/note/note.ts";
import { completion } from "../../src/entities/progress/progress.ts";
import { newStamp } from "../../src/entities/stamp.ts";
import { writtenField } from "../../src/entities/workbookField/workbookField.ts";
import { newMemory, runCycle } from "../../src/sync/exchange/cycle.ts";
import type { Outcome, Run, SyncPorts } from "../../src/sync/ports.ts";
import type { ModelInit } from "./faultyFetch.ts";
import { MODEL_KEY } from "./modelServer.ts";

export const someUser = (): UserId => requireUserId(randomUUID());

/** One device of one learner: the real store and the real sync engine on a separate fake IndexedDB. */
export type Device = {
  db: LearnerDb;
  ports: SyncPorts;
  clock: { nowMs: number };
  complete(lessonId: LessonId): Promise<void>;
  submit(lessonId: LessonId, answers: number[]): Promise<void>;
  write(fieldId: string, value: string): Promise<Stored<void>>;
  note(noteId: string, body: string, changes?: Partial<NoteChange>): Promise<Stored<void>>;
  handIn(purpose: string): Promise<Stored<unknown>>;
  /** Moves the place, and sends it if `isSent`, as when the page is left. */
  move(lessonId: LessonId, position: LessonPosition, isSent: boolean): Promise<Stored<void>>;
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
  const ports: SyncPorts = {
    supabaseUrl: "http://academy.test",
    publishableKey: "sb_publishable_test",
    fetch: (input, request) => fetch(input, { ...request, ...init }),
    userId,
    db,
    token: async () => ({ status: "ok", token: userId }),
    now: () => clock.nowMs,
    random: () => 0.5,
    onLack() {},
    stamp: () => newStamp(clock.nowMs),
    after: timers.after,
  };
  const memory = newMemory();
  return {
    db,
    ports,
    clock,
    async complete(lessonId) {
      await storeChange(db, completion, lessonId, newStamp(clock.nowMs));
    },
    async submit(lessonId, answers) {
      const stamp = newStamp(clock.nowMs);
      const grade = gradeQuiz(answers, MODEL_KEY);
      const attempt: Attempt = {
        id: stamp.attemptId,
        lessonId,
        lessonVersion: 1,
        answers,
        score: grade.scorePercent,
        passed: grade.passed,
        takenAt: stamp.at,
        receivedAt: null,
      };
      await storeChange(db, submittedAttempt, attempt, stamp);
    },
    write: (fieldId, value) => storeChange(db, writtenField, { fieldId, value }, newStamp(clock.nowMs)),
    note: (noteId, body, changes) => {
      const plain = { lessonId: "1" as const, lessonVersion: 1, anchor: null, colour: null, deleted: false };
      return storeChange(db, writtenNote, { ...plain, noteId, body, ...changes }, newStamp(clock.nowMs));
    },
    handIn: (purpose) => storeChange(db, handedInCapstone, { "l11-purpose": purpose }, newStamp(clock.nowMs)),
    move: (lessonId, position, isSent) =>
      storeChange(db, moveTo, { lessonId, ...position, isSent }, newStamp(clock.nowMs)),
    cycle: (run) => {
      const plain = { signal: new AbortController().signal, isAsked: false, onProgress: () => undefined };
      return runCycle(ports, { ...plain, ...run }, memory);
    },
    close: () => db.close(),
  };
}

/** The learner's data on a device, in an order and form that can be compared. */
export async function stateOf(device: Device) {
  const [progress, attempts, achievements, fields, notes, places, capstones] = await Promise.all([
    device.db.progress.orderBy("lessonId").toArray(),
    device.db.attempts.orderBy("id").toArray(),
    device.db.achievements.orderBy("type").primaryKeys(),
    device.db.workbook.orderBy("fieldId").toArray(),
    device.db.notes.orderBy("opId").toArray(),
    device.db.lessonPlaces.orderBy("lessonId").toArray(),
    device.db.capstones.toArray(),
  ]);
  return {
    progress,
    attempts: attempts.map(({ receivedAt: _, ...rest }) => rest),
    achievements,
    fields: fields.map(({ rival: _, ...rest }) => rest),
    notes,
    places: places.map(({ rival: _, ...rest }) => rest),
    capstones: Object.values(handInsOf(capstones)).flatMap((each) => {
      if (!each) return [];
      const { receivedAt: _, ...rest } = each;
      return rest;
    }),
  };
}
