import { useContext, useEffect, useState } from "react";
import { type Blocker, UNSAFE_DataRouterContext } from "react-router-dom";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/overlay/Dialog.tsx";

const KEY = "leave-guard";

/** While active, asks before another screen of the site, or the closing of the tab, discards unsaved changes. */
export function LeaveGuard({ isActive }: { isActive: boolean }) {
  // Not useBlocker, which would be 200 bytes in a chunk that learners load.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const [blocker, setBlocker] = useState<Blocker | null>(null);
  // Synchronises with the router.
  useEffect(() => {
    if (!isActive || !router) return;
    router.getBlocker(KEY, ({ currentLocation: from, nextLocation: to }) => from.pathname !== to.pathname);
    const stop = router.subscribe(({ blockers }) => setBlocker(blockers.get(KEY) ?? null));
    return () => {
      stop();
      router.deleteBlocker(KEY);
    };
  }, [isActive, router]);
  // Synchronises with the browser, which asks in its own words.
  useEffect(() => {
    if (!isActive) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isActive]);
  if (blocker?.state !== "blocked") return null;
  return (
    <Dialog
      open
      onClose={() => blocker.reset()}
      title="Leave without saving?"
      footer={
        <>
          <Button variant="danger" onClick={() => blocker.proceed()}>
            Discard the changes
          </Button>
          <Button variant="primary" onClick={() => blocker.reset()}>
            Stay here
          </Button>
        </>
      }
    >
      <p>Your changes have not been saved. They are lost when you leave this screen.</p>
    </Dialog>
  );
}
