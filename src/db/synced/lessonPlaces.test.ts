// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mirrored } from "../../../tests/support/screens/mirrored.ts";
import { requireUserId, type UserId } from "../../domain/ids.ts";
import { forgetIdentity, storeIdentity } from "../store/active.ts";
import { learnerDb } from "../store/learnerDb.ts";
import { onStoreSignal } from "../store/signals.ts";
import { loadLessonPlace } from "./lessonPlaces.ts";
import { saveLessonPlace } from "./moveLessonPlace.ts";

let ada: UserId;
const signIn = (userId: UserId) =>
  storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });

beforeEach(async () => {
  localStorage.clear();
  ada = requireUserId(randomUUID());
  await signIn(ada);
});
afterEach(async () => {
  await forgetIdentity();
});

const at = (step: number, share = 0) => ({ step, part: 3, share });
const mark = async () => (await learnerDb(ada).rows.get(["place", "4"]))?.unsent;

/** As after a sync: nothing is unsent. */
async function confirmAll(): Promise<void> {
  await learnerDb(ada)
    .rows.toCollection()
    .modify((row) => void Reflect.deleteProperty(row, "unsent"));
}

test("scrolling within a step is stored but held, and leaving the page sends it", async () => {
  await saveLessonPlace("4", at(2), { isSent: true });
  await confirmAll();
  const signals: string[] = [];
  const off = onStoreSignal((signal) => signals.push(signal));
  await saveLessonPlace("4", at(2, 0.12345), { isSent: false });
  expect([(await mark())?.isHeld, signals]).toEqual([true, []]);
  expect(await loadLessonPlace("4")).toMatchObject({ step: 2, part: 3, share: 0.123, furthest: 2 });
  await saveLessonPlace("4", at(2, 0.12345), { isSent: true });
  off();
  expect([(await mark())?.isHeld, signals]).toEqual([undefined, ["written"]]);
  expect(mirrored(ada)).toMatchObject([{ kind: "place", content: { share: 0.123, furthest: 2 } }]);
});

test("a change of step is always sent, and what was to be sent still is after more scrolling", async () => {
  await saveLessonPlace("4", at(5), { isSent: false });
  await saveLessonPlace("4", at(5, 0.5), { isSent: false });
  expect(await mark()).not.toHaveProperty("isHeld");
  await confirmAll();
  await saveLessonPlace("4", at(1), { isSent: false });
  expect(await mark()).not.toHaveProperty("isHeld");
  expect(await loadLessonPlace("4")).toMatchObject({ step: 1, furthest: 5 });
});

test("the same place again changes nothing", async () => {
  await saveLessonPlace("4", at(2), { isSent: true });
  await confirmAll();
  for (const isSent of [false, true]) await saveLessonPlace("4", at(2), { isSent });
  expect(await mark()).toBeUndefined();
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
