import { noteArrival, notePublished, readDownloadChoice } from "../../db/lessons/downloads.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { readMeta } from "../../db/store/meta.ts";
import type { DownloadId } from "../../db/store/rows.ts";
import { type DownloadStatus, setDownloadStatus } from "../../db/store/syncStatus.ts";
import type { LessonRow } from "../../domain/course/pack.ts";
import { LESSON_IDS } from "../../domain/ids.ts";
import { isMetered } from "../../platform/device/connection.ts";

/** Decides what is downloaded and in which order, and receives reports about the downloads. */
export type DownloadPlan = {
  /** `missing`: what is not on this device, or is a lesson in an older version. */
  note(published: LessonRow[], missing: readonly DownloadId[]): Promise<void>;
  /** The download to begin now, or null. Called before each one, because the learner's choice may have changed. */
  next<Id extends DownloadId>(missing: readonly Id[]): Promise<Id | null>;
  arrived(id: DownloadId): Promise<void>;
  /** True if the learner has removed it, so that no part of it may stay on this device. */
  isRemoved(id: DownloadId): Promise<boolean>;
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
    async next<Id extends DownloadId>(missing: readonly Id[]) {
      const { isPaused, removed, asked } = await readDownloadChoice(db);
      const inOrder = (ids: readonly DownloadId[]) =>
        ids.flatMap((id) => missing.filter((each) => each === id));
      const [wanted] = inOrder(asked);
      if (wanted || isPaused || isMetered()) return wanted ?? null;
      return inOrder([...LESSON_IDS, "tokenizer"]).find((each) => !removed.includes(each)) ?? null;
    },
    arrived: (id) => noteArrival(db, id),
    isRemoved: async (id) => (await readDownloadChoice(db)).removed.includes(id),
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
