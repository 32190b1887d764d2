import { dropOtherVideos, isVideoHere, type VideoFile } from "../db/videoFiles.ts";
import type { LessonId } from "../domain/ids.ts";
import type { PublishedLesson } from "../domain/pack.ts";
import type { DownloadPlan } from "./downloadPlan.ts";
import { fetchVideo, type VideoFetching } from "./fetchVideo.ts";
import { DONE, type Outcome, type RoomPorts } from "./ports.ts";

/** Where videos come from, and who is told which are here. */
export type VideoPorts = Pick<VideoFetching, "fetch" | "signal"> & {
  /** Which are here of those that were, and one that has just come. */
  note(isHere: (src: string) => boolean, arrived?: readonly string[]): Promise<void>;
};

/** While a video is put together, its parts and the whole are both here. */
const ROOM_FACTOR = 2;

/** The lessons whose video is not on this device whole. Those that nobody publishes any more leave. */
export async function missingVideos(
  published: readonly PublishedLesson[],
  ports: VideoPorts,
): Promise<Map<LessonId, VideoFile>> {
  const missing = new Map<LessonId, VideoFile>();
  const films = published.flatMap(({ lesson_id, video }) => (video ? [{ lesson_id, video }] : []));
  if (films.length === 0) return missing;
  await dropOtherVideos(films.map(({ video }) => video));
  const here = new Set<string>();
  for (const { lesson_id, video } of films)
    if (await isVideoHere(video)) here.add(video.src);
    else missing.set(lesson_id, video);
  await ports.note((src) => here.has(src), [...here]);
  return missing;
}

/** Brings videos, after the lessons that they belong to, as the plan has it. Sets no status of its own at the end. */
export async function installVideos(
  missing: Map<LessonId, VideoFile>,
  ports: VideoPorts,
  room: RoomPorts,
  plan: DownloadPlan,
): Promise<Outcome | { status: "full" }> {
  for (;;) {
    const lessonId = await plan.next([...missing.keys()]);
    const video = lessonId && missing.get(lessonId);
    if (!video) return DONE;
    const free = await room.freeBytes();
    if (free !== null && free < video.bytes * ROOM_FACTOR) return { status: "full" };
    const outcome = await fetchVideo(video, {
      ...ports,
      isWanted: async () => (await plan.next([...missing.keys()])) === lessonId,
      report: (receivedBytes) =>
        plan.report({ phase: "running", lessonId, video: { receivedBytes, totalBytes: video.bytes } }),
    });
    if (outcome.status === "stopped") continue;
    if (outcome.status !== "done") return outcome;
    missing.delete(lessonId);
    await ports.note(() => true, [video.src]);
    await plan.arrived(lessonId);
  }
}
