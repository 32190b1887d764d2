import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { type OpId, requireUserId } from "../../domain/ids.ts";
import { MAX_FIELD_CHARACTERS } from "../../entities/workbookField/workbookField.ts";
import { forgetIdentity, storeIdentity } from "../store/active.ts";
import { type LearnerDb, learnerDb } from "../store/learnerDb.ts";
import { onStoreSignal } from "../store/signals.ts";
import { takeDueEntries } from "./dueEntries.ts";
import { completeLesson } from "./progress.ts";
import { settleEntries } from "./settleEntries.ts";
import { writeWorkbookField } from "./workbook.ts";

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

test("a workbook text is stored together with its outbox entry", async () => {
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

test("continued typing keeps a single outbox entry for the workbook field and does not change other entries", async () => {
  await completeLesson("1");
  await writeWorkbookField("l01-monday", "Ask.");
  for (const text of ["G", "Go", "Goal"]) await writeWorkbookField(FIELD, text);
  expect(await queuedTexts()).toEqual([false, false, "Ask.", "Goal"]);
});

test("a workbook text that may have been sent stays in the outbox when the learner continues typing", async () => {
  await writeWorkbookField(FIELD, "sent");
  await takeDueEntries(db, Date.now(), 100);
  await writeWorkbookField(FIELD, "typed meanwhile");
  await writeWorkbookField(FIELD, "typed last");
  expect(await queuedTexts()).toEqual(["sent", "typed last"]);
});

test("a device too full to mark a workbook text as sent sends everything else first", async () => {
  for (const field of ["l01-monday", FIELD]) await writeWorkbookField(field, "typed");
  await completeLesson("2");
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const sent = await takeDueEntries(db, Date.now(), 2);
  put.mockRestore();
  expect(sent.map(({ type }) => type)).toEqual(["progress"]);
  expect(warned).toHaveBeenCalledWith(expect.stringContaining("marked"), expect.anything());
  warned.mockRestore();
  expect(await takeDueEntries(db, Date.now(), 100)).toHaveLength(3);
});

test("a workbook text that the server has rejected is replaced by a newer one in the outbox", async () => {
  await writeWorkbookField(FIELD, "refused");
  const [entry] = await takeDueEntries(db, Date.now(), 100);
  if (!entry) throw new Error("what was written is due");
  const verdict = { opId: entry.opId, confirmed: false, code: "not_entitled", retryAt: 0 } as const;
  await settleEntries(db, userId, { epoch: null, verdicts: [verdict] });
  await writeWorkbookField(FIELD, "newer");
  expect(await queuedTexts()).toEqual(["newer"]);
});

test("writing the same workbook text again changes nothing and sends no signal", async () => {
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

test("a workbook field can be cleared again", async () => {
  await writeWorkbookField(FIELD, "Goal");
  await writeWorkbookField(FIELD, "");
  expect(await queuedTexts()).toEqual([""]);
});

test("a new workbook text ranks after the previous one even if the clock was set back", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await writeWorkbookField(FIELD, "before");
  const before = await db.workbook.get(FIELD);
  vi.setSystemTime(Date.now() - 24 * HOUR_MS);
  await writeWorkbookField(FIELD, "after");
  const after = await db.workbook.get(FIELD);
  expect(String(after?.writtenAt) > String(before?.writtenAt)).toBe(true);
  expect(String(after?.opId) > String(before?.opId)).toBe(true);
});

test("a new workbook text gets a greater op id than the text it replaces, even if that id is far in the future", async () => {
  const opId = "fab00000-0000-7000-8000-000000000000" as OpId; // from a device whose clock is centuries ahead
  await db.workbook.put({ fieldId: FIELD, value: "read", writtenAt: "2026-11-01T00:00:00.000Z", opId });
  await writeWorkbookField(FIELD, "written over it");
  expect(String((await db.workbook.get(FIELD))?.opId) > opId).toBe(true);
});

test("a workbook text is stored with at most 4,000 characters and without NUL or lone surrogates", async () => {
  await writeWorkbookField(FIELD, `a\0b\ud83d${"🌍".repeat(MAX_FIELD_CHARACTERS)}`);
  expect((await db.workbook.get(FIELD))?.value).toBe(`ab${"🌍".repeat(MAX_FIELD_CHARACTERS - 2)}`);
});

test("writing a workbook field that does not belong to a lesson is rejected and stores nothing", async () => {
  await expect(writeWorkbookField("l12-x", "?")).rejects.toThrow("l12-x");
  expect(await db.workbook.count()).toBe(0);
});

test("a workbook write that fails on the device rejects and stores neither the text nor an outbox entry", async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("the browser says no", "UnknownError");
  });
  await expect(writeWorkbookField(FIELD, "Goal")).rejects.toMatchObject({ code: "unavailable" });
  put.mockRestore();
  expect(await db.workbook.count()).toBe(0);
  expect(await db.outbox.count()).toBe(0);
});

test("writing a workbook field while signed out rejects with the code signedOut (S-074)", async () => {
  await forgetIdentity();
  await expect(writeWorkbookField("l01-monday", "Mine.")).rejects.toMatchObject({ code: "signedOut" });
});
