import { useState } from "react";
import { dismissFailures, toast } from "../../ui/overlay/toast.ts";

const TOAST_CAUSE = "downloads";

/** Runs a button's action, disables further actions meanwhile, and reports if the device could not store the change. */
export function useAsyncAction(): { isBusy: boolean; act: (work: () => Promise<void>) => void } {
  const [isBusy, setIsBusy] = useState(false);

  async function run(work: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    dismissFailures(TOAST_CAUSE);
    try {
      await work();
    } catch (error) {
      console.error("Lessons on this device could not be changed", error);
      toast({
        title: "That did not work",
        description: "This device could not save your choice. Nothing was lost. Please try again.",
        variant: "destructive",
        cause: TOAST_CAUSE,
      });
    } finally {
      setIsBusy(false);
    }
  }

  return { isBusy, act: (work) => void run(work) };
}
