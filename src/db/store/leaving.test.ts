// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { collectGarbage } from "../../../tests/support/collectGarbage.ts";
import { requireUserId, type UserId } from "../../domain/ids.ts";
import { newNote } from "../../entities/note/note.ts";
import { saveDraft } from "../study/draft.ts";
import { mirroredEntries } from "../synced/mirror.ts";
import { saveLessonPlace } from "../synced/moveLessonPlace.ts";
import { writeNote } from "../synced/notes.ts";
import { completeLesson } from "../synced/progress.ts";
import { writeWorkbookField } from "../synced/workbook.ts";
import { activeState, storeIdentity } from "./active.ts";
import { connectLearnerDb, type LearnerDb, learnerDb } from "./learnerDb.ts";
import { learnerDbName } from "./names.ts";

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

/**
 * Starts a write and leaves the page in the middle of it, right after its first `method` request. Resolves when the
 * page has been left.
 */
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

/** Reads rows as another page of the site would: after every lock on the store has been released. */
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

test("a page that the user leaves while it saves a reading position holds no lock, and saves the position when it is shown again", async () => {
  const position = { step: 1, part: 2, share: 0.5 };
  const { writing } = await leaveDuring("getAll", () => saveLessonPlace("1", position, { isSent: false }));
  expect(await readFromOtherPage("lessonPlaces")).toEqual([]);
  pass("pageshow");
  await writing;
  expect(await readFromOtherPage("lessonPlaces")).toMatchObject([{ lessonId: "1", ...position }]);
});

test("a completion whose write is interrupted by leaving the page stays in the mirror until the page is shown again", async () => {
  await completeLesson("1");
  const { writing } = await leaveDuring("getAll", () => completeLesson("2"));
  expect(mirroredEntries(userId).map(({ key }) => key)).toContain("progress:2");
  pass("pageshow");
  expect(await writing).toMatchObject({ alreadyComplete: false });
  const queued = await db.outbox.toArray();
  expect(queued.filter(({ key }) => key === "progress:2")).toHaveLength(1);
  expect(mirroredEntries(userId).map(({ opId }) => opId)).toEqual(queued.map(({ opId }) => opId));
});

test("two texts for one workbook field keep their order when their writes are interrupted by leaving the page", async () => {
  const fieldId = "l01-sorting";
  const { writing } = await leaveDuring("getAll", async () => {
    await Promise.all([writeWorkbookField(fieldId, "A spam"), writeWorkbookField(fieldId, "A spam filter")]);
  });
  expect(mirroredEntries(userId)).toHaveLength(2);
  pass("pageshow");
  await writing;
  expect((await db.workbook.toArray()).map(({ value }) => value)).toEqual(["A spam filter"]);
});

test("a note whose write is interrupted by leaving the page is stored exactly once when the page is shown again", async () => {
  const note = { anchor: null, colour: null, body: "Ask why" };
  const { writing } = await leaveDuring("add", () => writeNote(newNote("1", 1), note));
  expect(mirroredEntries(userId)).toHaveLength(1);
  pass("pageshow");
  await writing;
  expect((await db.notes.toArray()).map(({ body }) => body)).toEqual(["Ask why"]);
  expect(mirroredEntries(userId)).toHaveLength(1);
});

test("a quiz answer that is saved just before the user leaves the page is stored, because its transaction commits immediately", async () => {
  const draft = { answers: [1], seed: 7 } as never; // The content does not matter here.
  const put = vi.spyOn(IDBObjectStore.prototype, "put");
  const saving = saveDraft("1", 1, draft);
  while (put.mock.calls.length === 0) await Promise.resolve();
  put.mockRestore();
  pass("pagehide");
  expect(await readFromOtherPage("drafts")).toMatchObject([{ lessonId: "1", draft }]);
  pass("pageshow");
  await saving;
});

test("a write that starts while the page is in the back/forward cache waits until the page is shown again", async () => {
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

test("leaving the page while progress is being read does not sign the learner out", async () => {
  const reading = db.progress.toArray();
  pass("pagehide");
  await reading.catch(() => undefined);
  pass("pageshow");
  expect(activeState().status).toBe("signedIn");
  expect(await db.progress.toArray()).toEqual([]);
});

test("a page that is unloaded without entering the back/forward cache does not close its connection", async () => {
  pass("pagehide", false);
  expect(db.isOpen()).toBe(true);
});

test("a database connection that was closed permanently can be garbage-collected", async () => {
  const closed = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const other = connectLearnerDb(requireUserId(randomUUID()));
      await other.progress.toArray();
      other.close();
      return new WeakRef(other);
    }),
  );
  // A WeakRef keeps its target alive until the end of the task that created it.
  await new Promise((resolve) => setTimeout(resolve, 50));
  collectGarbage();
  // The last connection may still be referenced from the stack.
  expect(closed.filter((each) => each.deref()).length).toBeLessThanOrEqual(1);
});
