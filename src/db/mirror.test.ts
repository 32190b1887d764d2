// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { requireUserId, type UserId } from "../domain/ids.ts";
import { connectLearnerDb } from "./learnerDb.ts";
import {
  clearMirror,
  MIRROR_LIMIT_CHARS,
  mirrorEntries,
  mirroredEntries,
  unmirrorEntries,
} from "./mirror.ts";
import { outboxEntry, progressOp } from "./ops.ts";
import { restoreFromMirror } from "./restore.ts";
import type { OutboxEntry } from "./rows.ts";
import { newStamp } from "./stamp.ts";
import { completion } from "./standing.ts";

let userId: UserId;
beforeEach(() => {
  localStorage.clear();
  userId = requireUserId(randomUUID());
});

function entry(): OutboxEntry {
  const stamp = newStamp();
  return outboxEntry(progressOp(completion("4", stamp)), stamp);
}

test("a learner whose database is lost gets the unsent work back from the second copy", async () => {
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

test("what was confirmed leaves the copy, and no learner sees another's", () => {
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

test("the copy keeps the newest and stays within its 64 KB", () => {
  const entries = Array.from({ length: 400 }, entry);
  for (const each of entries) mirrorEntries(userId, [each]);
  const kept = mirroredEntries(userId);
  expect(kept.at(-1)?.opId).toBe(entries.at(-1)?.opId);
  expect(kept.length).toBeGreaterThan(100);
  const size = Object.entries({ ...localStorage }).reduce(
    (sum, [key, value]) => sum + key.length + value.length,
    0,
  );
  expect(size).toBeLessThanOrEqual(MIRROR_LIMIT_CHARS);
});

test("a damaged copy is passed over", () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const good = entry();
  mirrorEntries(userId, [good]);
  localStorage.setItem(`academy-outbox:${userId}:x`, "{");
  localStorage.setItem(`academy-outbox:${userId}:y`, '{"opId":"no"}');
  expect(mirroredEntries(userId).map((each) => each.opId)).toEqual([good.opId]);
});
