import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and while the browser repeats the server's page, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
