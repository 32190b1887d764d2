import { useSyncExternalStore } from "react";
import { localStore } from "../db/localStore.ts";
import { browserEnv } from "./env.ts";
import { asFields, parseJson } from "./storedSession.ts";

/** Remembers, past the end of the session, that the account was to be deleted. */
const KEY = "academy-deletion";

/**
 * When the account of the person at this device is to be deleted, as an ISO time, or null: from the session, which hears
 * of it each time that it is renewed, else (the server has ended the session) from what was noted before.
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

/** `deletionDueAt` for screens: again when the answer may have changed here, or anything in another tab. */
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

/** Once nothing of the person is on this device any more. */
export function forgetDeletion(): void {
  localStore()?.removeItem(KEY);
}
