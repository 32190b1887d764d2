// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { requireUserId, type UserId } from "../../domain/ids.ts";
import { forgetIdentity, storeIdentity } from "../store/active.ts";
import { learnerDb } from "../store/learnerDb.ts";
import { loadLessonPlace } from "./lessonPlaces.ts";
import { mirroredEntries } from "./mirror.ts";
import { saveLessonPlace } from "./moveLessonPlace.ts";

let ada: UserId;
const signIn = (userId: UserId) =>
  storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });

beforeEach(async () => {
  ada = requireUserId(randomUUID());
  await signIn(ada);
});
afterEach(async () => {
  await forgetIdentity();
});

const at = (step: number, share = 0) => ({ step, part: 3, share });

test("scrolling within a step is stored without an op and without a copy in the mirror, and leaving the page sends it", async () => {
  await saveLessonPlace("4", at(2), { isSent: true });
  await learnerDb(ada).outbox.clear();
  localStorage.clear();
  await saveLessonPlace("4", at(2, 0.12345), { isSent: false });
  expect(await learnerDb(ada).outbox.count()).toBe(0);
  expect(mirroredEntries(ada)).toEqual([]);
  expect(await loadLessonPlace("4")).toMatchObject({ step: 2, part: 3, share: 0.123, furthest: 2 });
  await saveLessonPlace("4", at(2, 0.12345), { isSent: true });
  expect(await learnerDb(ada).outbox.toArray()).toMatchObject([
    { type: "place", payload: { lesson_id: "4", share: 0.123 } },
  ]);
  expect(mirroredEntries(ada)).toHaveLength(1);
});

test("nothing is saved for a visitor", async () => {
  await forgetIdentity();
  await saveLessonPlace("1", at(2), { isSent: true });
  expect(await loadLessonPlace("1")).toBeNull();
});

test("the next learner on the device and a visitor do not get a learner's place (S-074)", async () => {
  await saveLessonPlace("4", at(2), { isSent: true });
  await signIn(requireUserId(randomUUID()));
  expect(await loadLessonPlace("4")).toBeNull();
  await signIn(ada);
  expect(await loadLessonPlace("4")).toMatchObject({ step: 2 });
  await forgetIdentity();
  expect(await loadLessonPlace("4")).toBeNull();
});
