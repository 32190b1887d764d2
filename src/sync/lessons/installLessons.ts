import * as z from "zod/mini";
import { installedVersions, type LessonStore, putLesson } from "../../db/lessons/lessonStore.ts";
import type { DownloadId, LessonEntry } from "../../db/store/rows.ts";
import type { DownloadStatus } from "../../db/store/syncStatus.ts";
import { canonicalJson } from "../../domain/canonicalJson.ts";
import { type LessonRow, lessonPackSchema, lessonRowSchema } from "../../domain/course/pack.ts";
import { COURSE_ID, type LessonId } from "../../domain/ids.ts";
import type { LearnerAnswer } from "../exchange/authenticatedRequest.ts";
import { DONE, later, type Outcome, type RoomPorts } from "../ports.ts";
import { type DownloadPlan, EVERYTHING } from "./downloadPlan.ts";
import { sha256Hex } from "./sha256.ts";

/** IndexedDB needs more than the JSON's length, and some space must remain for the learner's own work. */
const ROOM_FACTOR = 3;

/**
 * Updates the store to the lessons that the server publishes for this user. Downloads new and changed packs one by one
 * as the plan decides, checks them, and replaces the older versions. Never removes a lesson: an empty list means only
 * that there is nothing to add (offline rule 16). Installed lessons are kept when a later one fails. `following`
 * returns what is downloaded after the lessons: the tokenizer, if it is missing.
 */
export async function installLessons(
  store: LessonStore,
  ask: (path: string) => Promise<LearnerAnswer>,
  room: RoomPorts,
  plan: DownloadPlan = EVERYTHING,
  following: (published: readonly LessonRow[]) => Promise<readonly DownloadId[]> = async () => [],
): Promise<Outcome> {
  const answer = await ask(manifestPath);
  const manifest = answer.status === "json" ? parseManifest(answer.body) : null;
  if (!manifest) {
    if (answer.status === "signedOut") return answer;
    const why = answer.status === "later" ? answer.why : "server";
    plan.report({ phase: "failed", why: why === "network" ? "network" : "server" });
    return answer.status === "later" ? answer : later("server");
  }
  // Everyone may read the preview, so an empty list cannot be right and must not replace the stored list.
  if (manifest.length === 0) return DONE;

  const missing = await changedLessons(store, manifest);
  await plan.note(manifest, [...missing.keys(), ...(await following(manifest))]);
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
    plan.report({ phase: "running", id: row.lesson_id });
    const outcome = await installLesson(store, row, ask);
    if (outcome.status === "done") {
      await plan.arrived(row.lesson_id);
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
  console.warn(
    `This device does not have enough storage space for lesson ${row.lesson_id} of ${row.bytes} bytes`,
  );
  return false;
}

async function changedLessons(store: LessonStore, published: LessonRow[]): Promise<Map<LessonId, LessonRow>> {
  const installed = await installedVersions(store);
  const changed = published.filter((row) => {
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
  const answer = await ask(lessonPath(row));
  if (answer.status !== "json") return answer.status === "refused" ? later("server") : answer;
  const lesson = await parseLesson(answer.body, row.lesson_id);
  if ("fault" in lesson) {
    console.warn(`Lesson ${row.lesson_id} was not installed: ${lesson.fault}`);
    return later("server");
  }
  await putLesson(store, lesson);
  return DONE;
}

const ROW_COLUMNS = "lesson_id,version,hash,bytes,is_preview,audience";

/** Paths below /rest/v1. The server returns only the lessons that the user may read. */
const manifestPath = `lessons?select=${ROW_COLUMNS}&course_id=eq.${COURSE_ID}&order=lesson_id`;
const lessonPath = ({ lesson_id, audience }: LessonRow) =>
  `lessons?select=${ROW_COLUMNS},pack&course_id=eq.${COURSE_ID}&lesson_id=eq.${lesson_id}&audience=eq.${audience}`;

/**
 * The rows that this version of the app can read, or null when the response is not a list. Of the two rows of a lesson that
 * has more for organisations, the one with more.
 */
function parseManifest(body: unknown): LessonRow[] | null {
  if (!Array.isArray(body)) return null;
  const rows = body.flatMap((row) => {
    const parsed = lessonRowSchema.safeParse(row);
    return parsed.success ? [parsed.data] : [];
  });
  const extended = new Set(rows.flatMap((row) => (row.audience === "everyone" ? [] : [row.lesson_id])));
  return rows.filter((row) => row.audience !== "everyone" || !extended.has(row.lesson_id));
}

const packRowSchema = z.array(z.extend(lessonRowSchema, { pack: z.unknown() })).check(z.length(1));

/** The lesson, if its content is readable and matches its hash; otherwise a description of the fault. */
async function parseLesson(body: unknown, lessonId: LessonId): Promise<LessonEntry | { fault: string }> {
  const rows = packRowSchema.safeParse(body);
  const row = rows.data?.[0];
  if (!row) return { fault: "the reply does not contain exactly one lesson" };
  if ((await sha256Hex(new TextEncoder().encode(canonicalJson(row.pack)))) !== row.hash)
    return { fault: "the hash does not match the content" };
  const pack = lessonPackSchema.safeParse(row.pack);
  if (!pack.success) return { fault: "this version of the app cannot read it" };
  if (row.lesson_id !== lessonId || pack.data.lessonId !== lessonId)
    return { fault: "it is a different lesson" };
  const { version, hash, bytes, is_preview } = row;
  return { lessonId, version, hash, bytes, isPreview: is_preview, pack: pack.data };
}
