import { type DownloadStatus, setDownloadStatus } from "../../db/lessons/downloadStatus.ts";
import { noteArrival, notePublished, readDownloadChoice } from "../../db/lessons/downloads.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { readMeta } from "../../db/store/meta.ts";
import type { PublishedLesson } from "../../domain/course/pack.ts";
import { LESSON_IDS, type LessonId } from "../../domain/ids.ts";
import { isMetered } from "../../platform/device/connection.ts";

/** Decides which lessons are downloaded, and receives reports about the downloads. */
export type DownloadPlan = {
  /** `missing`: the lessons that are not on this device, or only in an older version, or without their video. */
  note(published: PublishedLesson[], missing: readonly LessonId[]): Promise<void>;
  /** The lesson to download now, or null. Called before each one, because the learner's choice may have changed. */
  next(missing: readonly LessonId[]): Promise<LessonId | null>;
  arrived(lessonId: LessonId): Promise<void>;
  /** True if the learner has removed the lesson, so that no part of it may stay on this device. */
  isRemoved(lessonId: LessonId): Promise<boolean>;
  report(status: DownloadStatus): void;
};

/** Downloads everything. Used for visitors, who may read only one lesson and have opened it. */
export const EVERYTHING: DownloadPlan = {
  note: async () => {},
  next: async ([first = null]) => first,
  arrived: async () => {},
  isRemoved: async () => false,
  report: () => {},
};

/**
 * The plan for a learner: requested lessons come first. Other lessons are downloaded automatically, because the course
 * is small and can then be read anywhere, unless the connection is metered, downloads are paused, or the learner
 * removed the lesson.
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

/** True when a published lesson is missing from this device and the plan would download it. */
export async function lacksLessons(db: LearnerDb): Promise<boolean> {
  const [published, here] = await Promise.all([
    readMeta(db, "published"),
    db.lessons.toCollection().primaryKeys(),
  ]);
  // The list has never been fetched, or it was removed as well.
  if (!published) return true;
  const gone = published.map(({ lesson_id }) => lesson_id).filter((each) => !here.includes(each));
  return gone.length > 0 && (await learnerPlan(db, isMetered).next(gone)) !== null;
}
