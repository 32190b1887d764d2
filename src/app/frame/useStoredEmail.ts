import { useSyncExternalStore } from "react";
import { isStoredStaff, storedEmail } from "../storedSession.ts";

const nobody = () => null;

/** Returns `storedEmail` for prerendered pages: null during hydration, then the current value. */
export function useStoredEmail(): string | null {
  return useSyncExternalStore(subscribeToStorage, storedEmail, nobody);
}

/** The same for `isStoredStaff`. */
export function useStoredStaff(): boolean {
  return useSyncExternalStore(subscribeToStorage, isStoredStaff, () => false);
}

/** Listens to other tabs only: in this tab, signing in or out ends with a navigation. */
function subscribeToStorage(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
