import type { LessonId } from "../../domain/ids.ts";

/**
 * The state of lesson downloads in this tab. Set by src/sync, read by the screens. `noRoom`: the device is full.
 * `network` and `server`: the download failed and is retried.
 */
export type DownloadStatus =
  | { phase: "idle" }
  /** `video`: the lesson itself is on the device, and this much of its video. */
  | { phase: "running"; lessonId: LessonId; video?: { receivedBytes: number; totalBytes: number } }
  | { phase: "failed"; why: "noRoom" | "network" | "server" };

let current: DownloadStatus = { phase: "idle" };
const listeners = new Set<() => void>();

export function setDownloadStatus(status: DownloadStatus): void {
  current = status;
  for (const listener of listeners) listener();
}

export function downloadStatus(): DownloadStatus {
  return current;
}

export function subscribeDownloadStatus(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
