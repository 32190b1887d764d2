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
 */
export type Download = {
  id: DownloadId;
  bytes: number;
  state: "here" | "asked" | "removed" | "absent";
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
  const [published, choice, here, isTokenizerHere] = await Promise.all([
    readMeta(db, "published"),
    readDownloadChoice(db),
    db.lessons.toCollection().primaryKeys(),
    readMeta(db, "tokenizer"),
  ]);
  const stateOf = (id: DownloadId, isHere: boolean): Download["state"] => {
    if (isHere) return "here";
    if (choice.asked.includes(id)) return "asked";
    return choice.removed.includes(id) ? "removed" : "absent";
  };
  const files = (published ?? []).map(
    ({ lesson_id: id, bytes }): Download => ({ id, bytes, state: stateOf(id, here.includes(id)) }),
  );
  if (hasTokenizer(published ?? []))
    files.push({
      id: "tokenizer",
      bytes: TOKENIZER_BYTES,
      state: stateOf("tokenizer", isTokenizerHere ?? false),
    });
  return { files, isPaused: choice.isPaused };
}
