import { installedVersions, type LessonStore, putLesson } from "../db/lessonStore.ts";
import type { LessonRow } from "../domain/pack.ts";
import type { LearnerAnswer } from "./asLearner.ts";
import { lessonPath, manifestPath, parseLesson, parseManifest } from "./lessonManifest.ts";
import { DONE, later, type Outcome } from "./ports.ts";

/** The browser's say over the device's room (Storage API). */
export type RoomPorts = {
  /** Free bytes, or null when the browser does not tell. */
  freeBytes(): Promise<number | null>;
  /** Asks that the browser does not clear this site's data by itself. */
  persist(): Promise<void>;
};

/** IndexedDB needs more than the JSON's length; what is left belongs to the learner's own work. */
const ROOM_FACTOR = 3;

/**
 * Brings the lessons of the store up to what the server publishes for this person: new and changed packs are
 * fetched one by one, checked, and put in the place of the older version. Nothing is ever removed here: an empty
 * answer means no more than that there is nothing to add (offline rule 16). Lessons that arrived stay when a later
 * one fails.
 */
export async function installLessons(
  store: LessonStore,
  ask: (path: string) => Promise<LearnerAnswer>,
  room: RoomPorts,
): Promise<Outcome> {
  const answer = await ask(manifestPath);
  if (answer.status !== "json") return answer.status === "refused" ? later("server") : answer;
  const manifest = parseManifest(answer.body);
  if (!manifest) return later("server");

  const wanted = await changedLessons(store, manifest);
  if (wanted.length === 0) return DONE;
  const bytes = wanted.reduce((sum, row) => sum + row.bytes, 0);
  const free = await room.freeBytes();
  if (free !== null && free < bytes * ROOM_FACTOR) {
    console.warn(`This device has no room for ${wanted.length} lesson(s) of ${bytes} bytes`);
    return later("busy");
  }

  let result: Outcome = DONE;
  for (const row of wanted) {
    const outcome = await installLesson(store, row, ask);
    if (outcome.status === "signedOut") return outcome;
    if (outcome.status === "later") result = outcome;
    if (outcome.status === "later" && outcome.why === "network") break;
  }
  await room.persist();
  return result;
}

async function changedLessons(store: LessonStore, manifest: LessonRow[]): Promise<LessonRow[]> {
  const installed = await installedVersions(store);
  return manifest.filter((row) => {
    const mine = installed.get(row.lesson_id);
    return !mine || mine.version < row.version || (mine.version === row.version && mine.hash !== row.hash);
  });
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
