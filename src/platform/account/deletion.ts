import { useSyncExternalStore } from "react";
import { localStore } from "../../db/store/localStore.ts";
import { browserEnv } from "../env.ts";
import { asFields, parseJson } from "../session/storedSession.ts";

/** The local storage key for the time of the scheduled deletion, which is needed after the session has ended. */
const KEY = "academy-deletion";

/**
 * When the account of this device's user will be deleted, as an ISO time, or null. Read from the session, which is
 * updated at each renewal, or from the value stored earlier once the server has ended the session.
 */
function deletionDueAt(userId: string): string | null {
  const store = localStore();
  const session = asFields(parseJson(store?.getItem(browserEnv().authStorageKey) ?? null));
  const user = asFields(session?.user);
  if (user?.id !== userId) return noted(store, userId);
  const dueAt = asFields(user.app_metadata)?.deletion_due_at;
  if (typeof dueAt !== "string") {
    store?.removeItem(KEY);
    return null;
  }
  store?.setItem(KEY, JSON.stringify({ userId, dueAt }));
  return dueAt;
}

function noted(store: Storage | null, userId: string): string | null {
  const note = asFields(parseJson(store?.getItem(KEY) ?? null));
  return note?.userId === userId && typeof note.dueAt === "string" ? note.dueAt : null;
}

/** `deletionDueAt` as a hook. Updates when it changes here or when another tab changes localStorage. */
export function useDeletionDueAt(userId: string): string | null {
  return useSyncExternalStore(subscribe, () => deletionDueAt(userId));
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

export function announceDeletion(): void {
  for (const listener of listeners) listener();
}

/** Call this once none of the user's data is left on this device. */
export function forgetDeletion(): void {
  localStore()?.removeItem(KEY);
}
