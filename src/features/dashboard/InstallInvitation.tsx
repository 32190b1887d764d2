import { useState } from "react";
import { useQueue } from "../../db/live.ts";
import { deletionWarning, useMayBeDeleted } from "../../platform/device/deviceStorage.ts";
import { dismissInstallHelp, isInstallHelpDismissed } from "../../platform/device/installHelp.ts";
import { installSteps, promptInstall, useInstallOffer } from "../../platform/device/installPrompt.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";

/**
 * Offers to install the app until the learner declines. The browser's own prompt is offered after the first completed
 * lesson. In a Safari tab, how to install it by hand is shown from the first visit on, with what Safari may delete.
 */
export function InstallInvitation({ completedCount }: { completedCount: number }) {
  const offer = useInstallOffer();
  const mayBeDeleted = useMayBeDeleted();
  const queue = useQueue();
  const [isDismissed, setIsDismissed] = useState(isInstallHelpDismissed);
  const steps = installSteps(offer);
  // Without the risk, a Mac's learner needs no help: the app works as well in a tab.
  const isNeeded =
    offer === "prompt" ? completedCount > 0 : steps !== null && (offer !== "dock" || mayBeDeleted);
  if (isDismissed || !isNeeded) return null;

  const dismiss = () => {
    dismissInstallHelp();
    setIsDismissed(true);
  };
  const install = () => {
    promptInstall().then(
      (isInstalled) => !isInstalled && dismiss(),
      (error: unknown) => console.warn("The browser did not show its prompt", error),
    );
  };
  return (
    <Banner
      title={offer === "dock" ? "Add the course to your Dock" : "Add the course to your home screen"}
      action={
        <div className="flex flex-wrap gap-3">
          <Button variant="quiet" onClick={dismiss}>
            No, thank you
          </Button>
          {offer === "prompt" && <Button onClick={install}>Install</Button>}
        </div>
      }
    >
      {mayBeDeleted && <p>{deletionWarning(queue && queue.pending + queue.parked)}</p>}
      {steps === null ? (
        "It opens like an app, and your lessons work without a connection."
      ) : (
        <p>
          {mayBeDeleted
            ? "The installed app keeps it. "
            : "It opens like an app, and your lessons work without a connection. "}
          {steps} You will need to sign in again there.
        </p>
      )}
    </Banner>
  );
}
