import { useState } from "react";
import { dismissFailures, toast } from "../../ui/overlay/toast.ts";

/** The cause of the toasts about downloads: the next action dismisses them. */
export const DOWNLOADS = "downloads";

/** Runs a button's action, disables further actions meanwhile, and reports if the device could not store the change. */
export function useAsyncAction(): { isBusy: boolean; act: (work: () => Promise<void>) => void } {
  const [isBusy, setIsBusy] = useState(false);

  async function run(work: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    dismissFailures(DOWNLOADS);
    try {
      await work();
    } catch (error) {
      console.error("Lessons on this device could not be changed", error);
      toast({
        title: "That did not work",
        description: "This device could not save your choice. Nothing was lost. Please try again.",
        variant: "destructive",
        cause: DOWNLOADS,
      });
    } finally {
      setIsBusy(false);
    }
  }

  return { isBusy, act: (work) => void run(work) };
}
