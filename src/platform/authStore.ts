import type { ActiveState } from "../db/active.ts";
import { readIdentityHint } from "../db/identityHint.ts";
import { localStore } from "../db/localStore.ts";
import { browserEnv } from "./env.ts";

/**
 * Who is signed in, for the screens. Someone who never signed in on this device is known without loading any
 * database code; for everyone else the identity in IndexedDB decides, and nothing waits for the network.
 */
let state: ActiveState = { status: "loading" };
const listeners = new Set<() => void>();
let following: Promise<void> | undefined;

function become(next: ActiveState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Reads the stored identity and follows it from then on. */
export function followIdentity(): Promise<void> {
  following ??= (async () => {
    const { activeState, settledActive, subscribeActive } = await import("../db/active.ts");
    subscribeActive(() => become(activeState()));
    become(await settledActive());
  })();
  return following;
}

function looksSignedIn(): boolean {
  return readIdentityHint() !== null || localStore()?.getItem(browserEnv().authStorageKey) != null;
}

export function authState(): ActiveState {
  return state;
}

export function subscribeAuth(listener: () => void): () => void {
  listeners.add(listener);
  if (looksSignedIn()) void followIdentity();
  else if (!following) become({ status: "signedOut" });
  // Another tab may sign someone in.
  const onStorage = () => {
    if (looksSignedIn()) void followIdentity();
  };
  addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", onStorage);
  };
}
