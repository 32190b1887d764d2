import type { ActiveState } from "../../db/store/active.ts";
import { readIdentityHint, writeIdentityHint } from "../../db/store/identityHint.ts";
import { isSiteDataBlocked, localStore } from "../../db/store/localStore.ts";
import { DEVICE_DB } from "../../db/store/names.ts";
import { notedRemovals, REMOVALS } from "../../db/store/removals.ts";
import type { Identity } from "../../db/store/rows.ts";
import { createStore } from "../../domain/store.ts";
import { browserEnv } from "../env.ts";
import { loadCode } from "../loadCode.ts";
import { readStoredSession } from "./storedSession.ts";

/**
 * The signed-in user, for the screens. If no one has ever signed in on this device, that is known without loading any
 * database code. Otherwise the identity in IndexedDB decides, and nothing waits for the network.
 */
const state = createStore<ActiveState>({ status: "loading" });
let following: Promise<void> | undefined;

function become(next: ActiveState): void {
  state.set(next);
}

/** Reads the stored identity and follows its changes. Rejects if the code for that cannot be loaded; then call it again. */
export function followIdentity(): Promise<void> {
  following ??= loadCode(() => import("../../db/store/active.ts")).then(follow, (error: unknown) => {
    following = undefined;
    throw error;
  });
  return following;
}

async function follow({
  activeState,
  settledActive,
  storeIdentity,
  subscribeActive,
}: typeof import("../../db/store/active.ts")): Promise<void> {
  const stored = await settledActive();
  if (stored.status === "signedOut") await restoreIdentity(storeIdentity);
  else writeIdentityHint(stored.identity.userId);
  subscribeActive(() => become(activeState()));
  become(await settledActive());
  // A page on which a learner signed out may have been closed too soon.
  if (REMOVALS.some((what) => notedRemovals(what).length > 0)) {
    import("./removeData.ts")
      .then(({ finishRemovals }) => finishRemovals())
      .catch((error: unknown) => console.warn("A sign-out is unfinished", error));
  }
}

/**
 * A browser may delete IndexedDB but keep the session. Because signing out removes the hint, a session of the user
 * named in the hint belongs to a user who has not signed out.
 */
async function restoreIdentity(storeIdentity: (identity: Identity) => Promise<void>): Promise<void> {
  const session = readStoredSession(localStore(), browserEnv().authStorageKey);
  if (!session || session.userId !== readIdentityHint()) return;
  const { userId, email, mustChangePassword } = session;
  try {
    await storeIdentity({ userId, email, mustChangePassword });
  } catch (error) {
    console.warn("The identity could not be restored", error);
  }
}

/**
 * A browser may also delete localStorage but keep IndexedDB. In that case the identity in IndexedDB decides. Loads no
 * library.
 */
async function hasDeviceDb(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === DEVICE_DB);
  } catch (error) {
    console.warn("The browser does not list its databases", error);
    return false;
  }
}

function tryToFollow(): Promise<void> {
  return followIdentity().catch((error: unknown) =>
    console.warn("The signed-in user is not known yet", error),
  );
}

async function lookOnDevice(): Promise<void> {
  if (!isSiteDataBlocked() && (await hasDeviceDb())) await tryToFollow();
  else if (!following) become({ status: "signedOut" });
}

function looksSignedIn(): boolean {
  return readIdentityHint() !== null || localStore()?.getItem(browserEnv().authStorageKey) != null;
}

export function authState(): ActiveState {
  return state.get();
}

export function subscribeAuth(listener: () => void): () => void {
  const unsubscribe = state.subscribe(listener);
  if (looksSignedIn()) {
    // Another tab has signed a user in, so the earlier result is outdated.
    if (!following) become({ status: "loading" });
    void tryToFollow();
  } else if (!following) void lookOnDevice();
  // Another tab may sign a user in, and code that could not be loaded may be reachable again.
  const tryAgain = () => {
    if (looksSignedIn()) void tryToFollow();
    else if (!following && authState().status === "loading") void lookOnDevice();
  };
  addEventListener("storage", tryAgain);
  addEventListener("online", tryAgain);
  return () => {
    unsubscribe();
    removeEventListener("storage", tryAgain);
    removeEventListener("online", tryAgain);
  };
}
