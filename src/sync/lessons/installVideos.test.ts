import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInLearner } from "../../../tests/support/screens/learner.ts";
import { memoryCaches } from "../../../tests/support/screens/memoryCaches.ts";
import { publishedLesson, serving } from "../../../tests/support/screens/publishedLessons.ts";
import { removeDownloads } from "../../db/lessons/downloads.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { readMeta, writeMeta } from "../../db/store/meta.ts";
import type { DownloadStatus } from "../../db/store/syncStatus.ts";
import type { Outcome } from "../ports.ts";
import { learnerPlan } from "./downloadPlan.ts";
import { installLessons } from "./installLessons.ts";
import { lessonsWithoutVideo, refreshVideos } from "./installVideos.ts";

const PART = 256 * 1024;
const FILM = "one".repeat(PART).slice(0, 2.5 * PART);
const VIDEO = {
  src: "/media/lesson-1-welcome-0a.webm",
  type: "video/webm" as const,
  bytes: FILM.length,
  hash: createHash("sha256").update(FILM).digest("hex"),
  captions: "/media/lesson-1-welcome-0b.vtt",
};
const PUBLISHED = [publishedLesson("1", 1, "Check first.", VIDEO), publishedLesson("2")];
const [FIRST, SECOND, THIRD] = ["bytes=0-262143", "bytes=262144-524287", "bytes=524288-655359"];

let db: LearnerDb;
let store: ReturnType<typeof memoryCaches>;
/** The requests in order: the manifest, lessons, ranges of the video, captions. */
let asked: string[];
let reports: DownloadStatus[];
/** What the browser reports about the device. */
let device: { onLine: boolean; free: number | null; isMetered: boolean };

beforeEach(async () => {
  db = await signInLearner();
  store = memoryCaches();
  device = { onLine: true, free: null, isMetered: false };
  vi.stubGlobal("caches", store.caches);
  const estimate = async () => (device.free === null ? {} : { quota: device.free, usage: 0 });
  const { locks } = navigator;
  const connection = {
    get saveData() {
      return device.isMetered;
    },
  };
  vi.stubGlobal("navigator", { onLine: true, locks, storage: { estimate }, connection });
  asked = [];
  reports = [];
});
afterEach(() => vi.unstubAllGlobals());

type Host = typeof globalThis.fetch;

/** A host of static files that supports range requests. `before` runs before each response. */
const host =
  (before: () => unknown = () => undefined): Host =>
  async (address, { headers } = {}) => {
    const range = new Headers(headers).get("Range");
    asked.push(range ?? `${address}`);
    await before();
    const [, first, last] = /(\d+)-(\d+)/.exec(range ?? "") ?? [];
    return range
      ? new Response(FILM.slice(Number(first), Number(last) + 1), { status: 206 })
      : new Response("WEBVTT");
  };

const noLine = () => {
  throw new TypeError("no line");
};

const report = (status: DownloadStatus) => void reports.push(status);
const videos = (fetch: Host = host()): Promise<Outcome> =>
  refreshVideos({ db, fetch }, new AbortController().signal, report);

/** Installs the published lessons, then their videos. */
async function look({ fetch = host(), published = PUBLISHED } = {}): Promise<Outcome> {
  const room = { freeBytes: async () => null };
  const plan = learnerPlan(db, () => device.isMetered, report);
  await installLessons(db.lessons, serving(published, asked), room, plan, (rows) =>
    lessonsWithoutVideo(db, rows),
  );
  return videos(fetch);
}

const choose = (choice: { isPaused?: boolean; asked?: "1"[] | "2"[] }) =>
  writeMeta(db, "downloads", { isPaused: false, removed: [], asked: [], ...choice });

test("a video is downloaded in parts after all texts and stored whole with its captions", async () => {
  expect(await look()).toEqual({ status: "done" });
  expect(asked).toEqual(["manifest", "1", "2", FIRST, SECOND, THIRD, VIDEO.captions]);
  expect(store.addresses()).toEqual([VIDEO.src, VIDEO.captions].sort());
  expect(await store.textAt(VIDEO.src)).toBe(FILM);
  expect(await readMeta(db, "videos")).toEqual([VIDEO.src]);
  const received = reports.flatMap((each) =>
    each.phase === "running" && each.video ? [each.video.receivedBytes] : [],
  );
  expect(received).toEqual([0, PART, 2 * PART]);
});

test("a video that a private window of WebKit has lost is downloaded and stored again", async () => {
  await look();
  store.loseResponses();
  expect(await look()).toEqual({ status: "done" });
  expect(await store.textAt(VIDEO.src)).toBe(FILM);
});

test("after a lost connection the parts of a video that arrived are kept, and only the rest is downloaded later", async () => {
  const fetch = host(() => asked.length === 5 && noLine());
  expect(await look({ fetch })).toMatchObject({ status: "later", why: "network" });
  expect(reports.at(-1)).toEqual({ phase: "failed", why: "network" });
  asked = [];
  // One part is already on the device, so space is needed only for the other parts and the whole video.
  device.free = 2 * VIDEO.bytes - PART;
  expect(await videos()).toEqual({ status: "done" });
  expect(asked).toEqual([SECOND, THIRD, VIDEO.captions]);
  expect(await store.textAt(VIDEO.src)).toBe(FILM);
});

