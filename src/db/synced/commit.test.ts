// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { Dexie } from "dexie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mirrored } from "../../../tests/support/screens/mirrored.ts";
import { requireUserId, type UserId } from "../../domain/ids.ts";
import type { LocalDay } from "../../domain/study/studyDays.ts";
import { capstone } from "../../entities/capstone/capstone.ts";
import { lessonPlace } from "../../entities/lessonPlace/lessonPlace.ts";
import { plan } from "../../entities/plan/plan.ts";
import { newStamp } from "../../entities/stamp.ts";
import { studyDay } from "../../entities/studyDay/studyDay.ts";
import { workbookField } from "../../entities/workbookField/workbookField.ts";
import { storeIdentity } from "../store/active.ts";
import { type LearnerDb, learnerDb } from "../store/learnerDb.ts";
import { handInCapstone } from "./capstone.ts";
import { commit } from "./commit.ts";
import { restoreFromMirror } from "./mirror.ts";
import { saveLessonPlace } from "./moveLessonPlace.ts";
import { writeNote } from "./notes.ts";
import { completeLesson, submitQuiz } from "./progress.ts";
import { readRow, readRows } from "./readRows.ts";
import { writeWorkbookField } from "./workbook.ts";

/** What another tab does between the first attempt at a write and its retry. */
let betweenTries: () => Promise<unknown> = async () => undefined;
vi.mock("../store/writeWithRetry.ts", async (original) => {
  const actual = await original<typeof import("../store/writeWithRetry.ts")>();
  return {
    writeWithRetry: ((db, lessonId, work) =>
      actual.writeWithRetry(db, lessonId, async (isRetry) => {
        if (isRetry) await betweenTries();
        return work(isRetry);
      })) satisfies typeof actual.writeWithRetry,
  };
});

let userId: UserId;
let db: LearnerDb;
beforeEach(async () => {
  localStorage.clear();
  userId = requireUserId(randomUUID());
  await storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });
  db = learnerDb(userId);
});
afterEach(() => {
  betweenTries = async () => undefined;
  vi.useRealTimers();
  for (const spy of spies.splice(0)) spy.mockRestore();
});

const failingPut = (name: string) => () => {
  throw Object.assign(new Error("the database failed"), { name });
};
/** The spies of the current test. They are restored after it. */
const spies: { mockRestore(): void }[] = [];
function spyOnPut() {
  const spy = vi.spyOn(IDBObjectStore.prototype, "put");
  spies.push(spy);
  return spy;
}
/** Makes each transaction fail that has begun to store rows, as soon as the mirror has a copy of the row with this key. */
function abortOnceMirrored(rowKey: string): void {
  const { put } = IDBObjectStore.prototype;
  const { setItem } = Storage.prototype;
  let transaction: IDBTransaction | undefined;
  spyOnPut().mockImplementation(function (this: IDBObjectStore, ...parameters) {
    transaction = this.transaction;
    return put.apply(this, parameters);
  });
  const spy = vi.spyOn(Storage.prototype, "setItem").mockImplementation(function (this: Storage, at, copy) {
    setItem.call(this, at, copy);
    if (at.endsWith(`:${rowKey}`)) transaction?.abort();
  });
  spies.push(spy);
}
const unsentKeys = async () => (await db.rows.orderBy("unsent.since").toArray()).map(({ key }) => key).sort();
const mirroredKeys = () =>
  mirrored(userId)
    .map(({ key }) => key)
    .sort();

test("text that could not be stored stays in the mirror and is restored at the next start", async () => {
  spyOnPut().mockImplementation(failingPut("QuotaExceededError"));
  await expect(writeWorkbookField("l03-prompt", "Goal, context")).rejects.toMatchObject({ code: "quota" });
  for (const spy of spies) spy.mockRestore();
  expect(await restoreFromMirror(db, userId)).toBe(1);
  expect(await db.rows.get(["workbook", "l03-prompt"])).toMatchObject({
    content: { value: "Goal, context" },
  });
});

test("a completion that could not be stored is removed from the mirror, because the learner sees that it failed", async () => {
  abortOnceMirrored("first_lesson");
  await expect(completeLesson("1")).rejects.toMatchObject({ code: "unavailable" });
  expect([mirrored(userId), await db.rows.count()]).toEqual([[], 0]);
});

