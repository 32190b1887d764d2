// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { requireUserId, type UserId } from "../../domain/ids.ts";
import { forgetIdentity, storeIdentity } from "../store/active.ts";
import { learnerDb } from "../store/learnerDb.ts";
import { loadLessonPlace, saveLessonPlace, useLessonPlaces } from "./lessonPlaces.ts";
import { mirroredEntries } from "./mirror.ts";

let ada: UserId;
const signIn = (userId: UserId) =>
  storeIdentity({ userId, email: "ada@example.com", mustChangePassword: false });

beforeEach(async () => {
  ada = requireUserId(randomUUID());
  await signIn(ada);
});
afterEach(async () => {
  cleanup();
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

function Places() {
  const places = useLessonPlaces();
  if (places.status === "loading") return null;
  return (
    <p>{[...places.byLesson.values()].map((each) => `${each.lessonId}:${each.step}`).join() || "none"}</p>
  );
}

test("a page shows the places of its learner, also new ones, and none to the next learner or a visitor (S-074)", async () => {
  await saveLessonPlace("4", at(2), { isSent: true });
  render(<Places />);
  await screen.findByText("4:2");
  await saveLessonPlace("1", at(7), { isSent: true });
  await screen.findByText("1:7,4:2");
  await signIn(requireUserId(randomUUID()));
  await screen.findByText("none");
  await signIn(ada);
  await screen.findByText("1:7,4:2");
  await forgetIdentity();
  await screen.findByText("none");
});
