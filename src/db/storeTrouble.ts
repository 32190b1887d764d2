/**
 * What a person must know about the store of this device, for a banner:
 * - `reloadNeeded`: another tab has brought the store to a newer form, this one must be loaded again.
 * - `blockedByOtherTab`: this tab waits for another, older one to be closed.
 */
export type StoreTrouble = "none" | "reloadNeeded" | "blockedByOtherTab";

let current: StoreTrouble = "none";
const listeners = new Set<() => void>();

export function noteStoreTrouble(trouble: StoreTrouble): void {
  current = trouble;
  for (const listener of listeners) listener();
}

export function storeTrouble(): StoreTrouble {
  return current;
}

export function subscribeStoreTrouble(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
