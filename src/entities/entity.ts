import type * as z from "zod/mini";
import type { LessonId, OpId } from "../domain/ids.ts";
import type { Stamp } from "./stamp.ts";

/**
 * The definition of one synced entity for the generic store and sync. Each entity has two modules in its folder: one
 * with its rules and writes, which screens load, and `sync.ts` with this definition, which only the sync loads.
 */

/** An op before it is in the outbox. */
export type OpDraft<Type extends string = string, Payload = unknown> = {
  type: Type;
  /** A short description of the op for people to read. */
  key: string;
  payload: Payload;
  /** Set if the op id is part of the row or comes from the stamp. Otherwise the outbox generates one. */
  opId?: OpId;
};

/** How a change by the learner becomes rows and ops. `src/db/synced/commit.ts` does the rest. */
export type Write<Change, Row, Result> = {
  /** The lesson that is kept when others are deleted from a full device. */
  lessonOf(change: Change): LessonId;
  /** The change's own op, as far as it is known before the store has been read. Null if it may make none. */
  opOf(change: Change, stamp: Stamp): OpDraft | null;
  /**
   * True if the mirror keeps an op that could not be stored. Used for typed text, which the learner would not type
   * again.
   */
  keepsFailedCopy?: true;
  /** The stores that `decide` may write to. */
  stores: readonly string[];
  /** The rows that `decide` receives: those whose `index` (or else primary key) equals `key`, or all rows without a `key`. */
  reads(change: Change): { store: string; index?: string; key?: string };
  /** Decides what is stored and sent. Rows without an op stay on this device. It may run again with the same stamp. */
  decide(before: readonly Row[], change: Change, stamp: Stamp): Decision<Result>;
};

export type Decision<Result> = {
  /** `put` replaces the row with the same key. `add` fails if there is one. */
  rows: readonly StoredRow[];
  ops: readonly OpDraft[];
  /** The op that this change replaces, unless that op may have been sent already. */
  replaces?: OpId;
  result: Result;
};

type StoredRow = { store: string; put: unknown } | { store: string; add: unknown };

/** The earliest times at which a learner can have completed a lesson, according to the server: ISO 8601 in UTC. */
export type StudyStart = {
  /** When the account was created. It limits the free preview, which needs no enrolment. */
  registeredAt: string;
  /** When the course first opened for the learner; null before that. */
  enrolledAt: string | null;
};

/** One kind of synced data: how it is sent and received, and how two copies of it are joined. */
export type SyncedEntity<
  Type extends string,
  ServerTable extends string,
  Payload extends z.ZodMiniType,
  WireRow extends z.ZodMiniType,
  Row,
> = {
  /** The type of its ops. */
  type: Type;
  /** The object store on the device that contains its rows. */
  store: string;
  serverTable: ServerTable;
  /** The schema of its ops' payload. */
  payload: Payload;
  /** A row of `serverTable` in a reply of `sync_pull`. */
  wireRow: WireRow;
  /** The primary key of a row on the device. */
  keyOf(row: Row): string;
  fromWire(row: z.output<WireRow>): Row;
  /** The row that an op of this device represents. Null if the op alone does not determine it. */
  fromOp(payload: z.output<Payload>, opId: OpId): Row | null;
  /** The ops that offer a row again to a server that has lost its history. */
  offers(row: Row): OpDraft<Type, z.input<Payload>>[];
  /** Joins a row from the server into the device's own row. Without it the server's row replaces the device's. */
  joinPulled?(mine: Row | undefined, theirs: Row, known: { studyStart: StudyStart | null }): Row;
  /** Joins a copy in the mirror into the device's own row. Without it the device's row stays. */
  joinCopy?(mine: Row, copy: Row): Row;
  /** The row with the time by which the server ranks it, for entities whose rows have an `opId`. */
  ranked?(row: Row, writtenAt: string): Row;
};

/** Checks one entity against the type above and keeps its own types. */
export function defineEntity<
  Type extends string,
  ServerTable extends string,
  Payload extends z.ZodMiniType,
  WireRow extends z.ZodMiniType,
  Row,
>(
  entity: SyncedEntity<Type, ServerTable, Payload, WireRow, Row>,
): SyncedEntity<Type, ServerTable, Payload, WireRow, Row> {
  return entity;
}
