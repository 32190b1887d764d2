import type { LessonRow } from "../../domain/course/pack.ts";
import { LESSON_IDS, type LessonId } from "../../domain/ids.ts";
import { requireLearnerDb } from "../store/active.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { readMeta, writeMeta } from "../store/meta.ts";
import type { DownloadChoice, DownloadId } from "../store/rows.ts";
import { canKeepTokenizer, dropTokenizer, isTokenizerHere } from "./tokenizerFile.ts";

const BY_ITSELF: DownloadChoice = { isPaused: false, removed: [], asked: [] };

export async function readDownloadChoice(db: LearnerDb): Promise<DownloadChoice> {
  return (await readMeta(db, "downloads")) ?? BY_ITSELF;
}

/**
 * Requests the whole course, whatever the learner chose before. Like the other choices here, this is only stored: the
 * next cycle (`syncNow`) downloads the lessons.
 */
export async function askForCourse(): Promise<void> {
  await choose((_, published) => ({ isPaused: false, removed: [], asked: published }));
}

/** Resumes downloads after a pause. What was removed is not downloaded again. */
export async function resumeDownloads(): Promise<void> {
  await choose(({ removed }, published) => ({
    isPaused: false,
    removed,
    asked: published.filter((each) => !removed.includes(each)),
  }));
}

/** Requests this download as the next one, even while downloads are paused. */
export async function askForDownload(id: DownloadId): Promise<void> {
  await choose(({ isPaused, removed, asked }) => ({
    isPaused,
    removed: removed.filter((each) => each !== id),
    asked: [id, ...asked.filter((each) => each !== id)],
  }));
}

/** Pauses downloads once the lesson that is being downloaded is complete. */
export async function pauseDownloads(): Promise<void> {
  await choose(({ removed }) => ({ isPaused: true, removed, asked: [] }));
}

/** Removes downloads from this device until the learner requests them again. The learner's work is kept. */
export async function removeDownloads(ids: readonly DownloadId[]): Promise<void> {
  await choose(
    ({ isPaused, removed, asked }) => ({
      isPaused,
      removed: [...new Set([...removed, ...ids])],
      asked: asked.filter((each) => !ids.includes(each)),
    }),
    ids.filter((id) => id !== "tokenizer"),
  );
  if (!ids.includes("tokenizer")) return;
  await dropTokenizer();
  await noteTokenizer((await requireLearnerDb()).db);
}

/** Records whether the tokenizer is on this device. */
export async function noteTokenizer(db: LearnerDb): Promise<void> {
  const isHere = await isTokenizerHere();
  if (((await readMeta(db, "tokenizer")) ?? false) !== isHere) await writeMeta(db, "tokenizer", isHere);
}

/** Records that the learner has downloaded the tokenizer in its lab, even if they removed it before. */
export async function noteTokenizerTaken(): Promise<void> {
  await choose((choice) => ({
    ...choice,
    removed: choice.removed.filter((each) => each !== "tokenizer"),
  }));
  await noteTokenizer((await requireLearnerDb()).db);
}

/** The tokenizer is part of the course for learners who may read the lesson of its lab. */
export function hasTokenizer(published: readonly LessonRow[]): boolean {
  return canKeepTokenizer() && published.some(({ lesson_id }) => lesson_id === "10");
}

/** True while something that the learner requested has not been downloaded. */
export async function hasAskedFor(): Promise<boolean> {
  const { db } = await requireLearnerDb();
  return (await readDownloadChoice(db)).asked.length > 0;
}

/**
 * Stores the server's list of published lessons in course order. Deletes requests for what is not
 * in `missing`.
 */
export async function notePublished(
  db: LearnerDb,
  published: LessonRow[],
  missing: readonly DownloadId[],
): Promise<void> {
  const inOrder = LESSON_IDS.flatMap((id) => published.filter((row) => row.lesson_id === id));
  await db.transaction("rw", db.meta, async () => {
    await writeMeta(db, "published", inOrder);
    await forgetAsked(db, (each) => !missing.includes(each));
  });
}

export async function noteArrival(db: LearnerDb, id: DownloadId): Promise<void> {
  // Dexie keeps a transaction open across native awaits only if the callback itself is an async function.
  await db.transaction("rw", db.meta, async () => await forgetAsked(db, (each) => each === id));
}

async function forgetAsked(db: LearnerDb, isOver: (id: DownloadId) => boolean): Promise<void> {
  const choice = await readDownloadChoice(db);
  if (!choice.asked.some(isOver)) return;
  await writeMeta(db, "downloads", { ...choice, asked: choice.asked.filter((each) => !isOver(each)) });
}

/** Changes the learner's choice and removes lessons in one transaction. */
async function choose(
  change: (choice: DownloadChoice, published: DownloadId[]) => DownloadChoice,
  gone: readonly LessonId[] = [],
): Promise<void> {
  const { db } = await requireLearnerDb();
  await db.transaction("rw", [db.meta, db.lessons], async () => {
    const choice = await readDownloadChoice(db);
    const published = (await readMeta(db, "published")) ?? [];
    await db.lessons.bulkDelete([...gone]);
    const ids: DownloadId[] = published.map((row) => row.lesson_id);
    if (hasTokenizer(published)) ids.push("tokenizer");
    await writeMeta(db, "downloads", change(choice, ids));
  });
}
