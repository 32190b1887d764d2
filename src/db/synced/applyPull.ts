import type { Table } from "dexie";
import { achievementOp, earnedAchievements } from "../../entities/achievement/achievement.ts";
import type { OpDraft } from "../../entities/entity.ts";
import { ALL_ENTITIES } from "../../entities/registry.ts";
import type { Stamp } from "../../entities/stamp.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { readMeta, readPosition, writeMeta } from "../store/meta.ts";
import type { OutboxEntry, PullPosition } from "../store/rows.ts";
import { outboxEntry } from "./commit.ts";

/** Rows as the server sent them, by table. */
type ServerRows = Record<string, unknown[]>;

export type PulledPage = {
  sentFrom: PullPosition;
  epoch: string;
  cursor: number;
  hasMore: boolean;
  rows: ServerRows;
};

/**
 * Joins one page of the server's changes and moves the position, in one transaction (offline rules 8 and 16).
 *
 * 1. Rows are always joined: a join can only add what the server has.
 * 2. The position moves only within the epoch for which the page was requested, and never back (I9), because another
 *    cycle may have been faster.
 * 3. A new epoch means that the server may have lost confirmed changes. The position restarts at 0, and the whole local
 *    state is queued again, once per epoch.
 * 4. Achievements that only the joined progress of several devices earns are awarded here.
 * 5. The last page sets `pulled`: from then on this device knows the learner's progress.
 *
 * Returns the entries that it queued.
 */
export async function applyPull(db: LearnerDb, page: PulledPage, stamp: Stamp): Promise<OutboxEntry[]> {
  return db.transaction("rw", [...joinedTables(db), db.outbox], async () => {
    await joinRows(db, page.rows);

    const entries: OutboxEntry[] = [];
    const stored = await readPosition(db);
    if (stored.epoch === null || stored.epoch === page.epoch) {
      if (page.sentFrom.epoch === stored.epoch) {
        const cursor = Math.max(stored.cursor, page.cursor);
        await writeMeta(db, "position", { epoch: page.epoch, cursor });
      }
    } else if (page.sentFrom.epoch === stored.epoch) {
      await writeMeta(db, "position", { epoch: page.epoch, cursor: 0 });
      entries.push(...(await wholeLocalState(db, stamp)));
    }
    entries.push(...(await awardEarned(db)).map((op) => outboxEntry(op, stamp)));
    await db.outbox.bulkAdd(entries);
    if (!page.hasMore && !(await readMeta(db, "pulled"))) await writeMeta(db, "pulled", true);
    return entries;
  });
}

/** Joins every quarantined row again after an update of the app. Rows that are still unreadable stay quarantined. */
export async function rejoinQuarantined(db: LearnerDb): Promise<void> {
  await db.transaction("rw", joinedTables(db), async () => {
    const quarantined = await db.aside.toArray();
    if (quarantined.length === 0) return;
    const rows: ServerRows = {};
    for (const { table, row } of quarantined) rows[table] = [...(rows[table] ?? []), row];
    await db.aside.clear();
    await joinRows(db, rows);
  });
}

function joinedTables(db: LearnerDb): Table[] {
  return [...ALL_ENTITIES.map(({ store }) => db.table(store)), db.meta, db.aside];
}

/**
 * Joins rows within the running transaction. Rows and tables that this version cannot read are quarantined. If they
 * made the whole page fail instead, the sync would never get past it (offline rule 17).
 */
async function joinRows(db: LearnerDb, rows: ServerRows): Promise<void> {
  const studyStart = await readMeta(db, "studyStart");
  const quarantined: { table: string; row: unknown }[] = [];
  for (const entity of ALL_ENTITIES) {
    const incoming = (rows[entity.serverTable] ?? []).flatMap((row) => {
      const parsed = entity.wireRow.safeParse(row);
      if (parsed.success) return [entity.fromWire(parsed.data)];
      quarantined.push({ table: entity.serverTable, row });
      return [];
    });
    if (incoming.length === 0) continue;
    const table = db.table(entity.store);
    const mine: unknown[] = await table.bulkGet(incoming.map((row) => entity.keyOf(row)));
    await table.bulkPut(
      incoming.map((row, index) => entity.joinPulled?.(mine[index], row, { studyStart }) ?? row),
    );
  }
  const known = new Set(ALL_ENTITIES.map(({ serverTable }) => serverTable));
  for (const [table, unknown] of Object.entries(rows)) {
    if (!known.has(table)) quarantined.push(...unknown.map((row) => ({ table, row })));
  }
  await db.aside.bulkAdd(quarantined);
}

/** Entries for everything that the learner has on this device, except what is already in the outbox. */
async function wholeLocalState(db: LearnerDb, stamp: Stamp): Promise<OutboxEntry[]> {
  const queue = await db.outbox.toArray();
  const waiting = new Set(queue.map(fingerprint));
  const waitingIds = new Set<string>(queue.map((each) => each.opId));
  const offered: OpDraft[] = [];
  for (const entity of ALL_ENTITIES) {
    const rows: unknown[] = await db.table(entity.store).toArray();
    offered.push(...rows.flatMap((row) => entity.offers(row)));
  }
  return offered
    .filter((op) => (op.opId === undefined ? !waiting.has(fingerprint(op)) : !waitingIds.has(op.opId)))
    .map((op) => outboxEntry(op, stamp));
}

function fingerprint({ key, payload }: Pick<OpDraft, "key" | "payload">): string {
  return `${key} ${JSON.stringify(payload)}`;
}

async function awardEarned(db: LearnerDb): Promise<OpDraft[]> {
  const [progress, held] = await Promise.all([
    db.progress.toArray(),
    db.achievements.toCollection().primaryKeys(),
  ]);
  const completed = progress.filter((each) => each.completed).length;
  const missing = earnedAchievements(completed).filter((type) => !held.includes(type));
  await db.achievements.bulkPut(missing.map((type) => ({ type })));
  return missing.map(achievementOp);
}
