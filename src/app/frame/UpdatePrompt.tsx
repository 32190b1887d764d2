import { useEffect, useState, useSyncExternalStore } from "react";
import { useSeemsOffline } from "../../platform/device/offlineHint.ts";
import { Button } from "../../ui/Button.tsx";
import { isHoldingUpdates, subscribeToHolds } from "../../ui/page/updateHold.ts";
import { acceptAppUpdate, appUpdate, subscribeToAppUpdate } from "./appUpdate.ts";

/**
 * Offers a new version once it is installed. Never reloads without consent: if another tab has already accepted the
 * version, this tab asks as well. Does not ask while a quiz or checkout is open, or offline. Applies the update between
 * sync cycles (offline rule 18).
 */
export function UpdatePrompt() {
  const isHeld = useSyncExternalStore(subscribeToHolds, isHoldingUpdates);
  const update = useSyncExternalStore(subscribeToAppUpdate, appUpdate);
  const [isApplying, setIsApplying] = useState(false);
  const [isPostponed, setIsPostponed] = useState(false);

  const apply = async () => {
    setIsApplying(true);
    await waitForSync();
    acceptAppUpdate();
  };

  const isDue = update !== "none" && !isPostponed && !isHeld;
  const isOffered = useReached(isDue) && isDue;
  return (
    <div role="status" className="update-prompt">
      {isOffered && (
        <div className="flex flex-wrap items-center gap-3 rounded-card border border-edge bg-surface p-4 shadow-lg">
          <p className="flex-1 basis-48 font-semibold">A new version is ready</p>
          <Button variant="secondary" onClick={() => setIsPostponed(true)}>
            Later
          </Button>
          <Button busy={isApplying} onClick={apply}>
            Reload
          </Button>
        </div>
      )}
    </div>
  );
}

const PROBE_TIMEOUT_MS = 20_000;
const PROBE_AGAIN_MS = 60_000;

/** Whether the academy's server answers. Asked only while `isWanted`, and again every minute until it does. */
function useReached(isWanted: boolean): boolean {
  const isOffline = useSeemsOffline();
  const [isReached, setIsReached] = useState(false);
  // A changed report of the browser only triggers another request.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const probe = async () => {
      const answered = await answers();
      if (!isCurrent) return;
      setIsReached(answered);
      if (!answered) again = setTimeout(probe, PROBE_AGAIN_MS);
    };
    void probe();
    return () => {
      isCurrent = false;
      clearTimeout(again);
    };
  }, [isWanted, isOffline]);
  return isReached;
}

/** The worker's own script is the one file that the worker never serves. */
async function answers(): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
  try {
    await fetch("/sw.js", { method: "HEAD", cache: "no-store", signal });
    return true;
  } catch {
    // fetch rejects for every kind of unreachable network, with browser-specific errors.
    return false;
  }
}

/**
 * A sync cycle that takes longer than this is on a slow connection. Its unconfirmed entries are sent again after the
 * reload.
 */
const LONGEST_WAIT_MS = 32_000;
const POLL_MS = 200;

/** Resolves when no sync cycle is running in this tab, or after LONGEST_WAIT_MS at the latest. */
async function waitForSync(): Promise<void> {
  const { isSyncBusy } = await import("../../sync/triggers.ts");
  const deadline = Date.now() + LONGEST_WAIT_MS;
  while (isSyncBusy() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}
