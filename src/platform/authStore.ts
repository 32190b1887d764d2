import type { ActiveState } from "../db/active.ts";
import { readIdentityHint, writeIdentityHint } from "../db/identityHint.ts";
import { isSiteDataBlocked, localStore } from "../db/localStore.ts";
import { DEVICE_DB } from "../db/names.ts";
import type { Identity } from "../db/rows.ts";
import { browserEnv } from "./env.ts";
import { readStoredSession } from "./storedSession.ts";

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
    const { activeState, settledActive, storeIdentity, subscribeActive } = await import("../db/active.ts");
    const stored = await settledActive();
    if (stored.status === "signedOut") await restoreIdentity(storeIdentity);
    else if (stored.status === "signedIn") writeIdentityHint(stored.identity.userId);
    subscribeActive(() => become(activeState()));
    become(await settledActive());
  })();
  return following;
}

/**
 * The browser may drop IndexedDB and keep the session. The hint is removed by signing out, so a session of the
 * person whom it names is a person who never left.
 */
async function restoreIdentity(storeIdentity: (identity: Identity) => Promise<void>): Promise<void> {
  const session = readStoredSession(localStore(), browserEnv().authStorageKey);
  if (!session || session.userId !== readIdentityHint()) return;
  const { userId, email, mustChangePassword } = session;
  try {
    await storeIdentity({ userId, email, mustChangePassword });
  } catch (error) {
    console.warn("The identity could not be restored from the session", error);
  }
}

/** The browser may as well drop localStorage and keep IndexedDB: the identity there decides. Loads no library. */
async function hasDeviceDb(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === DEVICE_DB);
  } catch (error) {
    console.warn("The browser does not say which databases it keeps", error);
    return false;
  }
}

async function lookOnDevice(): Promise<void> {
  if (!isSiteDataBlocked() && (await hasDeviceDb())) await followIdentity();
  else if (!following) become({ status: "signedOut" });
}

function looksSignedIn(): boolean {
  return readIdentityHint() !== null || localStore()?.getItem(browserEnv().authStorageKey) != null;
}

export function authState(): ActiveState {
  return state;
}

export function subscribeAuth(listener: () => void): () => void {
  listeners.add(listener);
  if (looksSignedIn()) {
    // What was known before another tab signed someone in is no answer any more.
    if (!following) become({ status: "loading" });
    void followIdentity();
  } else if (!following) void lookOnDevice();
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
