import type { DownloadStatus } from "../db/downloadStatus.ts";
import { installedVersions, type LessonStore, putLesson } from "../db/lessonStore.ts";
import type { LessonId } from "../domain/ids.ts";
import type { LessonRow } from "../domain/pack.ts";
import type { LearnerAnswer } from "./asLearner.ts";
import { type DownloadPlan, EVERYTHING } from "./downloadPlan.ts";
import { installVideos, missingVideos, type VideoPorts } from "./installVideos.ts";
import { lessonPath, manifestPath, parseLesson, parseManifest } from "./lessonManifest.ts";
import { DONE, later, type Outcome, type RoomPorts } from "./ports.ts";

/** IndexedDB needs more than the JSON's length; what is left belongs to the learner's own work. */
const ROOM_FACTOR = 3;

/**
 * Brings the lessons of the store up to what the server publishes for this person: new and changed packs are
 * fetched one by one as the plan has it, checked, and put in the place of the older version. Nothing is ever removed
 * here: an empty answer means no more than that there is nothing to add (offline rule 16). Lessons that arrived stay
 * when a later one fails. Videos follow the lessons where `videos` says from where.
 */
export async function installLessons(
  store: LessonStore,
  ask: (path: string) => Promise<LearnerAnswer>,
  room: RoomPorts,
  plan: DownloadPlan = EVERYTHING,
  videos: VideoPorts | null = null,
): Promise<Outcome> {
  const answer = await ask(manifestPath);
  if (answer.status !== "json") return answer.status === "refused" ? later("server") : answer;
  const manifest = parseManifest(answer.body);
  if (!manifest) return later("server");

  const missing = await changedLessons(store, manifest);
  const films = videos ? await missingVideos(manifest, videos) : new Map();
  await plan.note(manifest, [...missing.keys(), ...films.keys()]);
  let result: Outcome = DONE;
  let status: DownloadStatus = { phase: "idle" };
  let hasArrived = false;
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
      hasArrived = true;
      if (!films.has(row.lesson_id)) await plan.arrived(row.lesson_id);
      continue;
    }
    result = outcome;
    if (outcome.status === "signedOut") break;
    status = { phase: "failed", why: whyOf(outcome) };
    if (outcome.why === "network") break;
  }
  // Every text before any video: reading needs no more.
  if (videos && films.size > 0 && result.status === "done") {
    const outcome = await installVideos(films, videos, room, plan);
    if (outcome.status !== "done") {
      result = outcome.status === "full" ? later("busy") : outcome;
      status = { phase: "failed", why: whyOf(outcome) };
    }
  }
  if (hasArrived) await room.persist();
  plan.report(status);
  return result;
}

function whyOf(outcome: Outcome | { status: "full" }): "noRoom" | "network" | "server" {
  if (outcome.status === "full") return "noRoom";
  return outcome.status === "later" && outcome.why === "network" ? "network" : "server";
}

async function hasRoomFor(row: LessonRow, room: RoomPorts): Promise<boolean> {
  const free = await room.freeBytes();
  if (free === null || free >= row.bytes * ROOM_FACTOR) return true;
  console.warn(`This device has no room for lesson ${row.lesson_id} of ${row.bytes} bytes`);
  return false;
}

async function changedLessons(store: LessonStore, manifest: LessonRow[]): Promise<Map<LessonId, LessonRow>> {
  const installed = await installedVersions(store);
  const changed = manifest.filter((row) => {
    const mine = installed.get(row.lesson_id);
    return !mine || mine.version < row.version || (mine.version === row.version && mine.hash !== row.hash);
  });
  return new Map(changed.map((row) => [row.lesson_id, row]));
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
