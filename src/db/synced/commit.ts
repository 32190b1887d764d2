import type { LessonId, UserId } from "../../domain/ids.ts";
import { dayIn } from "../../domain/study/studyDays.ts";
import { presentZone } from "../../domain/study/timeZones.ts";
import { kindOf } from "../../entities/registry.ts";
import {
  type AnyKind,
  hasStamp,
  isEqual,
  joinRows,
  type Kind,
  type Row,
  type Stamped,
} from "../../entities/row.ts";
import { msOf, newStamp } from "../../entities/stamp.ts";
import { studyDay } from "../../entities/studyDay/studyDay.ts";
import { activeState, requireLearnerDb } from "../store/active.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { returnCount } from "../store/leaving.ts";
import { PROMPT_MS, serverNow } from "../store/serverClock.ts";
import { signalStore } from "../store/signals.ts";
import { writeWithRetry } from "../store/writeWithRetry.ts";
import { mirrorRow, unmirrorRow } from "./mirror.ts";
import { newMark } from "./queue.ts";
import { contentOf, latestStamp, noteStamp, stampedContent, storedRows } from "./readRows.ts";

/** The rows of one learner within one transaction. */
export type RowStore = {
  /** The server's time, as far as this device knows it, in ms since the Unix epoch. */
  now(): number;
  get<Content extends object>(kind: Kind<Content>, key: string): Promise<Content | null>;
  all<Content extends object>(kind: Kind<Content>, lessonId?: LessonId): Promise<Content[]>;
  stamped<Content extends object>(kind: Kind<Content>, lessonId?: LessonId): Promise<Stamped<Content>[]>;
  /**
   * Joins the content into its row and marks the row as unsent. Writing what is there changes nothing, but a row that was
   * held or parked is sent. With `isHeld` the row waits until a later write of it is not held. `after` is the stamp that a
   * new row's own must follow.
   */
  put<Content extends object>(
    kind: Kind<Content>,
    content: NoInfer<Content>,
    options?: { isHeld?: boolean; after?: string | undefined },
  ): Promise<void>;
};

/**
 * Stores a change by the signed-in learner: the only way in which screens write synced data. `change` reads and
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
  const begun = { returns: returnCount(), at: performance.now() };
  const given = early && active.status === "signedIn" ? earlyRow(early) : undefined;
  const undoCopies: (() => void)[] = [];
  const copy = (userId: UserId, row: Row) => undoCopies.push(mirrorRow(userId, row));
  if (given && active.status === "signedIn") copy(active.identity.userId, given.row);
  try {
    const { db, identity } = await requireLearnerDb();
    let wantsSync = false;
    const result = await writeWithRetry(db, lessonId, (isRetry) =>
      db.transaction("rw", db.rows, async () => {
        const isLate = isRetry || returnCount() !== begun.returns;
        const lateByMs = isLate ? performance.now() - begun.at : null;
        const rows = rowStore(db, serverNow, given && { ...given, lateByMs });
        const changed = await change(rows);
        if (rows.changed().some(({ kind }) => kindOf(kind)?.isStudy))
          await rows.put(studyDay, { day: dayIn(presentZone(), serverNow()) });
        await rows.flush();
        for (const row of rows.changed()) {
          if (!row.unsent) continue;
          copy(identity.userId, row);
          if (!row.unsent.isHeld) wantsSync = true;
        }
        if (given) {
          // In place of the early copy, that of the stored row, which may have another stamp. If that had this content
          // already and is not unsent, it needs none.
          const row = await rows.row(given.row.kind, given.row.key);
          unmirrorRow(identity.userId, given.row);
          if (row?.unsent) copy(identity.userId, row);
        }
        return changed;
      }),
    );
    if (wantsSync) signalStore("written");
    return result;
  } catch (error) {
    if (!early?.outlivesFailure) for (const undo of undoCopies.reverse()) undo();
    throw error;
  }
}

/**
 * A row that a change will write. `after` is the stamp that a new row's own must follow. `outlivesFailure`: the copies stay
 * if the change could not be stored.
 */
export type Early = {
  kind: AnyKind;
  content: object;
  after?: string | undefined;
  outlivesFailure?: boolean;
};

/** The row of an early copy, and the stamp of what the page showed in its place when the copy was made. */
type EarlyRow = { row: Row; shown: string | undefined };

function earlyRow({ kind, content, after }: Early): EarlyRow {
  const id = { kind: kind.kind, key: kind.keyOf(content) };
  const shown = latestStamp(id) ?? after;
  const row = { ...id, content, ...(hasStamp(kind) && { stamp: newStamp(serverNow(), shown) }), rev: 0 };
  noteStamp(row);
  return { row, shown };
}

