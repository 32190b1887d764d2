import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { memoryCaches } from "../../tests/support/screens/memoryCaches.ts";
import {
  type PublishedLesson,
  publishedLesson,
  serving,
} from "../../tests/support/screens/publishedLessons.ts";
import { expectConsoleError } from "../../tests/support/setup/failOnConsoleError.ts";
import { type LearnerDb, learnerDb } from "../db/store/learnerDb.ts";
import {
  downloadStatus,
  setDownloadStatus,
  setSyncStatus,
  syncStatus,
  UNTRIED,
} from "../db/store/syncStatus.ts";
import { completionAt } from "../db/synced/progress.ts";
import { type LessonId, requireUserId, type UserId } from "../domain/ids.ts";
import type { Mark, Row, SentRow } from "../entities/row.ts";
import { newStamp } from "../entities/stamp.ts";
import { type LearnerSync, syncLearner } from "./learnerSync.ts";

let userId: UserId;
let db: LearnerDb;
let sync: LearnerSync;
let published: PublishedLesson[];
/** The server's replies, by the last part of the path. `lessons` is served from `published`. */
let replies: Record<string, (address: string, init?: RequestInit) => Response | Promise<Response>>;
let asked: string[];
/** The beginning of each reply of the sync. */
let head: object;

const NOBODY_YET = { user_id: "", tier: null, status: "none", reason: "none", enrolled_at: null };
const times = { registered_at: "2026-11-01T08:00:00+00:00", answered_at: "2026-11-22T08:00:00+00:00" };

beforeEach(() => {
  userId = requireUserId(randomUUID());
  db = learnerDb(userId);
  published = [publishedLesson("1")];
  asked = [];
  head = {
    user_id: userId,
    epoch: randomUUID(),
    rev: 0,
    time: Date.now(),
    limit: Date.now() + 60_000,
    registered_at: "2026-11-01T08:00:00.000Z",
    enrolled_at: null,
  };
  replies = {
    lessons: async (address) => {
      const answer = await serving(published, [])(address);
      return Response.json(answer.status === "json" ? answer.body : []);
    },
    enrollment_status: () => Response.json([{ ...NOBODY_YET, ...times, user_id: userId }]),
    sync_pull: () => Response.json({ ...head, cursor: 0, has_more: false, rows: [] }),
  };
  const session = { access_token: "token", refresh_token: "next", expires_at: 4e9, user: { id: userId } };
  vi.stubGlobal("caches", memoryCaches().caches);
  vi.stubGlobal("location", { origin: "https://academy.example" });
  vi.stubGlobal("localStorage", { getItem: () => JSON.stringify(session), setItem() {}, removeItem() {} });
  vi.stubGlobal("navigator", { onLine: true, locks: navigator.locks });
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const name = new URL(address, "https://academy.example").pathname.split("/").at(-1) ?? "";
    asked.push(name);
    return (await replies[name]?.(address, init)) ?? Response.json([]);
  });
  setSyncStatus({ phase: "idle", ...UNTRIED });
  setDownloadStatus({ phase: "idle" });
  sync = syncLearner(userId);
});
afterEach(() => {
  sync.stop();
  vi.unstubAllGlobals();
});

const lessonsHere = () => db.lessons.toCollection().primaryKeys();
const enrolled = () => Response.json([{ id: "1" }]);
const broken = () => Response.json({ message: "no" }, { status: 500 });
const count = (name: string) => asked.filter((each) => each === name).length;

test("a lesson is installed while the slow tokenizer is still downloading", async () => {
  published = [publishedLesson("10")];
  const onItsWay = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<Response>();
  replies["kept-o200k.bin"] = () => {
    onItsWay.resolve();
    return slow.promise;
  };

  await sync.kick("now", "always");
  await onItsWay.promise;
  published.push(publishedLesson("2"));
  await sync.kick("now", "always");
  expect(await lessonsHere()).toEqual(["10", "2"]);
  // Otherwise the download would hold its lock, which later test files of this process share.
  slow.reject(new TypeError("the connection was lost"));
});

