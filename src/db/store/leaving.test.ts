// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mirrored } from "../../../tests/support/screens/mirrored.ts";
import { collectGarbage } from "../../../tests/support/setup/collectGarbage.ts";
import { requireUserId, type UserId } from "../../domain/ids.ts";
import { newNote, note } from "../../entities/note/note.ts";
import { workbookField } from "../../entities/workbookField/workbookField.ts";
import { saveDraft } from "../study/draft.ts";
import { saveLessonPlace } from "../synced/moveLessonPlace.ts";
import { writeNote } from "../synced/notes.ts";
import { completeLesson } from "../synced/progress.ts";
import { readRows } from "../synced/readRows.ts";
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
  method: "get" | "getAll" | "put",
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
  const { writing } = await leaveDuring("get", () => saveLessonPlace("1", position, { isSent: false }));
  expect(await readFromOtherPage("rows")).toEqual([]);
  pass("pageshow");
  await writing;
  expect(await readFromOtherPage("rows")).toMatchObject([{ kind: "place", key: "1", content: position }]);
});

test("a completion whose write is interrupted by leaving the page stays in the mirror until the page is shown again", async () => {
  await completeLesson("1");
  const { writing } = await leaveDuring("getAll", () => completeLesson("2"));
  expect(mirrored(userId)).toContainEqual(expect.objectContaining({ kind: "progress", key: "2" }));
  pass("pageshow");
  expect(await writing).toMatchObject({ alreadyComplete: false });
  const unsent = await db.rows.orderBy("unsent.since").toArray();
  expect(unsent).toContainEqual(expect.objectContaining({ kind: "progress", key: "2" }));
  const keys = (rows: { kind: string; key: string }[]) =>
    rows.map(({ kind, key }) => `${kind} ${key}`).sort();
  expect(keys(mirrored(userId))).toEqual(keys(unsent));
});

test("two texts for one workbook field keep their order when their writes are interrupted by leaving the page", async () => {
  const fieldId = "l01-sorting";
  const { writing } = await leaveDuring("get", async () => {
    await Promise.all([writeWorkbookField(fieldId, "A spam"), writeWorkbookField(fieldId, "A spam filter")]);
  });
  expect(mirrored(userId)).toMatchObject([{ content: { value: "A spam filter" } }]);
  pass("pageshow");
  await writing;
  expect((await readRows(db, workbookField)).map(({ value }) => value)).toEqual(["A spam filter"]);
});

test("a note whose write is interrupted by leaving the page is stored exactly once when the page is shown again", async () => {
  const content = { anchor: null, colour: null, body: "Ask why" };
  const { writing } = await leaveDuring("put", () => writeNote(newNote("1", 1), content));
  expect(mirrored(userId).filter(({ kind }) => kind === "note")).toHaveLength(1);
  pass("pageshow");
  await writing;
  expect((await readRows(db, note)).map(({ body }) => body)).toEqual(["Ask why"]);
  expect(mirrored(userId).filter(({ kind }) => kind === "note")).toHaveLength(1);
});

test("a quiz answer whose write is interrupted by leaving the page is stored when the page is shown again", async () => {
  const draft = { answers: [1], order: [[0, 1]] };
  const { writing } = await leaveDuring("put", () => saveDraft("1", 1, draft));
  pass("pageshow");
  await writing;
  expect(await readFromOtherPage("drafts")).toMatchObject([{ lessonId: "1", draft }]);
});

test("a write that starts while the page is in the back/forward cache waits until the page is shown again", async () => {
  pass("pagehide");
  let isStored = false;
  const completing = completeLesson("1").then(() => {
    isStored = true;
  });
  expect(await readFromOtherPage("rows")).toEqual([]);
  expect(isStored).toBe(false);
  pass("pageshow");
  await completing;
  expect(await readFromOtherPage("rows")).toContainEqual(
    expect.objectContaining({ kind: "progress", key: "1" }),
  );
});

test("leaving the page while progress is being read does not sign the learner out", async () => {
  const reading = db.rows.toArray();
  pass("pagehide");
  await reading.catch(() => undefined);
  pass("pageshow");
  expect(activeState().status).toBe("signedIn");
  expect(await db.rows.toArray()).toEqual([]);
});

test("a page that is unloaded without entering the back/forward cache does not close its connection", async () => {
  pass("pagehide", false);
  expect(db.isOpen()).toBe(true);
});

test("a database connection that was closed permanently can be garbage-collected", async () => {
  const closed = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const other = connectLearnerDb(requireUserId(randomUUID()));
      await other.rows.toArray();
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
