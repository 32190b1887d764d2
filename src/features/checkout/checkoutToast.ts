import { dismissFailures, toast } from "../../ui/toast.ts";

/** The form shows one message at a time, whichever part of it failed or succeeded. */
const CAUSE = "checkout";

export function showCheckoutFailure(title: string, description?: string): void {
  toast({ title, ...(description ? { description } : {}), variant: "destructive", cause: CAUSE });
}

export function showCheckoutSuccess(title: string): void {
  toast({ title, cause: CAUSE });
}

/** The buyer is correcting the form, so what was wrong with it may be so no longer. */
export function dismissCheckoutFailure(): void {
  dismissFailures(CAUSE);
}
