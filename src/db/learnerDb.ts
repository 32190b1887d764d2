import { Dexie, type EntityTable, type Table } from "dexie";
import { isUuid, type UserId } from "../domain/ids.ts";
import type { NoteVersion } from "../domain/notes.ts";
import type { Progress } from "../domain/progress.ts";
import { closeWhenLeaving } from "./leaving.ts";
import { learnerDbName } from "./names.ts";
import type {
  AchievementEntry,
  AsideEntry,
  AttemptEntry,
  DraftEntry,
  LessonEntry,
  MetaEntry,
  OutboxEntry,
  RememberedEntry,
  WorkbookEntry,
} from "./rows.ts";
import { noteStoreTrouble, storeTrouble } from "./storeTrouble.ts";

export type LearnerDb = Dexie & {
  progress: EntityTable<Progress, "lessonId">;
  attempts: EntityTable<AttemptEntry, "id">;
  achievements: EntityTable<AchievementEntry, "type">;
  lessons: EntityTable<LessonEntry, "lessonId">;
  outbox: Table<OutboxEntry, number>;
  meta: EntityTable<MetaEntry, "key">;
  drafts: EntityTable<DraftEntry, "lessonId">;
  aside: Table<AsideEntry, number>;
  workbook: EntityTable<WorkbookEntry, "fieldId">;
  remembered: EntityTable<RememberedEntry, "lessonId">;
  notes: EntityTable<NoteVersion, "opId">;
};

/**
 * A new connection to a learner's own database. Durability is strict (offline rule 3). The query cache is off
 * because it would show a change on screen before its transaction is durable.
 */
export function connectLearnerDb(userId: UserId): LearnerDb {
  // Dexie adds the tables named in stores() to the instance at run time.
  const db = new Dexie(learnerDbName(userId), {
    chromeTransactionDurability: "strict",
    cache: "disabled",
  }) as LearnerDb;
  db.version(1).stores({
    progress: "lessonId",
    attempts: "id",
    achievements: "type",
    lessons: "lessonId",
    outbox: "++seq, &opId",
    meta: "key",
    drafts: "lessonId",
    aside: "++id, table",
  });
  db.version(2).stores({ workbook: "fieldId, opId", remembered: "lessonId" });
  db.version(3).stores({ notes: "opId, noteId, lessonId" });
  closeWhenLeaving(db);
  db.on("versionchange", (event) => {
    // Another tab upgrades or removes this database: hold nobody up, and say so on screen.
    db.close();
    if (event.newVersion !== null) noteStoreTrouble("reloadNeeded");
  });
  db.on("blocked", () => noteStoreTrouble("blockedByOtherTab"));
  // The older tab was closed and the waiting is over.
  db.on("ready", () => {
    if (storeTrouble() === "blockedByOtherTab") noteStoreTrouble("none");
  });
  return db;
}

const connections = new Map<UserId, LearnerDb>();

/** The page's one connection to this learner's database. */
export function learnerDb(userId: UserId): LearnerDb {
  const open = connections.get(userId);
  if (open) return open;
  const db = connectLearnerDb(userId);
  connections.set(userId, db);
  return db;
}

/** Removes everything this device keeps of a learner, the unsent changes included. */
export async function deleteLearnerDb(userId: UserId): Promise<void> {
  connections.get(userId)?.close();
  connections.delete(userId);
  await Dexie.delete(learnerDbName(userId));
}

/** True when this device keeps something of a learner, whoever it is. */
export async function hasAnyLearnerDb(): Promise<boolean> {
  const names = await Dexie.getDatabaseNames();
  return names.some((name) => name.startsWith("academy-") && isUuid(name.slice("academy-".length)));
}
