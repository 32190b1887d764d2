import { createStore } from "../../domain/store.ts";
import type { DownloadId } from "../store/rows.ts";

/**
 * The state of lesson downloads in this tab. Set by src/sync, read by the screens. `noRoom`: the device is full.
 * `network` and `server`: the download failed and is retried.
 */
export type DownloadStatus =
  | { phase: "idle" }
  /** `video`: the lesson itself is on the device, and this much of its video. */
  | { phase: "running"; id: DownloadId; video?: { receivedBytes: number; totalBytes: number } }
  | { phase: "failed"; why: "noRoom" | "network" | "server" };

const current = createStore<DownloadStatus>({ phase: "idle" });

export function setDownloadStatus(status: DownloadStatus): void {
  current.set(status);
}

export const { get: downloadStatus, subscribe: subscribeDownloadStatus } = current;
