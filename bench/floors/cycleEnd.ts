import { subscribeSyncStatus, syncStatus } from "../../src/db/store/syncStatus.ts";

/**
 * Resolves when the academy's current or next sync has got through. Rejects if it fails, unless the device is offline: that
 * phase lasts until a sync gets through.
 */
export function cycleEnd(): Promise<void> {
  let hasBegun = syncStatus().phase !== "idle";
  return new Promise((resolve, reject) => {
    const unsubscribe = subscribeSyncStatus(() => {
      const { phase } = syncStatus();
      const isUnderWay = phase === "syncing" || phase === "offline";
      hasBegun ||= isUnderWay;
      if (!hasBegun || isUnderWay) return;
      unsubscribe();
      if (phase === "idle") resolve();
      else reject(new Error(`the cycle ended with ${phase}`));
    });
  });
}
