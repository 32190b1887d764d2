// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { mirrored } from "../../../tests/support/screens/mirrored.ts";
import { type LessonId, requireUserId, type UserId } from "../../domain/ids.ts";
import type { SentRow } from "../../entities/row.ts";
import { newStamp } from "../../entities/stamp.ts";
import { storeIdentity } from "../store/active.ts";
import { connectLearnerDb } from "../store/learnerDb.ts";
import { clearMirror, MIRROR_LIMIT_CHARS, mirrorRow, restoreFromMirror, unmirrorRow } from "./mirror.ts";
import { completionAt } from "./progress.ts";
import { writeWorkbookField } from "./workbook.ts";

let userId: UserId;
beforeEach(() => {
  localStorage.clear();
  userId = requireUserId(randomUUID());
});

const completed = (lessonId: LessonId): SentRow => ({
  kind: "progress",
  key: lessonId,
  content: completionAt(lessonId, Date.UTC(2026, 10, 20)),
});

let writes = 0;
/** A text of this many characters, later than all before it. */
function text(length: number, fieldId = "l03-prompt"): SentRow & { stamp: string } {
  writes += 1;
  const content = { fieldId, value: "x".repeat(length) };
  return { kind: "workbook", key: fieldId, content, stamp: newStamp(Date.UTC(2026, 10, 20) + writes) };
}

const mirroredKeys = () => mirrored(userId).map(({ key }) => key);
const mirroredSize = () =>
  Object.entries({ ...localStorage }).reduce((sum, [key, value]) => sum + key.length + value.length, 0);

test("unsent work is restored from the mirror after the database has been lost", async () => {
  mirrorRow(userId, completed("4"));
  const db = connectLearnerDb(userId);
  expect(await restoreFromMirror(db, userId)).toBe(1);
  expect(await db.rows.toArray()).toEqual([
    { ...completed("4"), rev: 0, unsent: expect.objectContaining({ tries: 0, nextAt: 0, error: null }) },
  ]);
  expect(await restoreFromMirror(db, userId)).toBe(0);
});

test("the mirror has one copy of each row, and removing one learner's copies leaves all others unchanged", () => {
  const other = requireUserId(randomUUID());
  mirrorRow(other, completed("4"));
  for (const row of [completed("4"), completed("5"), text(1), text(2)]) mirrorRow(userId, row);
  expect(mirroredKeys().sort()).toEqual(["4", "5", "l03-prompt"]);
  unmirrorRow(userId, { ...completed("4"), rev: 1 });
  expect(mirroredKeys().sort()).toEqual(["5", "l03-prompt"]);
  clearMirror(userId);
  expect(mirroredKeys()).toEqual([]);
  expect(mirrored(other)).toHaveLength(1);
});

test("the copy of a text stays if it is later than the text that the server has", () => {
  const [sent, typedMeanwhile] = [text(1), text(2)];
  mirrorRow(userId, typedMeanwhile);
  unmirrorRow(userId, { ...sent, rev: 1 });
  expect(mirrored(userId)).toEqual([typedMeanwhile]);
  unmirrorRow(userId, { ...typedMeanwhile, rev: 2 });
  expect(mirrored(userId)).toEqual([]);
});

test("near the size limit the largest copies are removed, never a completion or the newest text", () => {
  const lessons = ["1", "2", "3"] as const;
  for (const lessonId of lessons) mirrorRow(userId, completed(lessonId));
  const fields = Array.from({ length: 120 }, (_, index) => `l03-${index}`);
  for (const field of fields) mirrorRow(userId, text(4_000, field));
  // Trimming runs after each 16 KB.
  expect(mirroredSize()).toBeLessThanOrEqual(MIRROR_LIMIT_CHARS + 16 * 1024);
  expect(mirroredSize()).toBeGreaterThan(MIRROR_LIMIT_CHARS / 2);
  expect(mirroredKeys()).toEqual(expect.arrayContaining([...lessons, fields.at(-1)]));
});

test("texts are restored from the mirror but never replace a later text", async () => {
  const db = connectLearnerDb(userId);
  for (const row of [text(1), text(2), text(3, "l01-monday")]) mirrorRow(userId, row);
  const later = { ...text(4, "l01-monday"), rev: 9 };
  await db.rows.put(later);
  expect(await restoreFromMirror(db, userId)).toBe(1);
  expect(await db.rows.get(["workbook", "l01-monday"])).toEqual(later);
  expect(await db.rows.get(["workbook", "l03-prompt"])).toMatchObject({ content: { value: "xx" }, rev: 0 });
  // The server has the later text, so its copy has served.
  expect(mirroredKeys()).toEqual(["l03-prompt"]);
});

test("damaged copies are ignored, and the copy of a kind that this version does not know stays", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  mirrorRow(userId, completed("4"));
  const foreign = { kind: "poem", key: "1", content: { text: "Mine" } };
  const invalid = { kind: "progress", key: "5", content: { lessonId: "5" } };
  for (const [at, copy] of [
    ["x", "{"],
    ["y", '{"kind":"progress"}'],
    ["progress:5", JSON.stringify(invalid)],
    ["poem:1", JSON.stringify(foreign)],
  ])
    localStorage.setItem(`academy-row:${userId}:${at}`, copy ?? "");
  const db = connectLearnerDb(userId);
  expect(await restoreFromMirror(db, userId)).toBe(1);
  expect((await db.rows.toArray()).map(({ key }) => key)).toEqual(["4"]);
  expect(localStorage.getItem(`academy-row:${userId}:poem:1`)).toBe(JSON.stringify(foreign));
  vi.mocked(console.warn).mockRestore();
});

test("text that was typed just before a reload is restored from the mirror", async () => {
  await storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });
  // Another tab has switched accounts meanwhile. The text still belongs to the learner on whose page it was typed.
  localStorage.setItem("academy-active", randomUUID());
  const writing = writeWorkbookField("l03-prompt", "Goal, cont");
  const atThatMoment = { ...localStorage };
  await writing;

  // The page is unloaded before its database receives the write.
  const db = connectLearnerDb(userId);
  await db.rows.clear();
  localStorage.clear();
  for (const [key, value] of Object.entries(atThatMoment)) localStorage.setItem(key, value);
  expect(await restoreFromMirror(db, userId)).toBe(1);
  expect(await db.rows.get(["workbook", "l03-prompt"])).toMatchObject({ content: { value: "Goal, cont" } });
});
