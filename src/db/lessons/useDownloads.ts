import { useSyncExternalStore } from "react";
import type { LessonId } from "../../domain/ids.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { readMeta } from "../store/meta.ts";
import { type DownloadStatus, downloadStatus, subscribeDownloadStatus } from "./downloadStatus.ts";
import { readDownloadChoice } from "./downloads.ts";

/**
 * A lesson that this learner may download. `asked`: the learner requested it, so it is downloaded as soon as possible.
 * `withoutVideo`: it can be read, but its video is not on the device yet. Sizes are in bytes and include the video.
 * `hereBytes` counts only complete files on the device.
 */
export type Download = {
  lessonId: LessonId;
  bytes: number;
  hereBytes: number;
  state: "here" | "withoutVideo" | "asked" | "removed" | "absent";
};

export type Downloads = {
  /** In course order. Empty until the server has sent its list of lessons once. */
  lessons: Download[];
  isPaused: boolean;
};

const NOTHING: Downloads = { lessons: [], isPaused: false };

/** Returns which lessons are on this device, which are not, and what the learner chose for them. */
export function useDownloads(): Loading | ({ status: "ready" } & Downloads) {
  const found = useLearner("downloads", readDownloads, NOTHING);
  return found ? { status: "ready", ...found.value } : LOADING;
}

export function useDownloadStatus(): DownloadStatus {
  return useSyncExternalStore(subscribeDownloadStatus, downloadStatus, downloadStatus);
}

async function readDownloads(db: LearnerDb): Promise<Downloads> {
  const [published, choice, here, videos] = await Promise.all([
    readMeta(db, "published"),
    readDownloadChoice(db),
    db.lessons.toCollection().primaryKeys(),
    readMeta(db, "videos"),
  ]);
  const lessons = (published ?? []).map(({ lesson_id: lessonId, bytes, video }): Download => {
    const hasText = here.includes(lessonId);
    const hasVideo = !video || (videos ?? []).includes(video.src);
    const state = (): Download["state"] => {
      if (hasText && hasVideo) return "here";
      if (choice.asked.includes(lessonId)) return "asked";
      if (hasText) return "withoutVideo";
      return choice.removed.includes(lessonId) ? "removed" : "absent";
    };
    const videoBytes = video?.bytes ?? 0;
    const hereBytes = (hasText ? bytes : 0) + (hasVideo ? videoBytes : 0);
    return { lessonId, bytes: bytes + videoBytes, hereBytes, state: state() };
  });
  return { lessons, isPaused: choice.isPaused };
}
