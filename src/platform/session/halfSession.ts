import { useSyncExternalStore } from "react";
import { activeState, storeIdentity } from "../../db/store/active.ts";
import type { Lack } from "../../domain/failures.ts";
import type { UserId } from "../../domain/ids.ts";
import { createStore } from "../../domain/store.ts";

/** The user whose session the server rejected in this tab because the second factor is missing. */
const halfSignedIn = createStore<UserId | null>(null);

/**
 * Records that the server requires more from this learner's session. No work is lost: the device sends its changes
 * after the learner has set a new password or passed the second factor.
 */
export async function noteLack(userId: UserId, lack: Lack): Promise<void> {
  const active = activeState();
  if (active.status !== "signedIn" || active.identity.userId !== userId) return;
  if (lack === "second_factor_needed") halfSignedIn.set(userId);
  else if (!active.identity.mustChangePassword) {
    await storeIdentity({ ...active.identity, mustChangePassword: true });
  }
}

/** Call this when another session has replaced the rejected one. */
export function forgetLack(): void {
  halfSignedIn.set(null);
}

/** Call this once the session has passed the second factor. Storing the identity again starts the sync immediately. */
export async function noteFullSession(): Promise<void> {
  forgetLack();
  const active = activeState();
  if (active.status === "signedIn") await storeIdentity(active.identity);
}

/** True while this learner's session lacks the second factor, whatever the level in its token. */
export const lacksSecondFactor = (userId: string) => halfSignedIn.get() === userId;

export function useLacksSecondFactor(userId: UserId | null): boolean {
  const refused = useSyncExternalStore(halfSignedIn.subscribe, halfSignedIn.get, () => null);
  return userId !== null && refused === userId;
}
