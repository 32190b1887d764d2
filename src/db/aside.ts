import { joinedTables, joinRows, type PulledRows } from "./applyPull.ts";
import type { LearnerDb } from "./learnerDb.ts";

/** Reads every row that was put aside once more; what still cannot be read stays aside. */
export async function rejoinAside(
  db: LearnerDb,
  sort: (tables: Record<string, unknown[]>) => PulledRows,
): Promise<void> {
  await db.transaction("rw", [...joinedTables(db), db.aside], async () => {
    const kept = await db.aside.toArray();
    if (kept.length === 0) return;
    const tables: Record<string, unknown[]> = {};
    for (const { table, row } of kept) tables[table] = [...(tables[table] ?? []), row];
    await db.aside.clear();
    await joinRows(db, sort(tables));
  });
}
