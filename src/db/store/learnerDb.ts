import { Dexie, type EntityTable, type Table } from "dexie";
import type { UserId } from "../../domain/ids.ts";
import type { Row } from "../../entities/row.ts";
import { closeWhenLeaving } from "./leaving.ts";
import { learnerDbName } from "./names.ts";
import type { AsideEntry, DraftEntry, LessonEntry, MetaEntry, RememberedEntry } from "./rows.ts";
import { noteStoreTrouble, storeTrouble } from "./storeTrouble.ts";

export type LearnerDb = Dexie & {
  /** All synced data. The rows that have a mark are the queue. */
  rows: Table<Row, [kind: string, key: string]>;
  aside: Table<AsideEntry, [kind: string, key: string]>;
  lessons: EntityTable<LessonEntry, "lessonId">;
  meta: EntityTable<MetaEntry, "key">;
  drafts: EntityTable<DraftEntry, "lessonId">;
  remembered: EntityTable<RememberedEntry, "lessonId">;
};

/**
 * A new connection to a learner's database. Durability is strict (offline rule 3). The query cache is off because it
 * would show a change on screen before its transaction is durable.
 */
export function connectLearnerDb(userId: UserId): LearnerDb {
  // Dexie adds the tables named in stores() to the instance at run time.
  const db = new Dexie(learnerDbName(userId), {
    chromeTransactionDurability: "strict",
    cache: "disabled",
  }) as LearnerDb;
  db.version(1).stores({
    rows: "[kind+key], [kind+content.lessonId], unsent.since",
    aside: "[kind+key]",
    lessons: "lessonId",
    meta: "key",
    drafts: "lessonId",
    remembered: "lessonId",
  });
  closeWhenLeaving(db);
  db.on("versionchange", (event) => {
    // Another tab is upgrading or deleting this database. Close it so as not to block that tab, and report an upgrade
    // on screen.
    db.close();
    if (event.newVersion !== null) noteStoreTrouble("reloadNeeded");
  });
  db.on("blocked", () => noteStoreTrouble("blockedByOtherTab"));
  // The older tab that blocked this one has been closed.
  db.on("ready", () => {
    if (storeTrouble() === "blockedByOtherTab") noteStoreTrouble("none");
  });
  return db;
}

const connections = new Map<UserId, LearnerDb>();

/** The page's only connection to this learner's database. */
export function learnerDb(userId: UserId): LearnerDb {
  const open = connections.get(userId);
  if (open) return open;
  const db = connectLearnerDb(userId);
  connections.set(userId, db);
  return db;
}

/** Deletes the learner's database from this device, including unsent changes. */
export async function deleteLearnerDb(userId: UserId): Promise<void> {
  connections.get(userId)?.close();
  connections.delete(userId);
  await Dexie.delete(learnerDbName(userId));
}
