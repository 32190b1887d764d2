import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import {
  type PublishedLesson,
  publishedLesson,
  serving as servingTo,
} from "../../../tests/support/screens/publishedLessons.ts";
import { connectLearnerDb, type LearnerDb } from "../../db/store/learnerDb.ts";
import { requireUserId } from "../../domain/ids.ts";
import { browserRoom } from "../browserPorts.ts";
import { later, type RoomPorts } from "../ports.ts";
import { type DownloadPlan, EVERYTHING } from "./downloadPlan.ts";
import { installLessons } from "./installLessons.ts";

let db: LearnerDb;
let asked: string[];
beforeEach(() => {
  db = connectLearnerDb(requireUserId(randomUUID()));
  asked = [];
});

const publish = publishedLesson;
const serving = (rows: PublishedLesson[], instead?: Parameters<typeof servingTo>[2]) =>
  servingTo(rows, asked, instead);

const room = (free: number | null = null): RoomPorts => ({ freeBytes: async () => free });

test("lessons are installed without a prompt for persistent storage, which the learner might never answer (S-117)", async () => {
  const unanswered = () => new Promise<boolean>(() => undefined);
  const persist = vi.fn(unanswered);
  const estimate = async () => ({ quota: 1_000_000, usage: 0 });
  vi.stubGlobal("navigator", { storage: { persist, persisted: async () => false, estimate } });
  const answer = await installLessons(db.lessons, serving([publish("1"), publish("2")]), browserRoom);
  vi.unstubAllGlobals();
  expect(answer).toEqual({ status: "done" });
  expect(await db.lessons.toCollection().primaryKeys()).toEqual(["1", "2"]);
  expect(persist).not.toHaveBeenCalled();
});

test("only new and changed lessons are downloaded, and an older version never replaces a newer one", async () => {
  await installLessons(db.lessons, serving([publish("1"), publish("2", 3)]), room());
  asked = [];
  await installLessons(db.lessons, serving([publish("1", 2, "New."), publish("2", 2, "Old.")]), room());
  expect(asked).toEqual(["manifest", "1"]);
  expect(await db.lessons.get("1")).toMatchObject({ version: 2, pack: { takeaways: ["New."] } });
  expect(await db.lessons.get("2")).toMatchObject({ version: 3 });
});

test("of a lesson with more for organisations, the pack is installed that the learner may read now", async () => {
  const forAll = publish("1");
  const more = { ...publish("1", 1, "For organisations."), audience: "organisations" as const };
  const installed = async () => (await db.lessons.get("1"))?.pack.takeaways;
  await installLessons(db.lessons, serving([forAll]), room());
  expect(await installed()).toEqual(["Check first."]);
  await installLessons(db.lessons, serving([forAll, more]), room());
  expect(await installed()).toEqual(["For organisations."]);
  asked = [];
  await installLessons(db.lessons, serving([forAll, more]), room());
  expect(asked).toEqual(["manifest"]);
  await installLessons(db.lessons, serving([forAll]), room());
  expect(await installed()).toEqual(["Check first."]);
});

test("a lesson whose hash does not match is not installed, but the other lessons are", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const forged = { ...publish("1"), pack: { ...lessonPack("1"), html: "<p>Something else.</p>" } };
  const outcome = await installLessons(
    db.lessons,
    serving([publish("1"), publish("2")], { "1": { status: "json", body: [forged] } }),
    room(),
  );
  expect(outcome.status).toBe("later");
  expect(await db.lessons.toCollection().primaryKeys()).toEqual(["2"]);
});

test("a connection lost between two lessons keeps the lesson that has arrived, and asks for no more", async () => {
  const report = vi.fn<DownloadPlan["report"]>();
  const outcome = await installLessons(
    db.lessons,
    serving([publish("1"), publish("2"), publish("3")], { "2": later("network") }),
    room(),
    { ...EVERYTHING, report },
  );
  expect(asked).toEqual(["manifest", "1", "2"]);
  expect(report).toHaveBeenLastCalledWith({ phase: "failed", why: "network" });
  expect(outcome).toMatchObject({ status: "later", why: "network" });
  expect(await db.lessons.toCollection().primaryKeys()).toEqual(["1"]);
});

test.each([
  ["a lost connection", later("network", 7_000), "network"],
  ["a page of another server", { status: "json", body: "<html>" } as const, "server"],
])("%s in place of the list of lessons is reported, and tried again", async (_, answer, why) => {
  const report = vi.fn<DownloadPlan["report"]>();
  const outcome = await installLessons(db.lessons, async () => answer, room(), { ...EVERYTHING, report });
  expect(outcome).toEqual(answer.status === "later" ? answer : later("server"));
  expect(report.mock.calls).toEqual([[{ phase: "failed", why }]]);
});
