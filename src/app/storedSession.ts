import { localStore } from "../db/store/localStore.ts";
import { browserEnv } from "../platform/env.ts";
import { readStoredSession } from "../platform/session/storedSession.ts";

/**
 * The signed-in user according to local storage, because public pages load neither the store nor the auth client.
 * Null during prerendering.
 */
export function storedEmail(): string | null {
  return stored()?.email ?? null;
}

/** Whether that user has the link to the staff console. */
export function isStoredStaff(): boolean {
  return stored()?.isStaff ?? false;
}

function stored() {
  if (typeof window === "undefined") return null;
  return readStoredSession(localStore(), browserEnv().authStorageKey);
}
