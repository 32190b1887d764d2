import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { publishedLesson, serving } from "../../tests/support/publishedLessons.ts";
import { storeIdentity } from "../db/active.ts";
import { downloadStatus } from "../db/downloadStatus.ts";
import {
  askForCourse,
  askForLesson,
  pauseDownloads,
  removeLessons,
  resumeDownloads,
} from "../db/downloads.ts";
import { type LearnerDb, learnerDb } from "../db/learnerDb.ts";
import { type LessonId, requireUserId } from "../domain/ids.ts";
import { learnerPlan } from "./downloadPlan.ts";
import { installLessons } from "./installLessons.ts";

let db: LearnerDb;
let metered: boolean;
beforeEach(async () => {
  const userId = requireUserId(randomUUID());
  await storeIdentity({ userId, email: "learner@academy.example", mustChangePassword: false });
  db = learnerDb(userId);
  metered = false;
});

const room = (free: number | null = null) => ({ freeBytes: async () => free });
const rows = (["1", "10", "2", "3"] as const).map((lessonId) => publishedLesson(lessonId));

/** One look at the server; `before` runs ahead of each lesson that is fetched. Tells which were asked for. */
async function look(published = rows, before: (lessonId: LessonId) => Promise<void> = async () => {}) {
  const asked: string[] = [];
  const server = serving(published, asked);
  const ask = async (path: string) => {
    const lessonId = /lesson_id=eq\.(\w+)/.exec(path)?.[1];
    if (lessonId) await before(lessonId as LessonId); // what the server publishes is a lesson
    return server(path);
  };
  await installLessons(
    db.lessons,
    ask,
    room(),
    learnerPlan(db, () => metered),
  );
  return asked.slice(1);
}

test("the course comes by itself, in its own order", async () => {
  expect(await look()).toEqual(["1", "2", "3", "10"]);
  expect(downloadStatus()).toEqual({ phase: "idle" });
});

test("where data costs nothing comes unasked, and all of it on one tap (S-117)", async () => {
  metered = true;
  expect(await look()).toEqual([]);
  await askForCourse();
  expect(await look()).toEqual(["1", "2", "3", "10"]);
  expect(await look([publishedLesson("1", 2)])).toEqual([]);
});

test("a lesson that somebody opens comes first, also on a metered line", async () => {
  metered = true;
  await askForLesson("3");
  expect(await look()).toEqual(["3"]);
});

test("a pause takes effect with the next lesson, and what came before it stays", async () => {
  expect(await look(rows, (lessonId) => (lessonId === "2" ? pauseDownloads() : Promise.resolve()))).toEqual([
    "1",
    "2",
  ]);
  expect(await look()).toEqual([]);
  await resumeDownloads();
  expect(await look()).toEqual(["3", "10"]);
});

test("a removed lesson stays away until it is asked for, and a pause ends without bringing it back", async () => {
  await look();
  await removeLessons(["2"]);
  expect(await look()).toEqual([]);
  await pauseDownloads();
  await resumeDownloads();
  expect(await look()).toEqual([]);
  await askForLesson("2");
  expect(await look()).toEqual(["2"]);
  await removeLessons(["1", "2", "3", "10"]);
  await askForCourse();
  expect(await look()).toEqual(["1", "2", "3", "10"]);
});

test("what is asked for while others are fetched comes next", async () => {
  expect(await look(rows, (lessonId) => (lessonId === "1" ? askForLesson("10") : Promise.resolve()))).toEqual(
    ["1", "10", "2", "3"],
  );
});

test("a full device says so, and an update of a lesson comes by itself", async () => {
  await installLessons(
    db.lessons,
    serving(rows, []),
    room(10),
    learnerPlan(db, () => metered),
  );
  expect(downloadStatus()).toEqual({ phase: "failed", why: "noRoom" });
  await look();
  expect(await look([publishedLesson("2", 2)])).toEqual(["2"]);
});
