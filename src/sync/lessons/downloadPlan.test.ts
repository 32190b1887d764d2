import { beforeEach, expect, test } from "vitest";
import { signInLearner } from "../../../tests/support/screens/learner.ts";
import { publishedLesson, serving } from "../../../tests/support/screens/publishedLessons.ts";
import {
  askForCourse,
  askForDownload,
  pauseDownloads,
  removeDownloads,
  resumeDownloads,
} from "../../db/lessons/downloads.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { downloadStatus } from "../../db/store/syncStatus.ts";
import type { LessonId } from "../../domain/ids.ts";
import { learnerPlan } from "./downloadPlan.ts";
import { installLessons } from "./installLessons.ts";

let db: LearnerDb;
let metered: boolean;
beforeEach(async () => {
  db = await signInLearner();
  metered = false;
});

const room = (free: number | null = null) => ({ freeBytes: async () => free });
const rows = (["1", "10", "2", "3"] as const).map((lessonId) => publishedLesson(lessonId));

/** Installs what the plan allows and returns the requested lessons. `before` runs before each of these requests. */
async function look(published = rows, before: (lessonId: LessonId) => Promise<void> = async () => {}) {
  const asked: string[] = [];
  const server = serving(published, asked);
  const ask = async (path: string) => {
    const lessonId = /lesson_id=eq\.(\w+)/.exec(path)?.[1];
    if (lessonId) await before(lessonId as LessonId); // The server publishes only valid lesson ids.
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

test("the whole course is downloaded automatically, in course order", async () => {
  expect(await look()).toEqual(["1", "2", "3", "10"]);
  expect(downloadStatus()).toEqual({ phase: "idle" });
});

test("on a metered connection nothing is downloaded automatically, and one tap downloads the whole course (S-117)", async () => {
  metered = true;
  expect(await look()).toEqual([]);
  await askForCourse();
  expect(await look()).toEqual(["1", "2", "3", "10"]);
  expect(await look([publishedLesson("1", 2)])).toEqual([]);
});

test("a lesson that the learner opens is downloaded even on a metered connection", async () => {
  metered = true;
  await askForDownload("3");
  expect(await look()).toEqual(["3"]);
});

test("a pause stops downloads after the current lesson, and resuming downloads only the rest", async () => {
  expect(await look(rows, (lessonId) => (lessonId === "2" ? pauseDownloads() : Promise.resolve()))).toEqual([
    "1",
    "2",
  ]);
  expect(await look()).toEqual([]);
  await resumeDownloads();
  expect(await look()).toEqual(["3", "10"]);
});

test("a removed lesson is not downloaded again until the learner requests it, not even when a pause ends", async () => {
  await look();
  await removeDownloads(["2"]);
  expect(await look()).toEqual([]);
  await pauseDownloads();
  await resumeDownloads();
  expect(await look()).toEqual([]);
  await askForDownload("2");
  expect(await look()).toEqual(["2"]);
  await removeDownloads(["1", "2", "3", "10"]);
  await askForCourse();
  expect(await look()).toEqual(["1", "2", "3", "10"]);
});

test("a lesson that is requested during a download is downloaded next", async () => {
  expect(
    await look(rows, (lessonId) => (lessonId === "1" ? askForDownload("10") : Promise.resolve())),
  ).toEqual(["1", "10", "2", "3"]);
});

test("a lesson that does not fit on the device is reported, and a new version of a lesson is downloaded automatically", async () => {
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
