/** What moving data looks like right now, in this tab. Set by src/sync, read by the screens. */
export type SyncPhase = "idle" | "syncing" | "offline" | "error" | "signedOut";

/**
 * How this tab's last check of the enrolment ended. `answered`: the server said it in words. `noConnection`: no
 * server was reached. `failed`: one was, but gave no answer that counts. `atMs` is on the clock of performance.now().
 */
export type EnrollmentCheck =
  | { status: "none" }
  | { status: "answered"; enrollment: "enrolled" | "notEnrolled"; atMs: number }
  | { status: "noConnection"; atMs: number }
  | { status: "failed" };

export type SyncStatus = {
  phase: SyncPhase;
  enrollmentCheck: EnrollmentCheck;
  /** The learner's progress has never come to this device, and the last try failed. */
  progressLoadFailed: boolean;
};

/** Before anything has been tried for the learner who is here now. */
export const UNTRIED: Omit<SyncStatus, "phase"> = {
  enrollmentCheck: { status: "none" },
  progressLoadFailed: false,
};

let current: SyncStatus = { phase: "idle", ...UNTRIED };
const listeners = new Set<() => void>();

export function setSyncStatus(change: Partial<SyncStatus>): void {
  current = { ...current, ...change };
  for (const listener of listeners) listener();
}

export function syncStatus(): SyncStatus {
  return current;
}

export function subscribeSyncStatus(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
