import { useState } from "react";
import { retrySetAside } from "../../db/unsent.ts";
import { dismissFailures, toast } from "../../ui/toast.ts";

const TOAST_CAUSE = "sync";

/** Starts a sync; `tryAgain` includes changes that were set aside. The sync status shows the result. */
export function useSyncNow(): { isBusy: boolean; syncNow: () => void; tryAgain: () => void } {
  const [isBusy, setIsBusy] = useState(false);

  async function run(prepare: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    dismissFailures(TOAST_CAUSE);
    try {
      await prepare();
      const sync = await import("../../sync/start.ts");
      await sync.syncNow("the learner asks", "asked");
    } catch (error) {
      console.error("The sync could not be started", error);
      toast({
        title: "That did not work",
        description: "Your work is safe on this device. Please try again.",
        variant: "destructive",
        cause: TOAST_CAUSE,
      });
    } finally {
      setIsBusy(false);
    }
  }

  return {
    isBusy,
    syncNow: () => void run(async () => {}),
    tryAgain: () => void run(retrySetAside),
  };
}