test("the next sync cycle reinstalls evicted lessons without a reload, but not lessons that the learner removed", async () => {
  published.push(publishedLesson("2"));
  await sync.kick("now", "always");
  expect(await lessonsHere()).toEqual(["1", "2"]);
  await db.lessons.delete("2");
  await sync.kick("now", null);
  await vi.waitFor(async () => expect(await lessonsHere()).toEqual(["1", "2"]));

  // A lesson that the learner removed is not downloaded again.
  await db.lessons.delete("2");
  await db.meta.put({ key: "downloads", value: { isPaused: false, removed: ["2"], asked: [] } });
  const before = count("lessons");
  await sync.kick("now", null);
  expect(count("lessons")).toBe(before);
});

test("empty replies to every request remove nothing from an enrolled learner's device", async () => {
  replies.course_enrollments = enrolled;
  published.push(publishedLesson("2"));
  await sync.kick("now", "always");
  const facts = async () => ({
    enrollment: await db.meta.get("enrollment"),
    published: await db.meta.get("published"),
    lessons: await lessonsHere(),
  });
  const before = await facts();
  expect(before).toMatchObject({ enrollment: { value: "enrolled" }, lessons: ["1", "2"] });

  expectConsoleError(/^Error checking enrollment$/);
  replies = {};
  await sync.kick("now", "always");
  expect(await facts()).toEqual(before);
  expect(syncStatus().enrollmentCheck).toEqual({ status: "failed" });
});

test("a newly confirmed purchase installs its lessons immediately, even if lessons have just been checked", async () => {
  await sync.kick("now", "always");
  expect(await db.meta.get("enrollment")).toMatchObject({ value: "notEnrolled" });
  published.push(publishedLesson("2"));
  replies.course_enrollments = enrolled;
  sync.checkEnrollment();
  await vi.waitFor(async () => expect(await lessonsHere()).toEqual(["1", "2"]));
  expect(syncStatus().enrollmentCheck).toMatchObject({ status: "answered", enrollment: "enrolled" });
});

test("ten simultaneous enrolment checks send one request", async () => {
  await sync.kick("now", "always");
  const before = count("enrollment_status");
  for (let click = 0; click < 10; click += 1) sync.checkEnrollment();
  await vi.waitFor(() => expect(count("enrollment_status")).toBe(before + 1));
  await sync.kick("now", "ifStale");
  expect(count("enrollment_status")).toBe(before + 1);
});

test("a network error counts as a missing connection even while the browser reports that it is online", async () => {
  expectConsoleError(/^Error checking enrollment$/);
  replies.enrollment_status = () => Promise.reject(new TypeError("the cable is out"));
  replies.course_enrollments = replies.enrollment_status;
  await sync.kick("now", "always");
  expect(syncStatus().enrollmentCheck).toMatchObject({ status: "noConnection" });
});

test("a lost connection that the browser reports is shown, tried again and not logged", async () => {
  vi.stubGlobal("navigator", { onLine: false, locks: navigator.locks });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("the cable is out")));
  await sync.kick("now", "always");
  expect(syncStatus()).toMatchObject({ phase: "offline", enrollmentCheck: { status: "noConnection" } });
  expect(downloadStatus()).toEqual({ phase: "failed", why: "network" });
});

test("a sync that has stopped reports no download and sends no request", async () => {
  setDownloadStatus({ phase: "failed", why: "network" });
  sync.stop();
  expect(downloadStatus()).toEqual({ phase: "idle" });
  await sync.kick("now", "always");
  sync.checkEnrollment();
  expect(asked).toEqual([]);
});

test("a request that fails while the connection returns is not logged", async () => {
  const device = { onLine: false, locks: navigator.locks };
  vi.stubGlobal("navigator", device);
  vi.stubGlobal("fetch", () => {
    device.onLine = true;
    return Promise.reject(new TypeError("the cable was out"));
  });
  await sync.kick("now", "always");
  expect(syncStatus()).toMatchObject({ enrollmentCheck: { status: "noConnection" } });
});

