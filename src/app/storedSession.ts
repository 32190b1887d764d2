import { readIdentityHint } from "../db/identityHint.ts";
import { localStore } from "../db/localStore.ts";
import { browserEnv } from "../platform/env.ts";
import { readStoredSession } from "../platform/storedSession.ts";

/** Who is signed in, as far as local storage tells: public pages load neither the store nor the auth client. */
export function storedEmail(): string | null {
  return readStoredSession(localStore(), browserEnv().authStorageKey)?.email ?? null;
}

/**
 * True when this device has a learner and a session for the backend. A learner whose session was refused is still
 * at home on the device, yet must be let through to the sign-in page.
 */
export async function hasWorkingSession(): Promise<boolean> {
  if (storedEmail() === null || readIdentityHint() === null) return false;
  const { settledActive } = await import("../db/active.ts");
  return (await settledActive()).status === "signedIn";
}
