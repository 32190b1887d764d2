import { createStore } from "../../domain/store.ts";
import { isSiteDataBlocked } from "./localStore.ts";

/**
 * A problem with the store of this device that the user must know about, for a banner:
 * - `reloadNeeded`: another tab has upgraded the database, so this tab must be reloaded.
 * - `blockedByOtherTab`: this tab waits until an older tab is closed.
 * - `notResponding`: the store has not responded for some time. The problem ends when it responds.
 * - `unavailable`: the browser stores nothing for this site.
 */
export type StoreTrouble = "none" | "reloadNeeded" | "blockedByOtherTab" | "notResponding" | "unavailable";

const current = createStore<StoreTrouble>(isSiteDataBlocked() ? "unavailable" : "none");
/** The number of queries to which the store has not responded for some time. */
let silences = 0;

export function noteStoreTrouble(trouble: StoreTrouble): void {
  current.set(trouble);
}

/**
 * Call this when the store has not responded for some time. Call the returned function when it has responded, or when
 * the response is no longer needed.
 */
export function noteSilence(): () => void {
  silences += 1;
  if (storeTrouble() === "none") noteStoreTrouble("notResponding");
  return () => {
    silences -= 1;
    if (silences === 0 && storeTrouble() === "notResponding") noteStoreTrouble("none");
  };
}

export const { get: storeTrouble, subscribe: subscribeStoreTrouble } = current;
