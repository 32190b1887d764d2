import "fake-indexeddb/auto";
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memoryCaches } from "../../tests/support/memoryCaches.ts";
import { publishedLesson, serving } from "../../tests/support/publishedLessons.ts";
import type { DownloadStatus } from "../db/downloadStatus.ts";
import { noteVideos } from "../db/downloads.ts";
import { connectLearnerDb, type LearnerDb } from "../db/learnerDb.ts";
import { readMeta, writeMeta } from "../db/meta.ts";
import { requireUserId } from "../domain/ids.ts";
import { learnerPlan } from "./downloadPlan.ts";
import { installLessons } from "./installLessons.ts";

const MEBIBYTE = 1024 * 1024;
const FILM = "one".repeat(MEBIBYTE).slice(0, 2.5 * MEBIBYTE);
const VIDEO = {
  src: "/media/lesson-1-welcome-0a.webm",
  type: "video/webm",
  bytes: FILM.length,
  hash: "0".repeat(64),
  captions: "/media/lesson-1-welcome-0b.vtt",
};
const PUBLISHED = [{ ...publishedLesson("1"), video: VIDEO }, publishedLesson("2")];

let db: LearnerDb;
let store: ReturnType<typeof memoryCaches>;
/** What was asked for, in order: a lesson, or the range of the video. */
let asked: string[];
let reports: DownloadStatus[];

beforeEach(() => {
  db = connectLearnerDb(requireUserId(randomUUID()));
  store = memoryCaches();
  vi.stubGlobal("caches", store.caches);
  asked = [];
  reports = [];
});
afterEach(() => vi.unstubAllGlobals());

/** A host of static files that answers ranges; `isUp` is asked before each. */
const host =
  (isUp: () => boolean): typeof globalThis.fetch =>
  async (address, { headers } = {}) => {
    const range = new Headers(headers).get("Range");
    asked.push(range ?? `${address}`);
    if (!isUp()) throw new TypeError("no line");
    const [, first, last] = /(\d+)-(\d+)/.exec(range ?? "") ?? [];
    return range
      ? new Response(FILM.slice(Number(first), Number(last) + 1), { status: 206 })
      : new Response("WEBVTT");
  };

/** One look at the server, with free room in bytes where the browser tells it. */
function look({
  isUp = () => true,
  isMetered = false,
  free = null,
}: {
  isUp?: () => boolean;
  isMetered?: boolean;
  free?: number | null;
} = {}) {
  const plan = learnerPlan(db, () => isMetered);
  return installLessons(
    db.lessons,
    serving(PUBLISHED, asked),
    { freeBytes: async () => free, persist: async () => undefined },
    { ...plan, report: (status) => reports.push(status) },
    {
      fetch: host(isUp),
      signal: () => AbortSignal.timeout(10_000),
      note: (isHere, arrived) => noteVideos(db, isHere, arrived),
    },
  );
}

test("a video comes after all texts, part by part, and is then here whole with its captions", async () => {
  expect(await look()).toEqual({ status: "done" });
  expect(asked).toEqual([
    "manifest",
    "1",
    "2",
    "bytes=0-1048575",
    "bytes=1048576-2097151",
    "bytes=2097152-2621439",
    VIDEO.captions,
  ]);
  expect(store.addresses()).toEqual([VIDEO.src, VIDEO.captions].sort());
  expect(await store.textAt(VIDEO.src)).toBe(FILM);
  expect(await readMeta(db, "videos")).toEqual([VIDEO.src]);
  const received = reports.flatMap((each) =>
    each.phase === "running" && each.video ? [each.video.receivedBytes] : [],
  );
  expect(received).toEqual([0, MEBIBYTE, 2 * MEBIBYTE]);
});

test("a line that breaks keeps the parts that came, and only the rest is fetched later", async () => {
  expect(await look({ isUp: () => asked.length < 5 })).toMatchObject({ status: "later", why: "network" });
  expect(reports.at(-1)).toEqual({ phase: "failed", why: "network" });
  asked = [];
  expect(await look()).toEqual({ status: "done" });
  expect(asked).toEqual(["manifest", "bytes=1048576-2097151", "bytes=2097152-2621439", VIDEO.captions]);
  expect(await store.textAt(VIDEO.src)).toBe(FILM);
});

test("a pause holds after the part that is under way, and going on begins there", async () => {
  const pauseAfterOne = () => {
    if (asked.length === 4) void writeMeta(db, "downloads", { isPaused: true, removed: [], asked: [] });
    return true;
  };
  await look({ isUp: pauseAfterOne });
  expect(asked.at(-1)).toBe("bytes=0-1048575");
  expect(await readMeta(db, "videos")).toBeNull();
  asked = [];
  await writeMeta(db, "downloads", { isPaused: false, removed: [], asked: ["1"] });
  await look();
  expect(asked[1]).toBe("bytes=1048576-2097151");
  expect(await readMeta(db, "downloads")).toMatchObject({ asked: [] });
});

test("where data costs no video comes unasked, and on a full device none at all", async () => {
  await writeMeta(db, "downloads", { isPaused: false, removed: [], asked: ["2"] });
  await look({ isMetered: true });
  expect(asked).toEqual(["manifest", "2"]);
  await writeMeta(db, "downloads", { isPaused: false, removed: [], asked: ["1"] });
  await look({ isMetered: true, free: MEBIBYTE });
  expect(reports.at(-1)).toEqual({ phase: "failed", why: "noRoom" });
  expect(store.addresses()).toEqual([]);
});

test("a video that nobody publishes any more leaves, and what the browser has cleared comes again", async () => {
  await look();
  await store.caches.delete();
  await (await store.caches.open()).put("/media/lesson-1-earlier-cc.webm", new Response("old"));
  await look();
  expect(store.addresses()).toEqual([VIDEO.src, VIDEO.captions].sort());
});
