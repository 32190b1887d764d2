import { isUuid, requireUserId, type UserId } from "../../domain/ids.ts";
import { localStore } from "./localStore.ts";

// Learners whose data is to be removed from this device. A page that is closed meanwhile cannot finish that, so the next
// one that needs the identity does.

const PREFIX = "academy-removing:";

export function noteRemoval(userId: UserId): void {
  try {
    localStore()?.setItem(PREFIX + userId, "");
  } catch (error) {
    console.warn("There is no space to note that data is to be removed", error);
  }
}

export function dropRemoval(userId: UserId): void {
  localStore()?.removeItem(PREFIX + userId);
}

export function notedRemovals(): UserId[] {
  return Object.keys(localStore() ?? {}).flatMap((key) => {
    const id = key.slice(PREFIX.length);
    return key.startsWith(PREFIX) && isUuid(id) ? requireUserId(id) : [];
  });
}
