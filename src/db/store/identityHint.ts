import { isUuid, requireUserId, type UserId } from "../../domain/ids.ts";
import { localStore } from "./localStore.ts";

/**
 * Indicates whether someone is probably signed in, so that public pages need no database code. It is only a hint: the
 * identity in IndexedDB decides.
 */
const HINT_KEY = "academy-active";

export function readIdentityHint(): UserId | null {
  const value = localStore()?.getItem(HINT_KEY) ?? null;
  return value !== null && isUuid(value) ? requireUserId(value) : null;
}

export function writeIdentityHint(userId: UserId | null): void {
  if (userId === null) localStore()?.removeItem(HINT_KEY);
  else localStore()?.setItem(HINT_KEY, userId);
}
