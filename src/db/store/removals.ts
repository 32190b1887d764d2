import { isUuid, requireUserId, type UserId } from "../../domain/ids.ts";
import { localStore } from "./localStore.ts";

// What is to be removed from this device: the identity of a learner who signs out, or all of the learner's data. A page
// that is closed meanwhile cannot finish that, so the next one that needs the identity does.

const PREFIX = "academy-removing:";
const IDENTITY_ONLY = "identity";

export function noteRemoval(userId: UserId, what: "identity" | "data"): void {
  try {
    localStore()?.setItem(PREFIX + userId, what === "data" ? "" : IDENTITY_ONLY);
  } catch (error) {
    console.warn("There is no space to note what is to be removed", error);
  }
}

/** True for a learner who has signed out, with or without the data. */
export function isLeaving(userId: UserId): boolean {
  return localStore()?.getItem(PREFIX + userId) != null;
}

export function dropRemoval(userId: UserId): void {
  localStore()?.removeItem(PREFIX + userId);
}

/** The learners all of whose data is to be removed. */
export function notedRemovals(): UserId[] {
  return Object.entries(localStore() ?? {}).flatMap(([key, what]) => {
    const id = key.slice(PREFIX.length);
    return key.startsWith(PREFIX) && isUuid(id) && what !== IDENTITY_ONLY ? requireUserId(id) : [];
  });
}
