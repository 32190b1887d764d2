import { type MockInstance, vi } from "vitest";
import type { LearnerDb } from "../../../src/db/store/learnerDb.ts";
import { newMark } from "../../../src/db/synced/queue.ts";
import { type AnyKind, hasStamp, type Kind, type Mark, type Row } from "../../../src/entities/row.ts";
import { newStamp } from "../../../src/entities/stamp.ts";

/** Stores rows that the server has, or unsent ones if there is a mark. `at` is when they were written, in ms since 1970. */
export async function storeRows<Content extends object>(
  db: LearnerDb,
  kind: Kind<Content>,
  contents: readonly NoInfer<Content>[],
  { at = Date.now(), unsent }: { at?: number; unsent?: Partial<Mark> } = {},
): Promise<void> {
  const rows = contents.map(
    (content): Row => ({
      kind: kind.kind,
      key: kind.keyOf(content),
      content,
      ...(hasStamp(kind) && { stamp: newStamp(at) }),
      rev: unsent ? 0 : 1,
      ...(unsent && { unsent: { ...newMark(at), ...unsent } }),
    }),
  );
  await db.rows.bulkPut(rows);
}

/** Makes every read of all rows of one kind fail until the spy is restored. */
export function breakKind(db: LearnerDb, { kind }: AnyKind): MockInstance {
  const where = db.rows.where.bind(db.rows) as (criteria: unknown) => unknown; // One of its overloads fits.
  const broken = (criteria: unknown) => {
    if (Object(criteria).kind === kind) throw new Error("no store");
    return where(criteria);
  };
  return vi.spyOn(db.rows, "where").mockImplementation(broken as never); // Mocks take only the last overload.
}
