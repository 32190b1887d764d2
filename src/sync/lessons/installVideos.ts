import { noteVideos } from "../../db/lessons/downloads.ts";
import { installedVersions, type LessonStore } from "../../db/lessons/lessonStore.ts";
import {
  canKeepVideos,
  dropEarlierVideos,
  dropVideo,
  isPartHere,
  isVideoHere,
  joinParts,
  type Part,
  readVideo,
  saveCaptions,
  savePart,
  type VideoFile,
} from "../../db/lessons/videoFiles.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { readMeta } from "../../db/store/meta.ts";
import type { DownloadStatus } from "../../db/store/syncStatus.ts";
import type { PublishedLesson } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { anySignal } from "../../platform/anySignal.ts";
import { isMetered } from "../../platform/device/connection.ts";
import { browserRoom } from "../browserPorts.ts";
import { DONE, later, type Outcome, type RoomPorts, type SyncPorts } from "../ports.ts";
import { type DownloadPlan, learnerPlan } from "./downloadPlan.ts";
import { underMediaLock } from "./mediaLock.ts";
import { sha256Hex } from "./sha256.ts";

/** Records which of the known videos are still on this device, and those that have just arrived. */
type NoteVideos = (isHere: (src: string) => boolean, arrived?: readonly string[]) => Promise<void>;

type VideoPorts = Pick<VideoFetching, "fetch" | "signal"> & {
  /** Called again before each video, because lessons may be added or removed meanwhile. */
  missing(): Promise<ReadonlyMap<LessonId, VideoFile>>;
  note: NoteVideos;
};

/**
 * The lessons whose video is not completely on this device. Also deletes earlier videos of published lessons, except those
 * that the installed lessons still use.
 */
async function missingVideos(
  published: readonly PublishedLesson[],
  store: LessonStore,
  note: NoteVideos,
): Promise<Map<LessonId, VideoFile>> {
  const missing = new Map<LessonId, VideoFile>();
  const withVideo = published.flatMap(({ lesson_id, video }) => (video ? [{ lesson_id, video }] : []));
  const inLessons = [...(await installedVersions(store)).values()].flatMap(({ video }) => video ?? []);
  await dropEarlierVideos(
    published.map(({ lesson_id }) => lesson_id),
    [...withVideo.map(({ video }) => video), ...inLessons],
  );
  const here = new Set<string>();
  for (const { lesson_id, video } of withVideo)
    if (await isVideoHere(video)) here.add(video.src);
    else missing.set(lesson_id, video);
  await note((src) => here.has(src), [...here]);
  return missing;
}

/** Downloads videos as the plan decides. Rejects with the error of Cache Storage: QuotaExceededError on a full device. */
async function installVideos(ports: VideoPorts, room: RoomPorts, plan: DownloadPlan): Promise<Outcome> {
  // A video that the browser evicts immediately because the device is full must not be downloaded over and over.
  const downloaded = new Set<string>();
  for (;;) {
    const missing = new Map([...(await ports.missing())].filter(([, { src }]) => !downloaded.has(src)));
    const lessonId = await plan.next([...missing.keys()]);
    const video = lessonId && missing.get(lessonId);
    if (!video) break;
    if (!(await hasRoomFor(video, room))) {
      plan.report({ phase: "failed", why: "noRoom" });
      return later("busy");
    }
    const isWanted = async () => (await plan.next([...missing.keys()])) === lessonId;
    const outcome = await installVideo(lessonId, video, { ...ports, isWanted }, plan);
    if (outcome.status === "done") downloaded.add(video.src);
    else if (outcome.status === "later") {
      plan.report({ phase: "failed", why: outcome.why === "network" ? "network" : "server" });
      return outcome;
    }
  }
  plan.report({ phase: "idle" });
  return DONE;
}

async function installVideo(
  lessonId: LessonId,
  video: VideoFile,
  { note, ...ports }: Omit<VideoFetching, "report"> & Pick<VideoPorts, "note">,
  plan: DownloadPlan,
): Promise<Outcome | { status: "stopped" }> {
  const report = (receivedBytes: number) =>
    plan.report({ phase: "running", id: lessonId, video: { receivedBytes, totalBytes: video.bytes } });
  const download = async () => {
    const outcome = await fetchVideo(video, { ...ports, report });
    if (outcome.status !== "done") return outcome;
    await note(() => true, [video.src]);
    await plan.arrived(lessonId);
    return outcome;
  };
  const result = await download().catch((error: unknown) => ({ error }));
  // Removing a lesson deletes only what is on the device at that time, so delete what has arrived since then.
  if (await plan.isRemoved(lessonId)) {
    await dropVideo(video);
    await note((src) => src !== video.src);
    return { status: "stopped" };
  }
  if ("error" in result) throw result.error;
  return result;
}

/** While a video is being assembled, both its parts and the whole take up space. */
async function hasRoomFor(video: VideoFile, room: RoomPorts): Promise<boolean> {
  const free = await room.freeBytes();
  if (free === null || free >= 2 * video.bytes) return true;
  let needed = video.bytes;
  for (const part of partsOf(video)) if (!(await isPartHere(video, part))) needed += part.end - part.start;
  return free >= needed;
}

