import type { DownloadStatus } from "../db/downloadStatus.ts";
import { type InstalledVersion, installedVersions, type LessonStore, putLesson } from "../db/lessonStore.ts";
import type { LessonId } from "../domain/ids.ts";
import type { LessonRow, PublishedLesson } from "../domain/pack.ts";
import type { LearnerAnswer } from "./asLearner.ts";
import { type DownloadPlan, EVERYTHING } from "./downloadPlan.ts";
import { lessonPath, manifestPath, parseLesson, parseManifest } from "./lessonManifest.ts";
import { DONE, later, type Outcome, type RoomPorts } from "./ports.ts";

/** IndexedDB needs more than the JSON's length; what is left belongs to the learner's own work. */
const ROOM_FACTOR = 3;

/**
 * Brings the lessons of the store up to what the server publishes for this person: new and changed packs are
 * fetched one by one as the plan has it, checked, and put in the place of the older version. Nothing is ever removed
 * here: an empty answer means no more than that there is nothing to add (offline rule 16). Lessons that arrived stay
 * when a later one fails. `withoutVideo` tells which lessons are not whole with their text, because a video follows.
 */
export async function installLessons(
  store: LessonStore,
  ask: (path: string) => Promise<LearnerAnswer>,
  room: RoomPorts,
  plan: DownloadPlan = EVERYTHING,
  withoutVideo: (published: readonly PublishedLesson[]) => Promise<readonly LessonId[]> = async () => [],
): Promise<Outcome> {
  const answer = await ask(manifestPath);
  if (answer.status !== "json") return answer.status === "refused" ? later("server") : answer;
  const manifest = parseManifest(answer.body);
  if (!manifest) return later("server");
  // Everyone may read the preview, so an empty list describes no course, and must not replace what is known of it.
  if (manifest.length === 0) return DONE;

  const missing = await changedLessons(store, manifest);
  const films = await withoutVideo(manifest);
  await plan.note(manifest, [...missing.keys(), ...films]);
  let result: Outcome = DONE;
  let status: DownloadStatus = { phase: "idle" };
  for (;;) {
    const lessonId = await plan.next([...missing.keys()]);
    const row = lessonId && missing.get(lessonId);
    if (!row) break;
    missing.delete(row.lesson_id);
    if (!(await hasRoomFor(row, room))) {
      result = later("busy");
      status = { phase: "failed", why: "noRoom" };
      break;
    }
    plan.report({ phase: "running", lessonId: row.lesson_id });
    const outcome = await installLesson(store, row, ask);
    if (outcome.status === "done") {
      if (!films.includes(row.lesson_id)) await plan.arrived(row.lesson_id);
      continue;
    }
    result = outcome;
    if (outcome.status === "signedOut") break;
    status = { phase: "failed", why: outcome.why === "network" ? "network" : "server" };
    if (outcome.why === "network") break;
  }
  plan.report(status);
  return result;
}

async function hasRoomFor(row: LessonRow, room: RoomPorts): Promise<boolean> {
  const free = await room.freeBytes();
  if (free === null || free >= row.bytes * ROOM_FACTOR) return true;
  console.warn(`This device has no room for lesson ${row.lesson_id} of ${row.bytes} bytes`);
  return false;
}

async function changedLessons(
  store: LessonStore,
  published: PublishedLesson[],
): Promise<Map<LessonId, PublishedLesson>> {
  const installed = await installedVersions(store);
  const changed = published.filter((row) => {
    const mine = installed.get(row.lesson_id);
    return !mine || mine.version < row.version || (mine.version === row.version && !isSame(mine, row));
  });
  return new Map(changed.map((row) => [row.lesson_id, row]));
}

/** An earlier version of the app kept of a lesson only what it could read, and knew nothing of videos. */
function isSame(mine: InstalledVersion, { hash, video }: PublishedLesson): boolean {
  return mine.hash === hash && (!video || mine.video?.src === video.src);
}

async function installLesson(
  store: LessonStore,
  row: LessonRow,
  ask: (path: string) => Promise<LearnerAnswer>,
): Promise<Outcome> {
  const answer = await ask(lessonPath(row.lesson_id));
  if (answer.status !== "json") return answer.status === "refused" ? later("server") : answer;
  const lesson = await parseLesson(answer.body, row.lesson_id);
  if ("fault" in lesson) {
    console.warn(`Lesson ${row.lesson_id} was not installed: ${lesson.fault}`);
    return later("server");
  }
  await putLesson(store, lesson);
  return DONE;
}
