import { installedVersions, type LessonStore } from "../db/lessonStore.ts";
import { dropEarlierVideos, dropVideo, isPartHere, isVideoHere, type VideoFile } from "../db/videoFiles.ts";
import type { LessonId } from "../domain/ids.ts";
import type { PublishedLesson } from "../domain/pack.ts";
import type { DownloadPlan } from "./downloadPlan.ts";
import { fetchVideo, partsOf, type VideoFetching } from "./fetchVideo.ts";
import { DONE, later, type Outcome, type RoomPorts } from "./ports.ts";

/** Is told which videos are here, of those that were, and one that has just come. */
export type NoteVideos = (isHere: (src: string) => boolean, arrived?: readonly string[]) => Promise<void>;

/** Where videos come from. */
export type VideoPorts = Pick<VideoFetching, "fetch" | "signal"> & {
  /** Looked at anew before each video, because lessons come and go meanwhile. */
  missing(): Promise<ReadonlyMap<LessonId, VideoFile>>;
  note: NoteVideos;
};

/**
 * The lessons whose video is not on this device whole. Earlier videos of what is published leave as soon as the
 * lesson here is a later one.
 */
export async function missingVideos(
  published: readonly PublishedLesson[],
  store: LessonStore,
  note: NoteVideos,
): Promise<Map<LessonId, VideoFile>> {
  const missing = new Map<LessonId, VideoFile>();
  const films = published.flatMap(({ lesson_id, video }) => (video ? [{ lesson_id, video }] : []));
  const inLessons = [...(await installedVersions(store)).values()].flatMap(({ video }) => video ?? []);
  await dropEarlierVideos(
    published.map(({ lesson_id }) => lesson_id),
    [...films.map(({ video }) => video), ...inLessons],
  );
  const here = new Set<string>();
  for (const { lesson_id, video } of films)
    if (await isVideoHere(video)) here.add(video.src);
    else missing.set(lesson_id, video);
  await note((src) => here.has(src), [...here]);
  return missing;
}

/** Brings videos as the plan has it. Rejects with what Cache Storage says: QuotaExceededError on a full device. */
export async function installVideos(
  ports: VideoPorts,
  room: RoomPorts,
  plan: DownloadPlan,
): Promise<Outcome> {
  // One that leaves again at once, because the device is full, is not fetched over and over.
  const brought = new Set<string>();
  for (;;) {
    const missing = new Map([...(await ports.missing())].filter(([, { src }]) => !brought.has(src)));
    const lessonId = await plan.next([...missing.keys()]);
    const video = lessonId && missing.get(lessonId);
    if (!video) break;
    if (!(await hasRoomFor(video, room))) {
      plan.report({ phase: "failed", why: "noRoom" });
      return later("busy");
    }
    const isWanted = async () => (await plan.next([...missing.keys()])) === lessonId;
    const outcome = await installVideo(lessonId, video, { ...ports, isWanted }, plan);
    if (outcome.status === "done") brought.add(video.src);
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
    plan.report({ phase: "running", lessonId, video: { receivedBytes, totalBytes: video.bytes } });
  const bring = async () => {
    const outcome = await fetchVideo(video, { ...ports, report });
    if (outcome.status !== "done") return outcome;
    await note(() => true, [video.src]);
    await plan.arrived(lessonId);
    return outcome;
  };
  const result = await bring().catch((error: unknown) => ({ error }));
  // Whoever removes a lesson drops what is here by then; what came after that goes now.
  if (await plan.isRemoved(lessonId)) {
    await dropVideo(video);
    await note((src) => src !== video.src);
    return { status: "stopped" };
  }
  if ("error" in result) throw result.error;
  return result;
}

/** While a video is put together, its parts and the whole are both here. */
async function hasRoomFor(video: VideoFile, room: RoomPorts): Promise<boolean> {
  const free = await room.freeBytes();
  if (free === null || free >= 2 * video.bytes) return true;
  let needed = video.bytes;
  for (const part of partsOf(video)) if (!(await isPartHere(video, part))) needed += part.end - part.start;
  return free >= needed;
}
