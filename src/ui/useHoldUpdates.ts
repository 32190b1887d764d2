import { useEffect } from "react";
import { holdUpdates } from "./updateHold.ts";

/**
 * While the calling screen is open and `active`, no new version of the site is offered or applied: for a quiz that
 * has begun and for the checkout form (offline rule 18).
 */
export function useHoldUpdates(active = true): void {
  // Synchronises with the update prompt, which stands outside every page.
  useEffect(() => (active ? holdUpdates() : undefined), [active]);
}
