import { isUuid, requireUserId, type UserId } from "../../domain/ids.ts";
import { localStore } from "./localStore.ts";

// What is to be removed from this device: the identity of a learner who signs out, and if asked for, all of the
// learner's data. A page that is closed meanwhile cannot finish that, so the next one that needs the identity does.

export const REMOVALS = ["identity", "data"] as const;
export type Removal = (typeof REMOVALS)[number];

const PREFIXES: Record<Removal, string> = { identity: "academy-leaving:", data: "academy-removing:" };

export function noteRemoval(userId: UserId, what: Removal): void {
  try {
    localStore()?.setItem(PREFIXES[what] + userId, "");
  } catch (error) {
    console.warn("A removal could not be noted", error);
  }
}

export function dropRemoval(userId: UserId, what: Removal): void {
  localStore()?.removeItem(PREFIXES[what] + userId);
}

export function isToBeRemoved(userId: UserId, what: Removal): boolean {
  return localStore()?.getItem(PREFIXES[what] + userId) != null;
}

export function notedRemovals(what: Removal): UserId[] {
  const prefix = PREFIXES[what];
  return Object.keys(localStore() ?? {}).flatMap((key) => {
    const id = key.slice(prefix.length);
    return key.startsWith(prefix) && isUuid(id) ? requireUserId(id) : [];
  });
}
