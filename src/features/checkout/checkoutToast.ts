import { dismissFailures, toast } from "../../ui/overlay/toast.ts";

/** All parts of the form share one cause, so that only one message shows at a time. */
const CAUSE = "checkout";

export function showCheckoutFailure(title: string, description?: string): void {
  toast({ title, ...(description ? { description } : {}), variant: "destructive", cause: CAUSE });
}

export function showCheckoutSuccess(title: string, description?: string): void {
  toast({ title, ...(description ? { description } : {}), cause: CAUSE });
}

/** Call this when the buyer edits the form, because the message may no longer apply. */
export function dismissCheckoutFailure(): void {
  dismissFailures(CAUSE);
}
