import { useRegisterSW } from "virtual:pwa-register/react";
import { useRef, useState, useSyncExternalStore } from "react";
import { useOnline } from "../platform/useOnline.ts";
import { Button } from "../ui/Button.tsx";
import { isHoldingUpdates, subscribeToHolds } from "../ui/updateHold.ts";
import { keepLookingForUpdates } from "./keepLookingForUpdates.ts";
import { waitForSync } from "./waitForSync.ts";

/**
 * Registers the service worker and offers a new version once it is there. Nobody is reloaded unasked: a worker that
 * was accepted in another tab only brings the same question here. Not asked while a quiz or checkout is open, nor
 * offline; applied between sync cycles (offline rule 18).
 */
export default function UpdatePrompt() {
  const isOnline = useOnline();
  const isHeld = useSyncExternalStore(subscribeToHolds, isHoldingUpdates);
  const [isApplying, setIsApplying] = useState(false);
  const [isPostponed, setIsPostponed] = useState(false);
  const [hasTakenOver, setHasTakenOver] = useState(false);
  const isAccepted = useRef(false);
  const {
    needRefresh: [isWaiting],
    updateServiceWorker,
  } = useRegisterSW({
    onRegisteredSW: (_url, registration) => registration && keepLookingForUpdates(registration),
    onRegisterError: (error: unknown) => console.warn("The offline copy could not be set up", error),
    onNeedReload: () => (isAccepted.current ? location.reload() : setHasTakenOver(true)),
  });

  const apply = async () => {
    setIsApplying(true);
    await waitForSync();
    isAccepted.current = true;
    if (hasTakenOver) location.reload();
    else await updateServiceWorker();
  };

  const isOffered = (isWaiting || hasTakenOver) && !isPostponed && !isHeld && isOnline;
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
