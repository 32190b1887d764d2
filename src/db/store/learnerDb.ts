import { Dexie, type EntityTable, type Table } from "dexie";
import { isUuid, type UserId } from "../../domain/ids.ts";
import type { Achievement } from "../../entities/achievement/achievement.ts";
import type { Attempt } from "../../entities/attempt/attempt.ts";
import type { CapstoneHandIn } from "../../entities/capstone/capstone.ts";
import type { StoredPlace } from "../../entities/lessonPlace/lessonPlace.ts";
import type { NoteVersion } from "../../entities/note/note.ts";
import type { Progress } from "../../entities/progress/progress.ts";
import type { StoredField } from "../../entities/workbookField/workbookField.ts";
import { closeWhenLeaving } from "./leaving.ts";
import { learnerDbName } from "./names.ts";
import type { AsideEntry, DraftEntry, LessonEntry, MetaEntry, OutboxEntry, RememberedEntry } from "./rows.ts";
import { noteStoreTrouble, storeTrouble } from "./storeTrouble.ts";

export type LearnerDb = Dexie & {
  progress: EntityTable<Progress, "lessonId">;
  attempts: EntityTable<Attempt, "id">;
  achievements: EntityTable<Achievement, "type">;
  lessons: EntityTable<LessonEntry, "lessonId">;
  outbox: Table<OutboxEntry, number>;
  meta: EntityTable<MetaEntry, "key">;
  drafts: EntityTable<DraftEntry, "lessonId">;
  aside: Table<AsideEntry, number>;
  workbook: EntityTable<StoredField, "fieldId">;
  remembered: EntityTable<RememberedEntry, "lessonId">;
  notes: EntityTable<NoteVersion, "opId">;
  lessonPlaces: EntityTable<StoredPlace, "lessonId">;
  capstones: EntityTable<CapstoneHandIn, "id">;
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
  db.version(4)
    .stores({ lessonPlaces: "lessonId, opId" })
    // The places of earlier versions name no step, so they lead nowhere in a lesson that is shown in steps.
    .upgrade((transaction) => transaction.table("meta").delete("places"));
  db.version(5).stores({ capstones: "id" });
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

/** True if this device has the database of any learner. */
export async function hasAnyLearnerDb(): Promise<boolean> {
  const names = await Dexie.getDatabaseNames();
  return names.some((name) => name.startsWith("academy-") && isUuid(name.slice("academy-".length)));
}
