import { useEffect } from "react";
import { createStore } from "../../domain/store.ts";

const holds = createStore(0);

function change(by: number): void {
  holds.set(holds.get() + by);
}

/** Postpones updates while a reload would interrupt the user. Call the returned function once to end this. */
export function holdUpdates(): () => void {
  change(+1);
  return () => change(-1);
}

/** The two halves of `useSyncExternalStore`. */
export function isHoldingUpdates(): boolean {
  return holds.get() > 0;
}
export const subscribeToHolds = holds.subscribe;

/**
 * While the calling screen is open and `active`, no new version of the site is offered or applied. Used for a started
 * quiz and for the checkout form (offline rule 18).
 */
export function useHoldUpdates(active = true): void {
  // The update prompt is rendered outside the pages.
  useEffect(() => (active ? holdUpdates() : undefined), [active]);
}