test("writing what is stored already leaves no copy of its own, and keeps the copy of the unsent row", async () => {
  for (let times = 0; times < 2; times += 1) await writeWorkbookField("l03-prompt", "Goal");
  const stamp = (await db.rows.get(["workbook", "l03-prompt"]))?.stamp;
  expect(mirrored(userId).filter(({ kind }) => kind === "workbook")).toMatchObject([{ stamp }]);
  const subject = { noteId: randomUUID(), lessonId: "3", lessonVersion: 1 } as const;
  for (let times = 0; times < 2; times += 1)
    await writeNote(subject, { anchor: null, colour: null, body: "Ask why" });
  expect(mirrored(userId).filter(({ kind }) => kind === "note")).toHaveLength(1);
});

test("a text that waits to be stored keeps its copy while an earlier text of the same field is stored", async () => {
  const during: string[] = [];
  const { put } = IDBObjectStore.prototype;
  spyOnPut().mockImplementation(function (this: IDBObjectStore, value, key) {
    during.push(...mirrored(userId).map(({ content }) => (content as { value: string }).value));
    return put.call(this, value, key);
  });
  vi.useFakeTimers({ toFake: ["Date"] });
  const writing = [writeWorkbookField("l03-prompt", "Go")];
  vi.setSystemTime(Date.now() + 5);
  writing.push(writeWorkbookField("l03-prompt", "Goal"));
  vi.setSystemTime(Date.now() + 5);
  await Promise.all(writing);
  expect(new Set(during.filter(Boolean))).toEqual(new Set(["Goal"]));
  expect(await db.rows.get(["workbook", "l03-prompt"])).toMatchObject({ content: { value: "Goal" } });
});

/** Puts the page into the back/forward cache until the returned function is called. */
function leave(): () => void {
  dispatchEvent(Object.assign(new Event("pagehide"), { persisted: true }));
  return () => dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
}

test("text whose page was suspended before it was stored does not replace a text that another page wrote later", async () => {
  await writeWorkbookField("l03-prompt", "First.");
  const other = await new Dexie(db.name).open();
  const suspended = [writeWorkbookField("l03-prompt", "Second.")];
  const comeBack = leave();
  // A page saves both before it is left and when it becomes invisible.
  suspended.push(writeWorkbookField("l03-prompt", "Second."));
  const third = {
    ...(await other.table("rows").get(["workbook", "l03-prompt"])),
    stamp: newStamp(Date.now() + 1_000),
  };
  await other.table("rows").put({ ...third, content: { fieldId: "l03-prompt", value: "Third." } });
  other.close();
  comeBack();
  await Promise.all(suspended);
  expect(await readRows(db, workbookField)).toEqual([{ fieldId: "l03-prompt", value: "Third." }]);
});

test("texts whose page was suspended before they were stored replace what the page showed, in their order", async () => {
  await writeWorkbookField("l03-prompt", "First.");
  // From a device whose clock is ahead.
  await db.rows.update(["workbook", "l03-prompt"], { stamp: newStamp(Date.now() + 50_000) });
  await readRows(db, workbookField);
  const suspended = ["Second.", "Third."].map((text) => writeWorkbookField("l03-prompt", text));
  leave()();
  await Promise.all(suspended);
  expect(await readRows(db, workbookField)).toEqual([{ fieldId: "l03-prompt", value: "Third." }]);
});

test("a text whose first try failed does not replace what was typed and stored meanwhile", async () => {
  spyOnPut().mockImplementationOnce(failingPut("QuotaExceededError"));
  betweenTries = () => writeWorkbookField("l03-prompt", "Goal");
  await writeWorkbookField("l03-prompt", "Go");
  expect(await readRows(db, workbookField)).toEqual([{ fieldId: "l03-prompt", value: "Goal" }]);
});

test("a write that fails leaves the copy of what was unsent before", async () => {
  const place = (step: number) => saveLessonPlace("1", { step, part: 0, share: 0 }, { isSent: true });
  await place(2);
  const before = mirrored(userId);
  spyOnPut().mockImplementation(failingPut("UnknownError"));
  await expect(place(3)).rejects.toMatchObject({ code: "unavailable" });
  expect(mirrored(userId)).toEqual(before);
});

