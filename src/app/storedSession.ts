import { localStore } from "../db/localStore.ts";
import { browserEnv } from "../platform/env.ts";
import { readStoredSession } from "../platform/storedSession.ts";

/**
 * Who is signed in, as far as local storage tells: public pages load neither the store nor the auth client. Pages
 * that are rendered ahead know nobody.
 */
export function storedEmail(): string | null {
  if (typeof window === "undefined") return null;
  return readStoredSession(localStore(), browserEnv().authStorageKey)?.email ?? null;
}
