import { installedVersions, type LessonStore } from "../../db/lessons/lessonStore.ts";
import {
  dropEarlierVideos,
  dropVideo,
  isPartHere,
  isVideoHere,
  type VideoFile,
} from "../../db/lessons/videoFiles.ts";
import type { PublishedLesson } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { DONE, later, type Outcome, type RoomPorts } from "../ports.ts";
import type { DownloadPlan } from "./downloadPlan.ts";
import { fetchVideo, partsOf, type VideoFetching } from "./fetchVideo.ts";

/** Records which of the known videos are still on this device, and those that have just arrived. */
export type NoteVideos = (isHere: (src: string) => boolean, arrived?: readonly string[]) => Promise<void>;

export type VideoPorts = Pick<VideoFetching, "fetch" | "signal"> & {
  /** Called again before each video, because lessons may be added or removed meanwhile. */
  missing(): Promise<ReadonlyMap<LessonId, VideoFile>>;
  note: NoteVideos;
};

/**
 * The lessons whose video is not completely on this device. Also deletes earlier videos of published lessons, except those
 * that the installed lessons still use.
 */
export async function missingVideos(
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
export async function installVideos(
  ports: VideoPorts,
  room: RoomPorts,
  plan: DownloadPlan,
): Promise<Outcome> {
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