test("a write that fails leaves no copy, even if the clock is set back while it is stored", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  abortOnceMirrored("1");
  vi.setSystemTime(Date.now() + 10 * 60_000);
  const content = { lessonId: "1" as const, step: 3, part: 0, share: 0, furthest: 3 };
  const writing = commit("1", (rows) => rows.put(lessonPlace, content), { kind: lessonPlace, content });
  vi.setSystemTime(Date.now() - 10 * 60_000);
  await expect(writing).rejects.toMatchObject({ code: "unavailable" });
  expect(mirrored(userId)).toEqual([]);
});

test("if the page is closed while a completion is being stored, the mirror has the completion and its achievement", async () => {
  const atCommit = Promise.withResolvers<string[]>();
  const { put } = IDBObjectStore.prototype;
  spyOnPut().mockImplementationOnce(function (this: IDBObjectStore, ...parameters) {
    this.transaction.addEventListener("complete", () => atCommit.resolve(mirroredKeys()));
    return put.apply(this, parameters);
  });
  await completeLesson("1");
  expect(await atCommit.promise).toEqual(expect.arrayContaining(["1", "first_lesson"]));
});

test("the retry stores a quiz attempt once, even if another tab has restored the first try from the mirror", async () => {
  spyOnPut().mockImplementationOnce(failingPut("UnknownError"));
  betweenTries = () => restoreFromMirror(db, userId);
  await submitQuiz({ lessonId: "1", lessonVersion: 1, answers: [0], correctAnswers: [0] });
  expect(await db.rows.where({ kind: "attempt" }).count()).toBe(1);
  expect(mirroredKeys()).toEqual(await unsentKeys());
});

test("writing anything studied makes today a day of study, by the learner's calendar, and a plan does not", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const day of ["2026-11-20", "2026-11-21"]) {
    vi.setSystemTime(new Date(`${day}T12:00:00`));
    await writeWorkbookField("l01-monday", `Written on ${day}`);
  }
  vi.setSystemTime(new Date("2026-11-22T12:00:00"));
  await commit(null, (rows) => rows.put(plan, { name: "start", firstDay: "2026-11-23" as LocalDay }));
  expect((await readRows(db, studyDay)).map(({ day }) => day)).toEqual(["2026-11-20", "2026-11-21"]);
});

test.each(["Shorter", "Refused"])(
  "a write, also of the same content, ends the row's wait, its refusals and its parking, but a row that did not get through still goes alone (%s)",
  async (text) => {
    await writeWorkbookField("l03-prompt", "Refused");
    const refused = { since: 1, tries: 5, nextAt: 2, error: "not_entitled", isParked: true, isolated: 2 };
    await db.rows.update(["workbook", "l03-prompt"], { unsent: refused });
    await commit(null, (rows) => rows.put(workbookField, { fieldId: "l03-prompt", value: text }));
    expect((await db.rows.get(["workbook", "l03-prompt"]))?.unsent).toEqual({
      since: 1,
      tries: 0,
      nextAt: 0,
      error: null,
      isolated: 2,
    });
  },
);

test("fields that a newer version of the app has added to a row stay when this version writes it", async () => {
  await db.rows.put({
    kind: "workbook",
    key: "l03-prompt",
    content: { fieldId: "l03-prompt", value: "Goal", bold: [1, 2] },
    rev: 7,
  });
  await writeWorkbookField("l03-prompt", "Goal, context");
  expect(await db.rows.get(["workbook", "l03-prompt"])).toMatchObject({
    content: { value: "Goal, context", bold: [1, 2] },
    rev: 7,
  });
});

test("handing in stores nothing without a text, or when no attempt is left", async () => {
  expect(await handInCapstone({})).toBeNull();
  expect(await db.rows.count()).toBe(0);
  const handIn = await handInCapstone({ "l11-purpose": "For tenants." });
  expect(await readRow(db, capstone, handIn?.id ?? "")).toEqual(handIn);
  expect(handIn).toMatchObject({ attempt: 1, receivedAt: null, review: null });
  expect(await handInCapstone({ "l11-purpose": "Once more." })).toBeNull();
});
