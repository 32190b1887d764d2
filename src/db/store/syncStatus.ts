import { createStore } from "../../domain/store.ts";
import type { DownloadId } from "./rows.ts";

/** The current state of the sync in this tab. Set by src/sync, read by the screens. */
export type SyncPhase = "idle" | "syncing" | "offline" | "error" | "signedOut";

/**
 * The result of this tab's last enrolment check. `answered`: the server gave an explicit answer. `noConnection`: no
 * server was reached. `failed`: a server was reached but gave no valid answer. `atMs` is on the clock of
 * performance.now().
 */
export type EnrollmentCheck =
  | { status: "none" }
  | { status: "answered"; enrollment: "enrolled" | "notEnrolled"; atMs: number }
  | { status: "noConnection"; atMs: number }
  | { status: "failed" };

export type SyncStatus = {
  phase: SyncPhase;
  enrollmentCheck: EnrollmentCheck;
  /** True if the learner's progress was never loaded on this device and the last attempt failed. */
  progressLoadFailed: boolean;
};

/** The state before the first attempt for the current learner. */
export const UNTRIED: Omit<SyncStatus, "phase"> = {
  enrollmentCheck: { status: "none" },
  progressLoadFailed: false,
};

const status = createStore<SyncStatus>({ phase: "idle", ...UNTRIED });

export function setSyncStatus(change: Partial<SyncStatus>): void {
  status.set({ ...status.get(), ...change });
}

export const { get: syncStatus, subscribe: subscribeSyncStatus } = status;

/**
 * The state of lesson downloads in this tab. Set by src/sync, read by the screens. `noRoom`: the device is full.
 * `network` and `server`: the download failed and is retried.
 */
export type DownloadStatus =
  | { phase: "idle" }
  | { phase: "running"; id: DownloadId }
  | { phase: "failed"; why: "noRoom" | "network" | "server" };

const current = createStore<DownloadStatus>({ phase: "idle" });

export function setDownloadStatus(status: DownloadStatus): void {
  current.set(status);
}

export const { get: downloadStatus, subscribe: subscribeDownloadStatus } = current;
