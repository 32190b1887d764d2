import { isSiteDataBlocked } from "./localStore.ts";

/**
 * What a person must know about the store of this device, for a banner:
 * - `reloadNeeded`: another tab has brought the store to a newer form, this one must be loaded again.
 * - `blockedByOtherTab`: this tab waits for another, older one to be closed.
 * - `notResponding`: the store has not answered for some time. It may yet, and then this is over.
 * - `unavailable`: the browser stores nothing for this site.
 */
export type StoreTrouble = "none" | "reloadNeeded" | "blockedByOtherTab" | "notResponding" | "unavailable";

let current: StoreTrouble = isSiteDataBlocked() ? "unavailable" : "none";
/** Questions that the store has not answered for some time. */
let silences = 0;
const listeners = new Set<() => void>();

export function noteStoreTrouble(trouble: StoreTrouble): void {
  current = trouble;
  for (const listener of listeners) listener();
}

/** Call when the store has not answered for some time. Returns what to call when it has, or when nobody asks any more. */
export function noteSilence(): () => void {
  silences += 1;
  if (current === "none") noteStoreTrouble("notResponding");
  return () => {
    silences -= 1;
    if (silences === 0 && current === "notResponding") noteStoreTrouble("none");
  };
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
