import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False during prerendering and hydration, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
