import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { requireUserId } from "../../domain/ids.ts";
import { MAX_FIELD_CHARACTERS, workbookField } from "../../entities/workbookField/workbookField.ts";
import { storeIdentity } from "../store/active.ts";
import { type LearnerDb, learnerDb } from "../store/learnerDb.ts";
import { onStoreSignal } from "../store/signals.ts";
import { readRows } from "./readRows.ts";
import { writeWorkbookField } from "./workbook.ts";

const FIELD = "l03-prompt";
const HOUR_MS = 3_600_000;
const userId = requireUserId(randomUUID());
let db: LearnerDb;

beforeEach(async () => {
  vi.useRealTimers();
  await storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });
  db = learnerDb(userId);
  await db.rows.clear();
});

const row = () => db.rows.get(["workbook", FIELD]);
const text = async () => ((await row())?.content as { value: string } | undefined)?.value;

test("a workbook text is stored as unsent, and continued typing keeps one row, unsent since the first write", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const since = Date.now();
  for (const typed of ["G", "Go", "Goal, context."]) {
    await writeWorkbookField(FIELD, typed);
    vi.setSystemTime(Date.now() + 1_000);
  }
  expect(await db.rows.where({ kind: "workbook" }).toArray()).toEqual([
    {
      kind: "workbook",
      key: FIELD,
      content: { fieldId: FIELD, value: "Goal, context." },
      stamp: expect.stringMatching(/^[0-9a-f-]{36}$/),
      rev: 0,
      unsent: { since, tries: 0, nextAt: 0, error: null },
    },
  ]);
});

test("writing the same workbook text again changes nothing and sends no signal", async () => {
  await writeWorkbookField(FIELD, "Goal");
  const before = await db.rows.toArray();
  const heard = vi.fn();
  const off = onStoreSignal(heard);
  await writeWorkbookField(FIELD, "Goal");
  await writeWorkbookField("l03-case", "");
  off();
  expect(await db.rows.toArray()).toEqual(before);
  expect(heard).not.toHaveBeenCalled();
});

test("a workbook field can be cleared again", async () => {
  await writeWorkbookField(FIELD, "Goal");
  await writeWorkbookField(FIELD, "");
  expect(await text()).toBe("");
});

test.each([
  ["the clock was set back", () => vi.setSystemTime(Date.now() - 24 * HOUR_MS)],
  [
    "that text comes from a device whose clock is centuries ahead",
    async () => {
      await db.rows.update(["workbook", FIELD], { stamp: "fab00000-0000-7000-8000-000000000000" });
      // As the page does that shows it.
      await readRows(db, workbookField);
    },
  ],
])("a new workbook text has a later stamp than the text that it replaces, even if %s", async (_, shift) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await writeWorkbookField(FIELD, "before");
  await shift();
  const before = await row();
  await writeWorkbookField(FIELD, "after");
  expect(await text()).toBe("after");
  expect(String((await row())?.stamp) > String(before?.stamp)).toBe(true);
});

test("a workbook text is stored with at most 4,000 characters and without NUL or lone surrogates", async () => {
  await writeWorkbookField(FIELD, `a\0b\ud83d${"🌍".repeat(MAX_FIELD_CHARACTERS)}`);
  expect(await text()).toBe(`ab${"🌍".repeat(MAX_FIELD_CHARACTERS - 2)}`);
});

test("writing a workbook field that does not belong to a lesson is rejected and stores nothing", async () => {
  await expect(writeWorkbookField("l12-x", "?")).rejects.toThrow("l12-x");
  expect(await db.rows.count()).toBe(0);
});
