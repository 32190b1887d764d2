import { useState, useSyncExternalStore } from "react";
import { useOnline } from "../../platform/device/useOnline.ts";
import { Button } from "../../ui/Button.tsx";
import { isHoldingUpdates, subscribeToHolds } from "../../ui/page/updateHold.ts";
import { acceptAppUpdate, appUpdate, subscribeToAppUpdate } from "./appUpdate.ts";

/**
 * Offers a new version once it is installed. Never reloads without consent: if another tab has already accepted the
 * version, this tab asks as well. Does not ask while a quiz or checkout is open, or offline. Applies the update between
 * sync cycles (offline rule 18).
 */
export function UpdatePrompt() {
  const isOnline = useOnline();
  const isHeld = useSyncExternalStore(subscribeToHolds, isHoldingUpdates);
  const update = useSyncExternalStore(subscribeToAppUpdate, appUpdate);
  const [isApplying, setIsApplying] = useState(false);
  const [isPostponed, setIsPostponed] = useState(false);

  const apply = async () => {
    setIsApplying(true);
    await waitForSync();
    acceptAppUpdate();
  };

  const isOffered = update !== "none" && !isPostponed && !isHeld && isOnline;
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
