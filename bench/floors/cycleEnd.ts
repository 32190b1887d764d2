import { subscribeSyncStatus, syncStatus } from "../../src/db/store/syncStatus.ts";

/** Resolves at the end of the academy's current or next sync. Rejects if it fails. */
export function cycleEnd(): Promise<void> {
  let hasBegun = syncStatus().phase === "syncing";
  return new Promise((resolve, reject) => {
    const unsubscribe = subscribeSyncStatus(() => {
      const { phase } = syncStatus();
      if (phase === "syncing") hasBegun = true;
      if (!hasBegun || phase === "syncing") return;
      unsubscribe();
      if (phase === "idle") resolve();
      else reject(new Error(`the cycle ended with ${phase}`));
    });
  });
}
