import type { Kind, Row, Stamped } from "../../entities/row.ts";
import type { LearnerDb } from "../store/learnerDb.ts";

/** What this page shows: the latest stamp of each row that it has read or written, by kind and key. */
const latest = new Map<string, string>();

export function noteStamp({ kind, key, stamp = "" }: Pick<Row, "kind" | "key" | "stamp">): void {
  const at = `${kind} ${key}`;
  if (stamp > (latest.get(at) ?? "")) latest.set(at, stamp);
}

/** For a stamp that was set back to the server's limit. */
export function lowerStamp({ kind, key, stamp = "" }: Pick<Row, "kind" | "key" | "stamp">): void {
  latest.set(`${kind} ${key}`, stamp);
}

/** The stamp that a copy must follow if it is made before the database is read: it replaces what this page shows. */
export function latestStamp({ kind, key }: Pick<Row, "kind" | "key">): string | undefined {
  return latest.get(`${kind} ${key}`);
}

/** The content of one row, or null. */
export async function readRow<Content extends object>(
  db: LearnerDb,
  kind: Kind<Content>,
  key: string,
): Promise<Content | null> {
  const row = await db.rows.get([kind.kind, key]);
  return row ? contentOf<Content>(row) : null;
}

/** All rows of a kind, or those that belong to a lesson. */
export function storedRows(db: LearnerDb, kind: string, lessonId?: string): PromiseLike<Row[]> {
  return db.rows.where(lessonId ? { kind, "content.lessonId": lessonId } : { kind }).toArray();
}

/** The contents of `storedRows`. */
export async function readRows<Content extends object>(
  db: LearnerDb,
  { kind }: Kind<Content>,
  lessonId?: string,
): Promise<Content[]> {
  return (await storedRows(db, kind, lessonId)).map((row) => contentOf<Content>(row));
}

/** As `readRows`, with the stamp of each row. */
export async function readStamped<Content extends object>(
  db: LearnerDb,
  { kind }: Kind<Content>,
  lessonId?: string,
): Promise<Stamped<Content>[]> {
  return (await storedRows(db, kind, lessonId)).map((row) => stampedContent<Content>(row));
}

/** Rows of a kind are only written with a content that its definition has checked. */
export function contentOf<Content extends object>(row: Row): Content {
  noteStamp(row);
  return row.content as Content;
}

export function stampedContent<Content extends object>(row: Row): Stamped<Content> {
  return { ...contentOf<Content>(row), stamp: row.stamp ?? "" };
}