test("a pause takes effect after the current part of a video, and the download resumes with the next part", async () => {
  await look({ fetch: host(() => choose({ isPaused: true })) });
  expect(asked.at(-1)).toBe(FIRST);
  expect(await readMeta(db, "videos")).toBeNull();
  asked = [];
  await choose({ asked: ["1"] });
  await look();
  expect(asked[1]).toBe(SECOND);
  expect(await readMeta(db, "downloads")).toMatchObject({ asked: [] });
});

test("no video is downloaded automatically on a metered connection, and none at all to a full device", async () => {
  device.isMetered = true;
  await choose({ asked: ["2"] });
  await look();
  expect(asked).toEqual(["manifest", "2"]);
  await choose({ asked: ["1"] });
  device.free = 2 * VIDEO.bytes - 1;
  await look();
  expect(reports.at(-1)).toEqual({ phase: "failed", why: "noRoom" });
  expect(store.addresses()).toEqual([]);
});

test("a video is replaced together with its lesson, and is downloaded again after the browser has cleared it", async () => {
  const next = {
    ...VIDEO,
    src: "/media/lesson-1-welcome-1a.webm",
    captions: "/media/lesson-1-welcome-1b.vtt",
  };
  const published = [publishedLesson("1", 2, "Check first.", next), publishedLesson("2")];
  await look();
  await choose({ isPaused: true });
  await look({ published });
  expect(store.addresses()).toEqual([VIDEO.src, VIDEO.captions].sort());
  await choose({});
  await look({ published });
  expect(store.addresses()).toEqual([next.src, next.captions].sort());
  await store.caches.delete();
  await look({ published });
  expect(store.addresses()).toEqual([next.src, next.captions].sort());
});

test("videos are kept when their lessons are not published for the learner who is signed in", async () => {
  await look();
  const elsewhere = "/media/lesson-10-goodbye-0c.webm";
  await (await store.caches.open()).put(elsewhere, new Response("of somebody else"));
  await look({ published: [publishedLesson("2")] });
  await look();
  expect(store.addresses()).toEqual([elsewhere, VIDEO.src, VIDEO.captions].sort());
  expect(await readMeta(db, "videos")).toEqual([VIDEO.src]);
});

test("two open tabs download a video only once between them", async () => {
  await look({ fetch: host(noLine) });
  asked = [];
  expect(await Promise.all([videos(), videos()])).toEqual([{ status: "done" }, { status: "done" }]);
  expect(asked).toEqual([FIRST, SECOND, THIRD, VIDEO.captions]);
});

test.each([
  ["the last part", THIRD],
  ["the captions", VIDEO.captions],
])(
  "removing a lesson before the device has %s of its video leaves nothing behind and reports no failure",
  async (_, address) => {
    const fetch = host(() => asked.at(-1) === address && removeDownloads(["1"]));
    expect(await look({ fetch })).toEqual({ status: "done" });
    expect(asked.at(-1)).toBe(VIDEO.captions);
    expect(store.addresses()).toEqual([]);
    expect(await readMeta(db, "videos")).toBeNull();
    expect(reports.at(-1)).toEqual({ phase: "idle" });
  },
);

test("removing a lesson while its video is being assembled from parts leaves nothing behind", async () => {
  const cache = await store.caches.open();
  const { put } = cache;
  vi.spyOn(cache, "put").mockImplementation(async (address, reply) => {
    const body = await reply.blob();
    if (address === VIDEO.src) await removeDownloads(["1"]);
    await put(address, new Response(body));
  });
  expect(await look()).toEqual({ status: "done" });
  expect(store.addresses()).toEqual([]);
  expect(await readMeta(db, "videos")).toEqual([]);
});

const page = async () => new Response("<!doctype html>");
const SERVER = { phase: "failed", why: "server" };
const NETWORK = { phase: "failed", why: "network" };
const brokenBody = new ReadableStream({ start: (stream) => stream.error(new TypeError("cut off")) });
const forCaptions =
  (answer: Host): Host =>
  (address, options) =>
    address === VIDEO.captions ? answer(address, options) : host()(address, options);
test.each<[string, Host, object]>([
  ["an HTML page in place of the video", page, SERVER],
  ["an HTML page in place of the captions", forCaptions(page), SERVER],
  ["captions that are cut off", forCaptions(async () => new Response(brokenBody)), NETWORK],
  ["another video of the same length", async () => new Response("x".repeat(VIDEO.bytes)), SERVER],
])("a video download discards %s", async (_, fetch, failed) => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await look({ fetch });
  expect(reports.at(-1)).toEqual(failed);
  expect(store.addresses()).not.toContain(VIDEO.src);
  expect(store.addresses()).not.toContain(VIDEO.captions);
});

test("a host without range support is asked for the video only once", async () => {
  const whole: Host = async (address) => {
    asked.push(`${address}`);
    return new Response(address === VIDEO.src ? FILM : "WEBVTT");
  };
  expect(await look({ fetch: whole })).toEqual({ status: "done" });
  expect(asked.slice(3)).toEqual([VIDEO.src, VIDEO.captions]);
  expect(await store.textAt(VIDEO.src)).toBe(FILM);
});

test("lesson texts are installed even if Cache Storage fails", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("caches", { open: () => Promise.reject(new Error("the browser says no")) });
  expect(await look()).toMatchObject({ status: "later", why: "server" });
  expect(await db.lessons.count()).toBe(2);
});