/** The most bytes that a lost connection or a pause can waste, and the most that are in memory at a time. */
const PART_BYTES = 256 * 1024;
/** The browser can hash only what is in memory, so only the length of a larger video is compared. */
const HASHED_BYTES = 32 * 1024 * 1024;

type VideoFetching = {
  fetch: typeof globalThis.fetch;
  /** Returns a new signal for one request. */
  signal: () => AbortSignal;
  /** Called before each part, because the learner's choice may have changed. */
  isWanted(): Promise<boolean>;
  report(receivedBytes: number): void;
};

function partsOf({ bytes }: VideoFile): Part[] {
  return Array.from({ length: Math.ceil(bytes / PART_BYTES) }, (_, index) => ({
    start: index * PART_BYTES,
    end: Math.min((index + 1) * PART_BYTES, bytes),
  }));
}

/**
 * Downloads a video in parts and joins them when all have arrived. Parts are kept after a pause or a lost connection and
 * are not downloaded again. Rejects with the error of Cache Storage: QuotaExceededError on a full device.
 */
async function fetchVideo(video: VideoFile, ports: VideoFetching): Promise<Outcome | { status: "stopped" }> {
  if (await isVideoHere(video)) return DONE;
  const parts = partsOf(video);
  for (const [index, part] of parts.entries()) {
    ports.report(part.start);
    if (await isPartHere(video, part)) continue;
    if (!(await ports.isWanted())) return { status: "stopped" };
    const range = { Range: `bytes=${part.start}-${part.end - 1}` };
    const reply = await ask(video.src, range, ports, (answer) => answer.blob());
    if (!reply) return later("network");
    if (reply.status === 206 && reply.body.size === part.end - part.start) {
      await savePart(video, part, reply.body);
    } else if (reply.status === 200 && reply.body.size === video.bytes) {
      // A host without range support sends the whole video, so no other request is needed.
      for (const { start, end } of parts.slice(index))
        await savePart(video, { start, end }, reply.body.slice(start, end));
    } else return later("server");
  }

  const captions = await ask(video.captions, {}, ports, (answer) => answer.text());
  if (!captions) return later("network");
  if (captions.status !== 200 || !captions.body.startsWith("WEBVTT")) return later("server");
  await saveCaptions(video, captions.body);
  await joinParts(video, parts);
  if (await hasItsHash(video)) return DONE;
  console.warn(`The video ${video.src} was discarded because its hash does not match`);
  await dropVideo(video);
  return later("server");
}

/** Null when there was no response or it was cut off. */
async function ask<T>(
  address: string,
  headers: HeadersInit,
  ports: VideoFetching,
  read: (answer: Response) => Promise<T>,
): Promise<{ status: number; body: T } | null> {
  try {
    // A second copy in the browser's HTTP cache would be useless.
    const answer = await ports.fetch(address, { headers, signal: ports.signal(), cache: "no-store" });
    return { status: answer.status, body: await read(answer) };
  } catch {
    return null;
  }
}

async function hasItsHash(video: VideoFile): Promise<boolean> {
  if (video.bytes > HASHED_BYTES) return true;
  const bytes = await readVideo(video);
  return bytes !== null && (await sha256Hex(bytes)) === video.hash;
}

/** Enough for one part of a video on the slowest connection that we support. */
const PART_TIMEOUT_MS = 5 * 60_000;

/** Empty if videos cannot be stored. Texts are installed even then. */
export async function lessonsWithoutVideo(
  db: LearnerDb,
  published: readonly PublishedLesson[],
): Promise<LessonId[]> {
  if (!canKeepVideos()) return [];
  try {
    return [...(await missingVideos(published, db.lessons, noteIn(db))).keys()];
  } catch (error) {
    console.warn("The videos on this device could not be read", error);
    return [];
  }
}

/** Downloads the videos of the lessons in the last published list on this device. */
export async function refreshVideos(
  { db, fetch }: Pick<SyncPorts, "db" | "fetch">,
  stopped: AbortSignal,
  report: (status: DownloadStatus) => void,
): Promise<Outcome> {
  const videos = {
    fetch,
    signal: () => anySignal([stopped, AbortSignal.timeout(PART_TIMEOUT_MS)]),
    missing: async () => missingVideos((await readMeta(db, "published")) ?? [], db.lessons, noteIn(db)),
    note: noteIn(db),
  };
  try {
    const plan = learnerPlan(db, isMetered, report);
    return await underMediaLock(stopped, () => installVideos(videos, browserRoom, plan));
  } catch (error) {
    if (stopped.aborted) return later("network");
    const isFull = error instanceof Error && error.name === "QuotaExceededError";
    report({ phase: "failed", why: isFull ? "noRoom" : "server" });
    console.warn("A video could not be stored on this device", error);
    return later("server");
  }
}

function noteIn(db: LearnerDb): NoteVideos {
  return (isHere, arrived) => noteVideos(db, isHere, arrived);
}
