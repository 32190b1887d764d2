// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { requireUserId, type UserId } from "../../domain/ids.ts";
import { completionOf, progressOp } from "../../entities/progress/progress.ts";
import { newStamp } from "../../entities/stamp.ts";
import { workbookOp } from "../../entities/workbookField/workbookField.ts";
import { storeIdentity } from "../store/active.ts";
import { connectLearnerDb } from "../store/learnerDb.ts";
import type { OutboxEntry } from "../store/rows.ts";
import { outboxEntry } from "./commit.ts";
import {
  clearMirror,
  MIRROR_LIMIT_CHARS,
  mirrorEntries,
  mirroredEntries,
  unmirrorEntries,
} from "./mirror.ts";
import { restoreFromMirror } from "./restore.ts";
import { writeWorkbookField } from "./workbook.ts";

let userId: UserId;
beforeEach(() => {
  localStorage.clear();
  userId = requireUserId(randomUUID());
});

function entry(): OutboxEntry {
  const stamp = newStamp();
  return outboxEntry(progressOp(completionOf("4", stamp)), stamp);
}

/** An outbox entry for a workbook text of this many characters. */
function text(length: number, fieldId = "l03-prompt"): OutboxEntry {
  const stamp = newStamp();
  const field = { fieldId, value: "x".repeat(length), writtenAt: stamp.at, opId: stamp.opId };
  return outboxEntry(workbookOp(field), stamp);
}

const mirroredSize = () =>
  Object.entries({ ...localStorage }).reduce((sum, [key, value]) => sum + key.length + value.length, 0);

test("unsent work is restored from the mirror after the database has been lost", async () => {
  const lost = entry();
  mirrorEntries(userId, [lost]);
  const db = connectLearnerDb(userId);
  expect(await restoreFromMirror(db, userId)).toBe(1);
  expect(await db.outbox.toArray()).toMatchObject([
    { opId: lost.opId, state: "pending", payload: lost.payload },
  ]);
  expect(await db.progress.get("4")).toMatchObject({ completed: true });
  expect(await restoreFromMirror(db, userId)).toBe(0);
});

test("removing a learner's entries from the mirror leaves all other entries unchanged", () => {
  const [sent, waiting, foreign] = [entry(), entry(), entry()];
  const other = requireUserId(randomUUID());
  mirrorEntries(userId, [sent, waiting]);
  mirrorEntries(other, [foreign]);
  unmirrorEntries(userId, [sent.opId]);
  expect(mirroredEntries(userId).map((each) => each.opId)).toEqual([waiting.opId]);
  clearMirror(userId);
  expect(mirroredEntries(userId)).toEqual([]);
  expect(mirroredEntries(other)).toHaveLength(1);
});

test("the mirror keeps the newest entries and stays within 64 KB", () => {
  const entries = Array.from({ length: 400 }, entry);
  for (const each of entries) mirrorEntries(userId, [each]);
  const kept = mirroredEntries(userId);
  expect(kept.at(-1)?.opId).toBe(entries.at(-1)?.opId);
  expect(kept.length).toBeGreaterThan(100);
  expect(mirroredSize()).toBeLessThanOrEqual(MIRROR_LIMIT_CHARS);
});

test("long texts never push a completion out of the mirror, and the newest text is kept", () => {
  const completions = Array.from({ length: 40 }, entry);
  mirrorEntries(userId, completions);
  const texts = Array.from({ length: 30 }, () => text(4000));
  for (const each of texts) {
    mirrorEntries(userId, [each]);
    expect(mirroredSize()).toBeLessThanOrEqual(MIRROR_LIMIT_CHARS);
  }
  const kept = mirroredEntries(userId).map((each) => each.opId);
  expect(kept).toEqual(expect.arrayContaining(completions.map((each) => each.opId)));
  expect(kept.at(-1)).toBe(texts.at(-1)?.opId);
  expect(kept).not.toContain(texts[0]?.opId);
});

test("workbook texts are restored from the mirror but never replace a later text", async () => {
  const [older, newer] = [text(1), text(2)];
  mirrorEntries(userId, [older, newer, text(3, "l01-monday")]);
  const db = connectLearnerDb(userId);
  await db.workbook.put({
    fieldId: "l01-monday",
    value: "later",
    writtenAt: "2099-01-01T00:00:00.000Z",
    opId: older.opId,
  });
  expect(await restoreFromMirror(db, userId)).toBe(3);
  expect(await db.workbook.toArray()).toMatchObject([
    { fieldId: "l01-monday", value: "later" },
    { fieldId: "l03-prompt", value: "xx", opId: newer.opId },
  ]);
  expect(await db.outbox.count()).toBe(3);
});

test("damaged entries in the mirror are ignored", () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const good = entry();
  mirrorEntries(userId, [good]);
  localStorage.setItem(`academy-outbox:${userId}:x`, "{");
  localStorage.setItem(`academy-outbox:${userId}:y`, '{"opId":"no"}');
  expect(mirroredEntries(userId).map((each) => each.opId)).toEqual([good.opId]);
});

test("text that was typed just before a reload is restored from the mirror", async () => {
  await storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });
  // Another tab has switched accounts meanwhile. The text still belongs to the learner on whose page it was typed.
  localStorage.setItem("academy-active", randomUUID());
  const writing = writeWorkbookField("l03-prompt", "Goal, cont");
  const atThatMoment = { ...localStorage };
  await writing;
  expect(mirroredEntries(userId)).toHaveLength(1);

  // The page is unloaded before its database receives the write.
  const db = connectLearnerDb(userId);
  await Promise.all([db.workbook.clear(), db.outbox.clear()]);
  localStorage.clear();
  for (const [key, value] of Object.entries(atThatMoment)) localStorage.setItem(key, value);
  expect(await restoreFromMirror(db, userId)).toBe(1);
  expect(await db.workbook.get("l03-prompt")).toMatchObject({ value: "Goal, cont" });
});
