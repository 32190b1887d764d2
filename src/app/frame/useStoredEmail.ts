import { useSyncExternalStore } from "react";
import { storedEmail } from "../storedSession.ts";

const nobody = () => null;

/** `storedEmail` for pages that are rendered ahead: known from right after the first rendering, followed ever after. */
export function useStoredEmail(): string | null {
  return useSyncExternalStore(subscribeToStorage, storedEmail, nobody);
}

/** Tells of what other tabs store; in this one a sign-in or sign-out ends with a navigation. */
function subscribeToStorage(listener: () => void): () => void {
  addEventListener("storage", listener);
  return () => removeEventListener("storage", listener);
}
