import { isSiteDataBlocked } from "./localStore.ts";

/**
 * A problem with the store of this device that the user must know about, for a banner:
 * - `reloadNeeded`: another tab has upgraded the database, so this tab must be reloaded.
 * - `blockedByOtherTab`: this tab waits until an older tab is closed.
 * - `notResponding`: the store has not answered for some time. The problem ends when it answers.
 * - `unavailable`: the browser stores nothing for this site.
 */
export type StoreTrouble = "none" | "reloadNeeded" | "blockedByOtherTab" | "notResponding" | "unavailable";

let current: StoreTrouble = isSiteDataBlocked() ? "unavailable" : "none";
/** The number of queries that the store has not answered for some time. */
let silences = 0;
const listeners = new Set<() => void>();

export function noteStoreTrouble(trouble: StoreTrouble): void {
  current = trouble;
  for (const listener of listeners) listener();
}

/**
 * Call when the store has not answered for some time. Call the returned function when it has answered, or when the
 * answer is no longer needed.
 */
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
