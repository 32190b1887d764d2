import { useEffect } from "react";
import { holdUpdates } from "./updateHold.ts";

/**
 * While the calling screen is open and `active`, no new version of the site is offered or applied. Used for a started
 * quiz and for the checkout form (offline rule 18).
 */
export function useHoldUpdates(active = true): void {
  // Synchronises with the update prompt, which is rendered outside the pages.
  useEffect(() => (active ? holdUpdates() : undefined), [active]);
}
