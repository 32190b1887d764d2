import { useEffect } from "react";
import { useBlocker } from "react-router-dom";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/overlay/Dialog.tsx";

/** While active, asks before another screen of the site, or the closing of the tab, discards unsaved changes. */
export function LeaveGuard({ isActive }: { isActive: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isActive && currentLocation.pathname !== nextLocation.pathname,
  );
  // Synchronises with the browser, which asks in its own words.
  useEffect(() => {
    if (!isActive) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isActive]);
  if (blocker.state !== "blocked") return null;
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
