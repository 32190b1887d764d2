import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { Dexie } from "dexie";
import { expect, test, vi } from "vitest";
import { requireUserId } from "../../domain/ids.ts";
import { connectLearnerDb } from "./learnerDb.ts";
import { storeTrouble } from "./storeTrouble.ts";

test("upgrading a database from before the workbook existed keeps all rows, including unsent entries, except places without a step (offline rule 17)", async () => {
  const userId = requireUserId(randomUUID());
  const former = new Dexie(`academy-${userId}`);
  former.version(1).stores({
    progress: "lessonId",
    attempts: "id",
    achievements: "type",
    lessons: "lessonId",
    outbox: "++seq, &opId",
    meta: "key",
    drafts: "lessonId",
    aside: "++id, table",
  });
  await former.table("progress").put({ lessonId: "3", completed: true });
  await former.table("outbox").add({ opId: "1", type: "progress" });
  await former.table("meta").bulkPut([
    { key: "places", value: { 3: { part: 2, share: 0 } } },
    { key: "planStart", value: "2026-11-01" },
  ]);
  former.close();

  const db = connectLearnerDb(userId);
  expect(await db.progress.toArray()).toEqual([{ lessonId: "3", completed: true }]);
  expect(await db.outbox.toArray()).toEqual([{ seq: 1, opId: "1", type: "progress" }]);
  expect(await db.workbook.count()).toBe(0);
  expect(await db.remembered.count()).toBe(0);
  expect(await db.notes.count()).toBe(0);
  expect(await db.lessonPlaces.count()).toBe(0);
  expect(await db.meta.toArray()).toEqual([{ key: "planStart", value: "2026-11-01" }]);
});

test("a tab whose database upgrade is blocked by an older tab reports this until the older tab closes its connection", async () => {
  const userId = requireUserId(randomUUID());
  const older = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`academy-${userId}`, 1);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });

  const opening = connectLearnerDb(userId).open();
  await vi.waitFor(() => expect(storeTrouble()).toBe("blockedByOtherTab"));
  older.close();
  await opening;
  expect(storeTrouble()).toBe("none");
});
