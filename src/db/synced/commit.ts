import type { LessonId, UserId } from "../../domain/ids.ts";
import { dayIn } from "../../domain/study/studyDays.ts";
import { presentZone } from "../../domain/study/timeZones.ts";
import { kindOf } from "../../entities/registry.ts";
import { type AnyKind, hasStamp, isEqual, joinRows, type Kind, type Mark, type Row, type Stamped } from "../../entities/row.ts";
import { newStamp } from "../../entities/stamp.ts";
import { studyDay } from "../../entities/studyDay/studyDay.ts";
import { activeState, requireLearnerDb } from "../store/active.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { serverNow } from "../store/serverClock.ts";
import { signalStore } from "../store/signals.ts";
import { writeWithRetry } from "../store/writeWithRetry.ts";
import { mirrorRow, unmirrorRow } from "./mirror.ts";
import { readRow, readRows, readStamped } from "./readRows.ts";

/** The rows of one learner within one transaction. */
export type RowStore = {
  /** The server's time, as far as this device knows it, in ms since the Unix epoch. */
  now(): number;
  get<Content extends object>(kind: Kind<Content>, key: string): Promise<Content | null>;
  all<Content extends object>(kind: Kind<Content>, lessonId?: LessonId): Promise<Content[]>;
  stamped<Content extends object>(kind: Kind<Content>, lessonId?: LessonId): Promise<Stamped<Content>[]>;
  /**
   * Joins the content into its row and marks the row as unsent. Writing what is there changes nothing. With `isHeld`
   * the row is sent with the next change that is not held. `after` is a stamp that the row's own must follow.
   */
  put<Content extends object>(
    kind: Kind<Content>,
    content: Content,
    options?: { isHeld?: boolean; after?: string | undefined },
  ): Promise<void>;
};

/**
 * Stores a change by the signed-in learner: the only way in which the app writes synced data. `change` reads and
 * writes rows in one transaction, and may run twice. Resolves with its result when everything is durable on this device,
 * and never waits for the network. Rejects with StorageFailure when it could not be stored: `signedOut`, `quota` or
 * `unavailable`.
 *
 * `lessonId` is the lesson that is kept when others are deleted from a full device. `early` is what the change will
 * write, if that is known before the database has been read: a page that is closed or reloaded does not wait for its
 * database, so a copy goes to localStorage first (mirror.ts).
 */
export async function commit<Result>(
  lessonId: LessonId | null,
  change: (rows: RowStore) => Promise<Result>,
  early?: Early,
): Promise<Result> {
  // Do not use the hint in localStorage: another tab may have changed the account, and a browser that was killed may
  // have lost the hint.
  const active = activeState();
  const removeCopy = early && active.status === "signedIn" ? copyEarly(active.identity.userId, early) : null;
  try {
    const { db, identity } = await requireLearnerDb();
    let wantsSync = false;
    const result = await writeWithRetry(db, lessonId, () =>
      db.transaction("rw", db.rows, async () => {
        let isStudy = false;
        const rows = rowStore(db, serverNow, (row) => {
          mirrorRow(identity.userId, row);
          if (!row.unsent?.isHeld) wantsSync = true;
          if (kindOf(row.kind)?.isStudy) isStudy = true;
        });
        const changed = await change(rows);
        if (isStudy) await rows.put(studyDay, { day: dayIn(presentZone(), serverNow()) });
        return changed;
      }),
    );
    if (wantsSync) signalStore("written");
    return result;
  } catch (error) {
    if (!early?.outlivesFailure) removeCopy?.();
    throw error;
  }
}

/** A row that a change will write. `outlivesFailure`: the copy stays if the change could not be stored. */
export type Early = { kind: AnyKind; content: object; outlivesFailure?: boolean };

/** Returns what removes the copy again. */
function copyEarly(userId: UserId, { kind, content }: Early): () => void {
  const stamp = hasStamp(kind) ? { stamp: newStamp(serverNow()) } : {};
  const row = { kind: kind.kind, key: kind.keyOf(content), content, ...stamp };
  mirrorRow(userId, row);
  return () => unmirrorRow(userId, { ...row, rev: 0 });
}

/** Use within a transaction on `rows`. `onWritten` receives each row that has changed. */
export function rowStore(db: LearnerDb, now: () => number, onWritten: (row: Row) => void): RowStore {
  return {
    now,
    get: (kind, key) => readRow(db, kind, key),
    all: (kind, lessonId) => readRows(db, kind, lessonId),
    stamped: (kind, lessonId) => readStamped(db, kind, lessonId),
    async put(kind, content, { isHeld = false, after } = {}) {
      const key = kind.keyOf(content);
      const known = await db.rows.get([kind.kind, key]);
      const isReleased = known?.unsent?.isHeld === true && !isHeld;
      if (known && isEqual({ ...known.content, ...content }, known.content) && !isReleased) return;
      const written = {
        kind: kind.kind,
        key,
        // Fields that a newer version has added stay.
        content: { ...known?.content, ...content },
        ...(hasStamp(kind) && { stamp: newStamp(now(), known?.stamp ?? after) }),
      };
      const joined = known ? joinRows(kind, known, written, "mine") : written;
      const stored = { ...joined, rev: known?.rev ?? 0 };
      if (kind.hasNothingToSend?.(content)) {
        await db.rows.put(stored);
        return;
      }
      const row = { ...stored, unsent: newMark(now(), known?.unsent, isHeld) };
      await db.rows.put(row);
      onWritten(row);
    },
  };
}

/** A write ends the row's waits and its refusals, but a known culprit still goes alone. */
export function newMark(nowMs: number, before?: Mark, isHeld = false): Mark {
  return {
    since: before?.since ?? nowMs,
    tries: 0,
    nextAt: 0,
    error: null,
    ...(before?.isolated !== undefined && { isolated: before.isolated }),
    // What was to be sent still is.
    ...(isHeld && (before === undefined || before.isHeld) && { isHeld: true }),
  };
}