const lessonOf = ({ content }: Row) => ("lessonId" in content ? content.lessonId : undefined);

/** A row store that reads each row once and keeps what it writes until `flush`, so that a change is a few requests long. */
type BufferedRowStore = RowStore & {
  row(kind: string, key: string): Promise<Row | undefined>;
  /** The rows that have changed so far. */
  changed(): Row[];
  flush(): Promise<void>;
};

/**
 * Use within a transaction on `rows`, and `flush` at its end.
 *
 * Normally a row sorts after the one that it replaces, whatever the clock says. The row of an early copy gets the stamp of that
 * copy: with a new one, a change that is stored after the copy of the next change would sort after that too.
 *
 * `lateByMs` is set if the page was in the back/forward cache between the call and the transaction, or if this is the second
 * try. If the stored row is then later than what the page showed at the call, because another page or a later call wrote it, the
 * row keeps the stamp of its early copy, and the join decides.
 */
export function rowStore(
  db: LearnerDb,
  now: () => number,
  given?: EarlyRow & { lateByMs: number | null },
): BufferedRowStore {
  /** By kind and key: the row as it is in this change, or undefined if there is none. */
  const rows = new Map<string, Row | undefined>();
  const changed = new Map<string, Row>();
  const idOf = (kind: string, key: string) => `${kind} ${key}`;
  const note = (row: Row) => {
    const id = idOf(row.kind, row.key);
    if (!rows.has(id)) rows.set(id, row);
  };
  const rowAt = async (kind: string, key: string) => {
    const id = idOf(kind, key);
    if (!rows.has(id)) {
      const stored = await db.rows.get([kind, key]);
      if (!rows.has(id)) rows.set(id, stored);
    }
    return rows.get(id);
  };
  const rowsOf = async ({ kind }: { kind: string }, lessonId?: LessonId) => {
    for (const row of await storedRows(db, kind, lessonId)) note(row);
    return [...rows.values()]
      .filter((row): row is Row => row?.kind === kind && (!lessonId || lessonOf(row) === lessonId))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  };
  const stampOf = (kind: string, key: string, before = "") => {
    const early = given?.row.kind === kind && given.row.key === key ? given.row.stamp : undefined;
    if (!given || early === undefined) return newStamp(now(), before || undefined);
    // A stamp further ahead was made before the device learned that its clock was wrong.
    const isPlausible = msOf(early) <= now() + PROMPT_MS;
    if (given.lateByMs !== null && before > (given.shown ?? ""))
      return isPlausible ? early : newStamp(now() - given.lateByMs);
    return isPlausible && early > before ? early : newStamp(now(), before || undefined);
  };
  return {
    now,
    row: rowAt,
    changed: () => [...changed.values()],
    async flush() {
      await Promise.all([...changed.values()].map((row) => db.rows.put(row)));
    },
    async get<Content extends object>(kind: Kind<Content>, key: string) {
      const row = await rowAt(kind.kind, key);
      return row ? contentOf<Content>(row) : null;
    },
    all: async <Content extends object>(kind: Kind<Content>, lessonId?: LessonId) =>
      (await rowsOf(kind, lessonId)).map((row) => contentOf<Content>(row)),
    stamped: async <Content extends object>(kind: Kind<Content>, lessonId?: LessonId) =>
      (await rowsOf(kind, lessonId)).map((row) => stampedContent<Content>(row)),
    async put(kind, content, { isHeld = false, after } = {}) {
      const key = kind.keyOf(content);
      const known = await rowAt(kind.kind, key);
      // Sent again although nothing changes: a row that a write no longer holds, and one that was refused (offline rule 12).
      const isReleased = (known?.unsent?.isHeld === true && !isHeld) || known?.unsent?.isParked === true;
      if (known && isEqual({ ...known.content, ...content }, known.content) && !isReleased) return;
      const written = {
        kind: kind.kind,
        key,
        // Fields that a newer version has added stay.
        content: { ...known?.content, ...content },
        ...(hasStamp(kind) && { stamp: stampOf(kind.kind, key, known?.stamp ?? after) }),
      };
      const joined = known ? joinRows(kind, known, written, "mine") : written;
      // The stored row won the join, and the change adds nothing to it.
      if (known && isEqual([joined.content, joined.stamp], [known.content, known.stamp]) && !isReleased)
        return;
      const row: Row = { ...joined, rev: known?.rev ?? 0 };
      if (!kind.hasNothingToSend?.(row.content as typeof content)) {
        row.unsent = newMark(now(), known?.unsent, isHeld);
        noteStamp(row);
      }
      rows.set(idOf(row.kind, row.key), row);
      changed.set(idOf(row.kind, row.key), row);
    },
  };
}
