import { StorageFailure } from "../../db/storageFailure.ts";
import { dismissFailures, toast } from "../../ui/toast.ts";

const TOAST_CAUSE = "notes";

/** Resolves to whether the device stored the note. Reports a failure to the learner. */
export async function keepNote(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    dismissFailures(TOAST_CAUSE);
    return true;
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error;
    console.error("Failed to save a note", error);
    const description =
      error.code === "quota"
        ? "This device has no room left, so the note was not saved. Free some space, then try again."
        : "The browser could not store the note. Please try again.";
    toast({ title: "Error", description, variant: "destructive", cause: TOAST_CAUSE });
    return false;
  }
}
