import { useSyncExternalStore } from "react";
import { LOADING, type Loading, useLearner } from "../live.ts";
import type { LearnerDb } from "../store/learnerDb.ts";
import { readMeta } from "../store/meta.ts";
import type { DownloadId } from "../store/rows.ts";
import { type DownloadStatus, downloadStatus, subscribeDownloadStatus } from "../store/syncStatus.ts";
import { hasTokenizer, readDownloadChoice } from "./downloads.ts";
import { TOKENIZER_BYTES } from "./tokenizerFile.ts";

/**
 * A lesson, or the tokenizer, that this learner may download. `asked`: the learner requested it, so it is downloaded as soon as possible.
 * `withoutVideo`: it can be read, but its video is not on the device yet. Sizes are in bytes and include the video.
 * `hereBytes` counts only complete files on the device.
 */
export type Download = {
  id: DownloadId;
  bytes: number;
  hereBytes: number;
  state: "here" | "withoutVideo" | "asked" | "removed" | "absent";
};

export type Downloads = {
  /** The lessons in course order, then the tokenizer. Empty until the server has sent its list of lessons once. */
  files: Download[];
  isPaused: boolean;
};

const NOTHING: Downloads = { files: [], isPaused: false };

/** Returns which lessons are on this device, which are not, and what the learner chose for them. Likewise the tokenizer. */
export function useDownloads(): Loading | ({ status: "ready" } & Downloads) {
  const found = useLearner("downloads", readDownloads, NOTHING);
  return found ? { status: "ready", ...found.value } : LOADING;
}

export function useDownloadStatus(): DownloadStatus {
  return useSyncExternalStore(subscribeDownloadStatus, downloadStatus, downloadStatus);
}

async function readDownloads(db: LearnerDb): Promise<Downloads> {
  const [published, choice, here, videos, isTokenizerHere] = await Promise.all([
    readMeta(db, "published"),
    readDownloadChoice(db),
    db.lessons.toCollection().primaryKeys(),
    readMeta(db, "videos"),
    readMeta(db, "tokenizer"),
  ]);
  const absence = (id: DownloadId) => {
    if (choice.asked.includes(id)) return "asked";
    return choice.removed.includes(id) ? "removed" : "absent";
  };
  const files = (published ?? []).map(({ lesson_id: id, bytes, video }): Download => {
    const hasText = here.includes(id);
    const hasVideo = !video || (videos ?? []).includes(video.src);
    const state = (): Download["state"] => {
      if (hasText && hasVideo) return "here";
      if (hasText && !choice.asked.includes(id)) return "withoutVideo";
      return absence(id);
    };
    const videoBytes = video?.bytes ?? 0;
    const hereBytes = (hasText ? bytes : 0) + (hasVideo ? videoBytes : 0);
    return { id, bytes: bytes + videoBytes, hereBytes, state: state() };
  });
  if (hasTokenizer(published ?? []))
    files.push({
      id: "tokenizer",
      bytes: TOKENIZER_BYTES,
      hereBytes: isTokenizerHere ? TOKENIZER_BYTES : 0,
      state: isTokenizerHere ? "here" : absence("tokenizer"),
    });
  return { files, isPaused: choice.isPaused };
}
