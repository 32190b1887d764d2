import { useState } from "react";
import { localStore } from "../../db/store/localStore.ts";
import { promptInstall, useInstallOffer } from "../../platform/device/installPrompt.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";

const DISMISSED_KEY = "academy-install-dismissed";

/** Offers to install the app after the first completed lesson, but not after the learner has chosen "No, thank you". */
export function InstallInvitation({ completedCount }: { completedCount: number }) {
  const offer = useInstallOffer();
  const [isDismissed, setIsDismissed] = useState(() => localStore()?.getItem(DISMISSED_KEY) === "yes");
  if (offer === "none" || isDismissed || completedCount === 0) return null;

  const dismiss = () => {
    localStore()?.setItem(DISMISSED_KEY, "yes");
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
      title="Add the course to your home screen"
      action={
        <div className="flex flex-wrap gap-3">
          <Button variant="quiet" onClick={dismiss}>
            No, thank you
          </Button>
          {offer === "prompt" && <Button onClick={install}>Install</Button>}
        </div>
      }
    >
      {offer === "prompt"
        ? "It opens like an app, and your lessons work without a connection."
        : "Tap Share, then “Add to Home Screen”. It opens like an app, and your lessons work without a connection. You will need to sign in again there."}
    </Banner>
  );
}
