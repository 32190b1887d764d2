import { useSyncExternalStore } from "react";
import { activeState, storeIdentity } from "../db/active.ts";
import type { Lack } from "../domain/failures.ts";
import type { UserId } from "../domain/ids.ts";

/** Whose session was refused for want of the second factor, in this tab. */
let halfSignedIn: UserId | null = null;
const listeners = new Set<() => void>();

function become(next: UserId | null): void {
  halfSignedIn = next;
  for (const listener of listeners) listener();
}

/**
 * Notes that the server asks this learner's session for more. Nothing is lost by it: what the device keeps is sent once
 * the learner has been led to the new password, or to the second factor.
 */
export async function noteLack(userId: UserId, lack: Lack): Promise<void> {
  const active = activeState();
  if (active.status !== "signedIn" || active.identity.userId !== userId) return;
  if (lack === "second_factor_needed") become(userId);
  else if (!active.identity.mustChangePassword) {
    await storeIdentity({ ...active.identity, mustChangePassword: true });
  }
}

/** Another session has taken the place of the one that was refused. */
export function forgetLack(): void {
  become(null);
}

/** The session has passed the second factor. Storing the identity once more starts the sync immediately. */
export async function noteFullSession(): Promise<void> {
  forgetLack();
  const active = activeState();
  if (active.status === "signedIn") await storeIdentity(active.identity);
}

/** True while the second factor of this learner is missing. */
export function useLacksSecondFactor(userId: UserId | null): boolean {
  const refused = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => halfSignedIn,
    () => null,
  );
  return userId !== null && refused === userId;
}
