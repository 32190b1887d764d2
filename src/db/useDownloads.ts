import { useSyncExternalStore } from "react";
import type { LessonId } from "../domain/ids.ts";
import { type DownloadStatus, downloadStatus, subscribeDownloadStatus } from "./downloadStatus.ts";
import { readDownloadChoice } from "./downloads.ts";
import type { LearnerDb } from "./learnerDb.ts";
import { LOADING, type Loading, useLearner } from "./live.ts";
import { readMeta } from "./meta.ts";

/** A lesson that this learner may have on the device. `asked`: it comes as soon as it can. Sizes in bytes. */
export type Download = { lessonId: LessonId; bytes: number; state: "here" | "asked" | "removed" | "absent" };

export type Downloads = {
  /** In the order of the course. Empty until the server has said once what there is. */
  lessons: Download[];
  isPaused: boolean;
};

const NOTHING: Downloads = { lessons: [], isPaused: false };

/** Which lessons are on this device, which are not, and what the learner decided about them. */
export function useDownloads(): Loading | ({ status: "ready" } & Downloads) {
  const found = useLearner("downloads", readDownloads, NOTHING);
  return found ? { status: "ready", ...found.value } : LOADING;
}

export function useDownloadStatus(): DownloadStatus {
  return useSyncExternalStore(subscribeDownloadStatus, downloadStatus, downloadStatus);
}

async function readDownloads(db: LearnerDb): Promise<Downloads> {
  const [published, choice, here] = await Promise.all([
    readMeta(db, "published"),
    readDownloadChoice(db),
    db.lessons.toCollection().primaryKeys(),
  ]);
  const lessons = (published ?? []).map(({ lesson_id: lessonId, bytes }): Download => {
    const state = here.includes(lessonId)
      ? "here"
      : choice.asked.includes(lessonId)
        ? "asked"
        : choice.removed.includes(lessonId)
          ? "removed"
          : "absent";
    return { lessonId, bytes, state };
  });
  return { lessons, isPaused: choice.isPaused };
}
