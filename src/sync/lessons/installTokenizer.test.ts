import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signInLearner } from "../../../tests/support/screens/learner.ts";
import { memoryCaches } from "../../../tests/support/screens/memoryCaches.ts";
import { publishedLesson } from "../../../tests/support/screens/publishedLessons.ts";
import {
  askForCourse,
  askForDownload,
  notePublished,
  noteTokenizerTaken,
  pauseDownloads,
  readDownloadChoice,
  removeDownloads,
} from "../../db/lessons/downloads.ts";
import { TOKENIZER_BYTES } from "../../db/lessons/tokenizerFile.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { readMeta } from "../../db/store/meta.ts";
import type { DownloadStatus } from "../../db/store/syncStatus.ts";
import type { LessonRow } from "../../domain/course/pack.ts";
import { missingTokenizer, refreshTokenizer } from "./installTokenizer.ts";

const COURSE: LessonRow[] = [publishedLesson("1"), publishedLesson("10")];

let db: LearnerDb;
let store: ReturnType<typeof memoryCaches>;
let fetches: number;
let reports: DownloadStatus[];
let device: { free: number | null; isMetered: boolean; isConnected: boolean };

beforeEach(async () => {
  db = await signInLearner();
  store = memoryCaches();
  device = { free: null, isMetered: false, isConnected: true };
  fetches = 0;
  reports = [];
  vi.stubGlobal("caches", store.caches);
  vi.stubGlobal("fetch", async () => {
    fetches += 1;
    if (!device.isConnected) throw new TypeError("no connection");
    return new Response("tokens");
  });
  const estimate = async () => (device.free === null ? {} : { quota: device.free, usage: 0 });
  const { locks } = navigator;
  const connection = {
    get saveData() {
      return device.isMetered;
    },
  };
  vi.stubGlobal("navigator", { onLine: true, locks, storage: { estimate }, connection });
  await publish(COURSE);
});
afterEach(() => vi.unstubAllGlobals());

/** What a sync does once it has the list of lessons. */
async function publish(lessons: LessonRow[]): Promise<void> {
  await notePublished(db, lessons, await missingTokenizer(db, lessons));
}

const install = () =>
  refreshTokenizer(db, new AbortController().signal, (status) => void reports.push(status));

test("the tokenizer is downloaded once with the course", async () => {
  expect(await install()).toEqual({ status: "done" });
  expect(await readMeta(db, "tokenizer")).toBe(true);
  expect(reports).toEqual([{ phase: "running", id: "tokenizer" }, { phase: "idle" }]);
  await install();
  expect(fetches).toBe(1);
});

test("on a metered connection, and during a pause, the tokenizer is downloaded only when requested", async () => {
  device.isMetered = true;
  await install();
  expect(fetches).toBe(0);
  await askForCourse();
  expect((await readDownloadChoice(db)).asked).toEqual(["1", "10", "tokenizer"]);
  await install();
  expect(fetches).toBe(1);
  expect((await readDownloadChoice(db)).asked).toEqual(["1", "10"]);

  await removeDownloads(["tokenizer"]);
  await pauseDownloads();
  await askForDownload("tokenizer");
  await publish(COURSE);
  await install();
  expect(fetches).toBe(2);
});

test("a removed tokenizer leaves the device and stays away until the learner downloads it again", async () => {
  await install();
  await removeDownloads(["tokenizer"]);
  expect(store.addresses()).toEqual([]);
  expect(await readMeta(db, "tokenizer")).toBe(false);
  await install();
  expect(fetches).toBe(1);
  await noteTokenizerTaken();
  await install();
  expect(fetches).toBe(2);
});

test("a tokenizer that is removed while it is being downloaded does not stay on the device", async () => {
  vi.stubGlobal("fetch", async () => {
    await removeDownloads(["tokenizer"]);
    return new Response("tokens");
  });
  await install();
  expect(store.addresses()).toEqual([]);
  expect(await readMeta(db, "tokenizer")).toBeNull();
});

test("a tokenizer that the browser has cleared counts as missing and is downloaded again", async () => {
  await install();
  await store.caches.delete();
  await publish(COURSE);
  expect(await readMeta(db, "tokenizer")).toBe(false);
  await install();
  expect(await readMeta(db, "tokenizer")).toBe(true);
});

test("a learner without the lesson of its lab does not download the tokenizer", async () => {
  await publish([publishedLesson("1")]);
  await install();
  expect(fetches).toBe(0);
});

test("a full device and a lost connection are reported, and the download is tried again", async () => {
  device.free = TOKENIZER_BYTES;
  expect(await install()).toMatchObject({ status: "later" });
  expect(reports).toEqual([{ phase: "failed", why: "noRoom" }]);
  device = { ...device, free: null, isConnected: false };
  expect(await install()).toMatchObject({ status: "later", why: "network" });
  expect(reports.at(-1)).toEqual({ phase: "failed", why: "network" });
  device.isConnected = true;
  expect(await install()).toEqual({ status: "done" });
});
