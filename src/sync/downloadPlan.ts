import { type DownloadStatus, setDownloadStatus } from "../db/downloadStatus.ts";
import { noteArrival, notePublished, readDownloadChoice } from "../db/downloads.ts";
import type { LearnerDb } from "../db/learnerDb.ts";
import { readMeta } from "../db/meta.ts";
import { LESSON_IDS, type LessonId } from "../domain/ids.ts";
import type { PublishedLesson } from "../domain/pack.ts";
import { isMetered } from "../platform/connection.ts";

/** Who decides what is fetched, and hears how it goes. */
export type DownloadPlan = {
  /** `missing`: what of it is not here, in an older version, or without its video. */
  note(published: PublishedLesson[], missing: readonly LessonId[]): Promise<void>;
  /** The lesson to fetch now, or null. Asked before each one: people change their minds. */
  next(missing: readonly LessonId[]): Promise<LessonId | null>;
  arrived(lessonId: LessonId): Promise<void>;
  /** True when nothing of the lesson may stay here. */
  isRemoved(lessonId: LessonId): Promise<boolean>;
  report(status: DownloadStatus): void;
};

/** For visitors, who may have one lesson and have come to read it. */
export const EVERYTHING: DownloadPlan = {
  note: async () => {},
  next: async ([first = null]) => first,
  arrived: async () => {},
  isRemoved: async () => false,
  report: () => {},
};

/**
 * A learner's own: what was asked for comes first. The rest comes by itself, because the course is small and a
 * learner who has it can go anywhere, unless data costs here, they paused it, or they removed the lesson.
 */
export function learnerPlan(
  db: LearnerDb,
  isMetered: () => boolean,
  report: DownloadPlan["report"] = setDownloadStatus,
): DownloadPlan {
  return {
    note: (published, missing) => notePublished(db, published, missing),
    async next(missing) {
      const { isPaused, removed, asked } = await readDownloadChoice(db);
      const inOrder = LESSON_IDS.filter((each) => missing.includes(each));
      const wanted = asked.find((each) => missing.includes(each));
      if (wanted || isPaused || isMetered()) return wanted ?? null;
      return inOrder.find((each) => !removed.includes(each)) ?? null;
    },
    arrived: (lessonId) => noteArrival(db, lessonId),
    isRemoved: async (lessonId) => (await readDownloadChoice(db)).removed.includes(lessonId),
    report,
  };
}

/** Whether a lesson is gone from this device that would be fetched, had it never been here. */
export async function lacksLessons(db: LearnerDb): Promise<boolean> {
  const [published, here] = await Promise.all([
    readMeta(db, "published"),
    db.lessons.toCollection().primaryKeys(),
  ]);
  // Not looked at yet, or this list is gone too.
  if (!published) return true;
  const gone = published.map(({ lesson_id }) => lesson_id).filter((each) => !here.includes(each));
  return gone.length > 0 && (await learnerPlan(db, isMetered).next(gone)) !== null;
}
