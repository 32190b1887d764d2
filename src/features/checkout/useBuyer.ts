import { useSyncExternalStore } from "react";
import { storeTrouble, subscribeStoreTrouble } from "../../db/store/storeTrouble.ts";
import { type Identity, useAuth } from "../../platform/session/auth.tsx";

/**
 * Who is buying: the signed-in learner, or null for a guest. On a device whose storage does not respond, a page opens for a
 * guest after some seconds. If the storage responds later, it is replaced by the learner's, with what was typed.
 */
export function useBuyer(): { isKnown: boolean; identity: Identity | null } {
  const { state } = useAuth();
  const trouble = useSyncExternalStore(subscribeStoreTrouble, storeTrouble, () => "none" as const);
  return {
    isKnown: state.status !== "loading" || trouble !== "none",
    identity: state.status === "signedIn" ? state.identity : null,
  };
}