test("everything is synced and downloaded while the browser reports no connection although there is one", async () => {
  vi.stubGlobal("navigator", { onLine: false, locks: navigator.locks });
  vi.stubGlobal("addEventListener", () => undefined);
  replies.course_enrollments = enrolled;
  await sync.kick("now", "always");
  expect(await lessonsHere()).toEqual(["1"]);
  expect(syncStatus()).toMatchObject({ phase: "idle", enrollmentCheck: { enrollment: "enrolled" } });
});

test("a progress load that fails repeatedly on a new device is logged once and reported to the screens", async () => {
  expectConsoleError(/^Error loading progress$/);
  replies.sync_pull = broken;
  await sync.kick("now", null);
  await vi.waitFor(() => expect(syncStatus().progressLoadFailed).toBe(true));
  await sync.kick("now", null);
  expect(await db.meta.get("pulled")).toBeUndefined();
  expect(vi.mocked(console.error)).toHaveBeenCalledTimes(1);
});

test("a progress load that fails on a device with earlier progress is neither logged nor reported", async () => {
  await sync.kick("now", "always");
  replies.sync_pull = broken;
  await sync.kick("now", null);
  expect(syncStatus()).toMatchObject({ phase: "error", progressLoadFailed: false });
  expect(await db.meta.get("pulled")).toMatchObject({ value: true });
});

const completed = (lessonId: LessonId, mark: Partial<Mark> = {}): Row => ({
  kind: "progress",
  key: lessonId,
  content: completionAt(lessonId, Date.now()),
  rev: 0,
  unsent: { since: Date.now(), tries: 0, nextAt: 0, error: null, ...mark },
});
const unsentKeys = async () => (await db.rows.orderBy("unsent.since").toArray()).map(({ key }) => key);
const sentBy = (init: RequestInit | undefined): SentRow[] => JSON.parse(String(init?.body)).rows;

test("a device too full to restore a copied change sends the work in its queue, and restores the change later", async () => {
  await db.meta.put({ key: "pulled", value: true });
  await db.rows.add(completed("1"));
  const session = localStorage.getItem("session");
  const content = { fieldId: "l01-monday", value: "Ask." };
  const copied = { kind: "workbook", key: "l01-monday", content, stamp: newStamp(Date.now()) };
  const at = `academy-row:${userId}:workbook:l01-monday`;
  vi.stubGlobal("localStorage", {
    [at]: "listed",
    getItem: (key: string) => (key === at ? JSON.stringify(copied) : session),
    removeItem() {},
    setItem() {},
  });
  const sent: string[] = [];
  replies.sync_push = (_, init) => {
    const rows = sentBy(init);
    sent.push(...rows.map(({ key }) => key));
    return Response.json({
      ...head,
      answers: rows.map(({ kind, key }) => ({ kind, key, code: null })),
      rows: [],
    });
  };
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const { put } = IDBObjectStore.prototype;
  // Only what needs more space fails: the mark of a row that has been sent goes.
  const full = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
    this: IDBObjectStore,
    value,
    key,
  ) {
    if (value.unsent) throw new DOMException("full", "QuotaExceededError");
    return put.call(this, value, key);
  });
  await sync.kick("now", null);
  full.mockRestore();
  expect([sent, await unsentKeys()]).toEqual([["1"], []]);
  expect(asked).toContain("sync_pull");
  expect(warned).toHaveBeenCalledWith(expect.stringContaining("full"), expect.anything());
  warned.mockRestore();

  await sync.kick("now", null);
  expect(sent.slice(1).sort()).toEqual(["first_lesson", "l01-monday"]);
});

test("a full device on which no wait can be ended sends what is due when the learner asks for it", async () => {
  await db.rows.bulkAdd([completed("1"), completed("2", { tries: 1, nextAt: Date.now() + 60_000 })]);
  const sent: string[] = [];
  replies.sync_push = (_, init) => {
    sent.push(...sentBy(init).map(({ key }) => key));
    return broken();
  };
  await sync.kick("now", null);
  const warned = vi.spyOn(console, "warn").mockReturnValue();
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  sent.length = 0;
  await sync.kick("asked", null);
  put.mockRestore();
  expect(sent.sort()).toEqual(["1", "first_lesson"]);
  expect(warned).toHaveBeenCalledWith(expect.stringContaining("made due"), expect.anything());
  warned.mockRestore();
});
