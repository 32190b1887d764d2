import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { type OpId, requireUserId } from "../domain/ids.ts";
import { MAX_FIELD_CHARACTERS } from "../domain/workbook.ts";
import { forgetIdentity, storeIdentity } from "./active.ts";
import { takeDueEntries } from "./dueEntries.ts";
import { type LearnerDb, learnerDb } from "./learnerDb.ts";
import { settleEntries } from "./settleEntries.ts";
import { onStoreSignal } from "./signals.ts";
import { completeLesson } from "./write.ts";
import { writeWorkbookField } from "./writeField.ts";

const FIELD = "l03-prompt";
const HOUR_MS = 3_600_000;
const userId = requireUserId(randomUUID());
let db: LearnerDb;

beforeEach(async () => {
  vi.useRealTimers();
  await storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });
  db = learnerDb(userId);
  await Promise.all([db.workbook.clear(), db.outbox.clear()]);
});

const queuedTexts = async () =>
  (await db.outbox.toArray()).map((entry) => entry.type === "workbook" && entry.payload.value);

test("what a learner writes and its place in the queue are stored together", async () => {
  await writeWorkbookField(FIELD, "Goal, context.");
  const field = await db.workbook.get(FIELD);
  expect(field).toMatchObject({ fieldId: FIELD, value: "Goal, context." });
  expect(await db.outbox.toArray()).toMatchObject([
    {
      type: "workbook",
      opId: field?.opId,
      key: "workbook:l03-prompt",
      payload: { field_id: FIELD, value: "Goal, context.", written_at: field?.writtenAt },
    },
  ]);
});

test("typing on leaves one entry of a field in the queue, and nobody else's place is touched", async () => {
  await completeLesson("1");
  await writeWorkbookField("l01-monday", "Ask.");
  for (const text of ["G", "Go", "Goal"]) await writeWorkbookField(FIELD, text);
  expect(await queuedTexts()).toEqual([false, false, "Ask.", "Goal"]);
});

test("a text that may be on its way stays in the queue until the server has answered for it", async () => {
  await writeWorkbookField(FIELD, "sent");
  await takeDueEntries(db, Date.now(), 100);
  await writeWorkbookField(FIELD, "typed meanwhile");
  await writeWorkbookField(FIELD, "typed last");
  expect(await queuedTexts()).toEqual(["sent", "typed last"]);
});

test("a text that the server has refused gives way to a newer one", async () => {
  await writeWorkbookField(FIELD, "refused");
  const [entry] = await takeDueEntries(db, Date.now(), 100);
  if (!entry) throw new Error("what was written is due");
  const verdict = { opId: entry.opId, confirmed: false, code: "not_entitled", retryAt: 0 } as const;
  await settleEntries(db, userId, { epoch: null, verdicts: [verdict] });
  await writeWorkbookField(FIELD, "newer");
  expect(await queuedTexts()).toEqual(["newer"]);
});

test("the same text again is no write, and nobody is woken for it", async () => {
  await writeWorkbookField(FIELD, "Goal");
  const before = await db.workbook.get(FIELD);
  const heard = vi.fn();
  const off = onStoreSignal(heard);
  await writeWorkbookField(FIELD, "Goal");
  await writeWorkbookField("l03-case", "");
  off();
  expect(await db.workbook.toArray()).toEqual([before]);
  expect(heard).not.toHaveBeenCalled();
});

test("a field can be emptied again", async () => {
  await writeWorkbookField(FIELD, "Goal");
  await writeWorkbookField(FIELD, "");
  expect(await queuedTexts()).toEqual([""]);
});

test("a clock that was set back does not make the older text the later one", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await writeWorkbookField(FIELD, "before");
  const before = await db.workbook.get(FIELD);
  vi.setSystemTime(Date.now() - 24 * HOUR_MS);
  await writeWorkbookField(FIELD, "after");
  const after = await db.workbook.get(FIELD);
  expect(String(after?.writtenAt) > String(before?.writtenAt)).toBe(true);
  expect(String(after?.opId) > String(before?.opId)).toBe(true);
});

test("a text follows the one it was typed over, also by the op id that decides within one moment", async () => {
  const opId = "fab00000-0000-7000-8000-000000000000" as OpId; // of a device whose clock is centuries ahead
  await db.workbook.put({ fieldId: FIELD, value: "read", writtenAt: "2026-11-01T00:00:00.000Z", opId });
  await writeWorkbookField(FIELD, "written over it");
  expect(String((await db.workbook.get(FIELD))?.opId) > opId).toBe(true);
});

test("only what every side can keep is kept: 4,000 characters, no NUL, no half characters", async () => {
  await writeWorkbookField(FIELD, `a\0b\ud83d${"🌍".repeat(MAX_FIELD_CHARACTERS)}`);
  expect((await db.workbook.get(FIELD))?.value).toBe(`ab${"🌍".repeat(MAX_FIELD_CHARACTERS - 2)}`);
});

test("a field that no lesson can have is refused, and nothing is stored", async () => {
  await expect(writeWorkbookField("l12-x", "?")).rejects.toThrow("l12-x");
  expect(await db.workbook.count()).toBe(0);
});

test("a device that cannot store it says so and keeps neither the text nor an entry", async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("the browser says no", "UnknownError");
  });
  await expect(writeWorkbookField(FIELD, "Goal")).rejects.toMatchObject({ code: "unavailable" });
  put.mockRestore();
  expect(await db.workbook.count()).toBe(0);
  expect(await db.outbox.count()).toBe(0);
});

test("with nobody signed in nothing is saved, and the caller is told why (S-074)", async () => {
  await forgetIdentity();
  await expect(writeWorkbookField("l01-monday", "Mine.")).rejects.toMatchObject({ code: "signedOut" });
});
