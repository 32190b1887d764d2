/** What moving data looks like right now, in this tab. Set by src/sync, read by the screens. */
export type SyncPhase = "idle" | "syncing" | "offline" | "error" | "signedOut";
export type SyncStatus = { phase: SyncPhase; enrollmentCheckFailed: boolean };

let current: SyncStatus = { phase: "idle", enrollmentCheckFailed: false };
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
