import type { Kind, Row, Stamped } from "../../entities/row.ts";
import type { LearnerDb } from "../store/learnerDb.ts";

/** The content of one row, or null. */
export async function readRow<Content extends object>(
  db: LearnerDb,
  kind: Kind<Content>,
  key: string,
): Promise<Content | null> {
  const row = await db.rows.get([kind.kind, key]);
  return row ? contentOf<Content>(row) : null;
}

/** The contents of all rows of a kind, or of those that belong to a lesson. */
export async function readRows<Content extends object>(
  db: LearnerDb,
  { kind }: Kind<Content>,
  lessonId?: string,
): Promise<Content[]> {
  const rows = db.rows.where(lessonId ? { kind, "content.lessonId": lessonId } : { kind });
  return (await rows.toArray()).map((row) => contentOf<Content>(row));
}

/** As `readRows`, with the stamp of each row. */
export async function readStamped<Content extends object>(
  db: LearnerDb,
  { kind }: Kind<Content>,
  lessonId?: string,
): Promise<Stamped<Content>[]> {
  const rows = db.rows.where(lessonId ? { kind, "content.lessonId": lessonId } : { kind });
  return (await rows.toArray()).map((row) => ({ ...contentOf<Content>(row), stamp: row.stamp ?? "" }));
}

/** Rows of a kind are only written with a content that its definition has checked. */
function contentOf<Content extends object>(row: Row): Content {
  return row.content as Content;
}
