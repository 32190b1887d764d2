// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { collectGarbage } from "../../tests/support/collectGarbage.ts";
import { requireUserId, type UserId } from "../domain/ids.ts";
import { activeState, storeIdentity } from "./active.ts";
import { saveDraft } from "./draft.ts";
import { connectLearnerDb, type LearnerDb, learnerDb } from "./learnerDb.ts";
import { mirroredEntries } from "./mirror.ts";
import { learnerDbName } from "./names.ts";
import { savePlace } from "./places.ts";
import { completeLesson } from "./write.ts";
import { writeWorkbookField } from "./writeField.ts";
import { newNote, writeNote } from "./writeNote.ts";

let userId: UserId;
let db: LearnerDb;
beforeEach(async () => {
  userId = requireUserId(randomUUID());
  await storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });
  db = learnerDb(userId);
  await db.open();
});

afterEach(() => pass("pageshow"));

const pass = (name: "pagehide" | "pageshow", persisted = true) =>
  window.dispatchEvent(Object.assign(new Event(name), { persisted }));

/** Starts a write, and leaves the page right after the request `method` in the middle of it. Resolves when it is left. */
async function leaveDuring<T>(
  method: "get" | "getAll" | "add",
  write: () => Promise<T>,
): Promise<{ writing: Promise<T> }> {
  const original = IDBObjectStore.prototype[method];
  const left = Promise.withResolvers<void>();
  Object.assign(IDBObjectStore.prototype, {
    [method](this: IDBObjectStore, ...parameters: unknown[]) {
      Object.assign(IDBObjectStore.prototype, { [method]: original });
      queueMicrotask(() => {
        pass("pagehide");
        left.resolve();
      });
      return Reflect.apply(original, this, parameters);
    },
  });
  const writing = write();
  await left.promise;
  return { writing };
}

/** What another page of the site finds: it waits for every lock on the stores. */
async function readFromOtherPage(store: string): Promise<unknown[]> {
  const other = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(learnerDbName(userId));
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const rows = await new Promise<unknown[]>((resolve, reject) => {
    const reading = other.transaction(store, "readwrite").objectStore(store).getAll();
    reading.onsuccess = () => resolve(reading.result);
    reading.onerror = () => reject(reading.error);
  });
  other.close();
  return rows;
}

test("a place that is being saved when the page is left locks nothing, and is saved when the page is shown again", async () => {
  const place = { part: 2, heading: "Check it" } as never; // only that it is kept matters here
  const { writing } = await leaveDuring("get", () => savePlace("1", place));
  expect(await readFromOtherPage("meta")).toEqual([]);
  pass("pageshow");
  await writing;
  expect(await readFromOtherPage("meta")).toEqual([{ key: "places", value: { 1: place } }]);
});

test("a completion that is being stored when the page is left is in the mirror until the page is shown again", async () => {
  // This tab knows what is stored, so that the change is known before the database answers.
  await completeLesson("1");
  const { writing } = await leaveDuring("getAll", () => completeLesson("2"));
  expect(mirroredEntries(userId).map(({ key }) => key)).toContain("progress:2");
  pass("pageshow");
  expect(await writing).toMatchObject({ alreadyComplete: false });
  const queued = await db.outbox.toArray();
  expect(queued.filter(({ key }) => key === "progress:2")).toHaveLength(1);
  expect(mirroredEntries(userId).map(({ opId }) => opId)).toEqual(queued.map(({ opId }) => opId));
});

test("two texts of one field that are being stored when the page is left keep their order", async () => {
  const fieldId = "l01-sorting";
  const { writing } = await leaveDuring("get", async () => {
    await Promise.all([writeWorkbookField(fieldId, "A spam"), writeWorkbookField(fieldId, "A spam filter")]);
  });
  expect(mirroredEntries(userId)).toHaveLength(2);
  pass("pageshow");
  await writing;
  expect((await db.workbook.toArray()).map(({ value }) => value)).toEqual(["A spam filter"]);
});

test("a note that is being stored when the page is left is stored once when the page is shown again", async () => {
  const note = { anchor: null, colour: null, body: "Ask why" };
  const { writing } = await leaveDuring("add", () => writeNote(newNote("1", 1), note));
  expect(mirroredEntries(userId)).toHaveLength(1);
  pass("pageshow");
  await writing;
  expect((await db.notes.toArray()).map(({ body }) => body)).toEqual(["Ask why"]);
  expect(mirroredEntries(userId)).toHaveLength(1);
});

test("a quiz answer that is saved as the page is left is stored, because its transaction is committed with the write", async () => {
  const draft = { answers: [1], seed: 7 } as never; // only that it is kept matters here
  const put = vi.spyOn(IDBObjectStore.prototype, "put");
  const saving = saveDraft("1", 1, draft);
  while (put.mock.calls.length === 0) await Promise.resolve();
  put.mockRestore();
  pass("pagehide");
  expect(await readFromOtherPage("drafts")).toMatchObject([{ lessonId: "1", draft }]);
  pass("pageshow");
  await saving;
});

test("nothing is begun while the page is kept for Back: what is written then waits until it is shown again", async () => {
  pass("pagehide");
  let isStored = false;
  const completing = completeLesson("1").then(() => {
    isStored = true;
  });
  expect(await readFromOtherPage("progress")).toEqual([]);
  expect(isStored).toBe(false);
  pass("pageshow");
  await completing;
  expect(await readFromOtherPage("progress")).toHaveLength(1);
});

test("being left in the middle of reading signs nobody out", async () => {
  const reading = db.progress.toArray();
  pass("pagehide");
  await reading.catch(() => undefined);
  pass("pageshow");
  expect(activeState().status).toBe("signedIn");
  expect(await db.progress.toArray()).toEqual([]);
});

test("a page that is closed for good keeps its connection until then", async () => {
  pass("pagehide", false);
  expect(db.isOpen()).toBe(true);
});

test("a connection that was closed for good is not kept", async () => {
  const closed = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const other = connectLearnerDb(requireUserId(randomUUID()));
      await other.progress.toArray();
      other.close();
      return new WeakRef(other);
    }),
  );
  // A weak reference holds until the task that made it is over.
  await new Promise((resolve) => setTimeout(resolve, 50));
  collectGarbage();
  // The last one may still be on the stack of what ran before.
  expect(closed.filter((each) => each.deref()).length).toBeLessThanOrEqual(1);
});
