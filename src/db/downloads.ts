import { LESSON_IDS, type LessonId } from "../domain/ids.ts";
import type { PublishedLesson } from "../domain/pack.ts";
import { requireLearnerDb } from "./active.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { readMeta, writeMeta } from "./meta.ts";
import type { DownloadChoice } from "./rows.ts";
import { dropVideo } from "./videoFiles.ts";

const BY_ITSELF: DownloadChoice = { isPaused: false, removed: [], asked: [] };

export async function readDownloadChoice(db: LearnerDb): Promise<DownloadChoice> {
  return (await readMeta(db, "downloads")) ?? BY_ITSELF;
}

/**
 * The course whole, whatever was said before. Like all that the learner decides here it is only kept: fetching
 * follows with the next cycle (`syncNow`).
 */
export async function askForCourse(): Promise<void> {
  await choose((_, published) => ({ isPaused: false, removed: [], asked: published }));
}

/** Goes on after a pause. What was removed stays away. */
export async function resumeDownloads(): Promise<void> {
  await choose(({ removed }, published) => ({
    isPaused: false,
    removed,
    asked: published.filter((each) => !removed.includes(each)),
  }));
}

/** This lesson next, also while the others wait. */
export async function askForLesson(lessonId: LessonId): Promise<void> {
  await choose(({ isPaused, removed, asked }) => ({
    isPaused,
    removed: removed.filter((each) => each !== lessonId),
    asked: [lessonId, ...asked.filter((each) => each !== lessonId)],
  }));
}

/** The lesson that is on its way still arrives. */
export async function pauseDownloads(): Promise<void> {
  await choose(({ removed }) => ({ isPaused: true, removed, asked: [] }));
}

/** The lessons leave this device and stay away until they are asked for. Nothing that the learner did goes with them. */
export async function removeLessons(lessonIds: readonly LessonId[]): Promise<void> {
  await choose(
    ({ isPaused, removed, asked }) => ({
      isPaused,
      removed: [...new Set([...removed, ...lessonIds])],
      asked: asked.filter((each) => !lessonIds.includes(each)),
    }),
    lessonIds,
  );
  const { db } = await requireLearnerDb();
  const published = (await readMeta(db, "published")) ?? [];
  const films = published.flatMap(({ lesson_id, video }) =>
    video && lessonIds.includes(lesson_id) ? [video] : [],
  );
  if (films.length === 0) return;
  for (const film of films) await dropVideo(film);
  await noteVideos(db, (src) => !films.some((film) => film.src === src));
}

/** Which of the videos that were here still are, and one that has just come. */
export async function noteVideos(
  db: LearnerDb,
  isHere: (src: string) => boolean,
  arrived: readonly string[] = [],
): Promise<void> {
  await db.transaction("rw", db.meta, async () => {
    const before = (await readMeta(db, "videos")) ?? [];
    const now = [...new Set([...before.filter(isHere), ...arrived])];
    if (now.join() !== before.join()) await writeMeta(db, "videos", now);
  });
}

/** True while something that the learner asked for has not come. */
export async function hasAskedFor(): Promise<boolean> {
  const { db } = await requireLearnerDb();
  return (await readDownloadChoice(db)).asked.length > 0;
}

/** Keeps what the server publishes, in the order of the course, and forgets that something was asked for when there is nothing more to fetch. */
export async function notePublished(
  db: LearnerDb,
  published: PublishedLesson[],
  missing: readonly LessonId[],
): Promise<void> {
  const inOrder = LESSON_IDS.flatMap((id) => published.filter((row) => row.lesson_id === id));
  await db.transaction("rw", db.meta, async () => {
    await writeMeta(db, "published", inOrder);
    await forgetAsked(db, (each) => !missing.includes(each));
  });
}

export async function noteArrival(db: LearnerDb, lessonId: LessonId): Promise<void> {
  // Dexie keeps a transaction open over native awaits only when its function is an async one itself.
  await db.transaction("rw", db.meta, async () => await forgetAsked(db, (each) => each === lessonId));
}

async function forgetAsked(db: LearnerDb, isOver: (lessonId: LessonId) => boolean): Promise<void> {
  const choice = await readDownloadChoice(db);
  if (!choice.asked.some(isOver)) return;
  await writeMeta(db, "downloads", { ...choice, asked: choice.asked.filter((each) => !isOver(each)) });
}

/** Changes the choice, and removes lessons, in one transaction. */
async function choose(
  change: (choice: DownloadChoice, published: LessonId[]) => DownloadChoice,
  gone: readonly LessonId[] = [],
): Promise<void> {
  const { db } = await requireLearnerDb();
  await db.transaction("rw", [db.meta, db.lessons], async () => {
    const choice = await readDownloadChoice(db);
    const published = (await readMeta(db, "published")) ?? [];
    await db.lessons.bulkDelete([...gone]);
    const ids = published.map((row) => row.lesson_id);
    await writeMeta(db, "downloads", change(choice, ids));
  });
}
