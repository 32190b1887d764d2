import type { Session, SupabaseClient, User } from "@supabase/supabase-js";
import { activeState, forgetIdentity, requireLearnerDb, storeIdentity } from "../../db/store/active.ts";
import { readIdentityHint } from "../../db/store/identityHint.ts";
import { isSiteDataBlocked, localStore, tabStore } from "../../db/store/localStore.ts";
import { dropRemoval, isToBeRemoved, noteRemoval, REMOVALS, type Removal } from "../../db/store/removals.ts";
import { unsentWork } from "../../db/synced/queue.ts";
import { isUuid, requireUserId, type UserId } from "../../domain/ids.ts";
import { type SignUp, signUpReplySchema } from "../../domain/signUp.ts";
import { callFunction } from "../functions.ts";
import { authMessage, callMessage, NO_DEVICE_STORAGE } from "./authMessages.ts";
import { followIdentity } from "./authStore.ts";
import type { AuthOutcome, SignedOut, SignInOutcome } from "./authTypes.ts";
import { forgetLack } from "./halfSession.ts";
import { removeIdentities, removeLearnerData } from "./removeData.ts";
import { browserSessionPorts } from "./sessionPorts.ts";
import { readStoredSession, removeStoredSession } from "./storedSession.ts";

/** supabase-js is large and only these actions need it. */
const loadSupabase = () => import("./supabase.ts");

type AuthUser = { id: string; email?: string | undefined; app_metadata: Record<string, unknown> };

export async function signIn(email: string, password: string): Promise<SignInOutcome> {
  if (isSiteDataBlocked()) return { ok: false, message: NO_DEVICE_STORAGE };
  const { ephemeralSupabase } = await loadSupabase();
  const client = ephemeralSupabase();
  const { data, error } = await client.auth.signInWithPassword({
    email,
    password: password.normalize("NFC"),
  });
  return error ? { ok: false, message: authMessage(error) } : signInFrom(client, data.user);
}

/**
 * Signs in the user of `client`'s session. If the account has a second factor, nothing is stored until the user has
 * passed it.
 */
export async function signInFrom(client: SupabaseClient, user: User): Promise<SignInOutcome> {
  const enter = async (): Promise<AuthOutcome> => {
    const { session } = (await client.auth.getSession()).data;
    return session ? adopt(session.user, session) : { ok: false, message: authMessage({}) };
  };
  const { challengeOf, verifiedFactors } = await import("./signing-in/secondFactor.ts");
  const factors = verifiedFactors(user.factors);
  if (factors.length > 0) return { ok: true, challenge: challengeOf(client, factors, enter) };
  const entered = await enter();
  return entered.ok ? { ok: true, challenge: null } : entered;
}

/**
 * Makes the user the one of this device. A new session is stored where supabase-js reads it: its own setSession() would first
 * ask the server for the user, who is in the session.
 */
async function adopt(user: AuthUser, session?: Session): Promise<AuthOutcome> {
  if (!isUuid(user.id)) return { ok: false, message: authMessage({}) };
  forgetLack();
  const before = activeState();
  const { store, env } = browserSessionPorts();
  const userId = requireUserId(user.id);
  const noted = REMOVALS.filter((what) => isToBeRemoved(userId, what));
  try {
    if (session) store?.setItem(env.authStorageKey, JSON.stringify(session));
    // First: a page that sees the identity and the note signs the user out.
    for (const what of noted) dropRemoval(userId, what);
    await storeIdentity({
      userId,
      email: user.email ?? "",
      mustChangePassword: user.app_metadata.must_change_password === true,
    });
    // The server had ended the session of another user, who never signed out here.
    if (before.status === "signedIn" && before.identity.userId !== userId) void endReminders();
    return { ok: true };
  } catch (error) {
    console.warn("The signed-in user could not be stored on this device", error);
    removeStoredSession(store, env.authStorageKey);
    for (const what of noted) noteRemoval(userId, what);
    return { ok: false, message: NO_DEVICE_STORAGE };
  }
}

/** Creates the account without a session; the user then signs in (spec §2). */
export async function signUp(input: SignUp): Promise<AuthOutcome> {
  const result = await callFunction("sign-up", input, signUpReplySchema);
  return result.ok ? { ok: true } : { ok: false, message: callMessage(result) };
}

export async function changePassword(newPassword: string): Promise<AuthOutcome> {
  const { supabase } = await loadSupabase();
  const { data, error } = await supabase().auth.updateUser({ password: newPassword });
  if (error) return { ok: false, message: authMessage(error) };
  // The flag is cleared in the same transaction as the password, so the response may still contain its old value.
  return adopt({ ...data.user, app_metadata: { ...data.user.app_metadata, must_change_password: false } });
}

/** How long signing out waits for what another tab or the browser may never finish. */
const LEAVING_MS = 5_000;

/**
 * Works without a network: removes the identity from the device first, then tries to revoke the session. The learner's
 * data and unsent work stay on the device, hidden, unless `removeData` is set. A removal that is not over in time is noted and
 * finished later, by this page or the next one.
 */
export async function signOut(options: { removeData?: boolean } = {}): Promise<NonNullable<SignedOut>> {
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, LEAVING_MS));
  // Before this, `currentUser` may not know who is signed in on this device.
  await Promise.race([followIdentity(), tooLong]);
  const leaver = currentUser();
  let isDataLeft = options.removeData === true && leaver !== null;
  const { store, env } = browserSessionPorts();
  const session = readStoredSession(store, env.authStorageKey);
  // First, which makes space for the notes.
  removeStoredSession(store, env.authStorageKey);
  if (leaver) noteRemoval(leaver, "identity");
  if (leaver && isDataLeft) noteRemoval(leaver, "data");
  if (isDataLeft) forgetTyped(tabStore(), localStore());
  if (session) void revoke(session.accessToken);
  const isNoted = (what: Removal) => leaver !== null && isToBeRemoved(leaver, what);
  const wasDataNoted = isNoted("data");
  const remove = async () => {
    await forgetIdentity(isNoted("identity") ? removeIdentities : undefined);
    // If that took long, the learner may have signed in again.
    if (!leaver || !isDataLeft || currentUser() === leaver) return;
    // Another page has finished the removal, or the learner has signed in there since.
    const isOver = wasDataNoted && !isNoted("data");
    // Again: a form stores what was typed when it leaves the page with its user.
    forgetTyped(tabStore(), isOver ? null : localStore());
    if (!isOver) await removeLearnerData(leaver);
    isDataLeft = false;
  };
  const removing = remove().catch((error: unknown) => console.warn("The data could not be removed", error));
  await Promise.race([Promise.all([removing, endReminders()]), tooLong]);
  return { isDataLeft };
}

/** While the device's database does not answer, localStorage still names the user. */
function currentUser(): UserId | null {
  const active = activeState();
  if (active.status === "loading") return readIdentityHint();
  return active.status === "signedIn" ? active.identity.userId : null;
}

/** Reminders are the learner's, and others may use the device now. The browser vendor notifies the server. */
async function endReminders(): Promise<void> {
  try {
    // Both are missing in some browsers. Not with push.ts, whose code every page would then list.
    const registration = await navigator.serviceWorker?.getRegistration();
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  } catch (error) {
    console.warn("Notifications could not be turned off on this device", error);
  }
}

/** POST /auth/v1/logout, as supabase-js sends it. If the token cannot be revoked, it expires on its own. */
async function revoke(accessToken: string): Promise<void> {
  const { env, fetch } = browserSessionPorts();
  try {
    await fetch(`${env.supabaseUrl}/auth/v1/logout?scope=local`, {
      method: "POST",
      headers: { apikey: env.publishableKey, authorization: `Bearer ${accessToken}` },
      keepalive: true,
    });
  } catch (error) {
    console.info("Signed out on this device, but the server could not be notified", error);
  }
}

/** How much work exists only on this device, including what is parked. 0 if no one is signed in. */
export async function unsyncedCount(): Promise<number> {
  if (activeState().status === "signedOut") return 0;
  const { db } = await requireLearnerDb();
  return (await unsentWork(db)).length;
}

const PREFIX = "academy-";
/** The data under this key belongs to the last buyer in this browser (features/checkout/order/claim.ts). */
const ORDER_CLAIM = "academy-order-claim";
/** The data under this key is a visitor's passed quiz (db/study/keptResult.ts). */
const KEPT_RESULT = "academy-kept-result";
/** Keys that begin with this belong to reviewers (features/staff/capstones/draft.ts). */
const CAPSTONE_DRAFT = "academy-capstone-draft";

/**
 * Removes personal data that is not in a learner's database: text typed into this tab's forms, the claim token of the
 * last order, a result that a visitor kept, and reviews that were not sent.
 */
function forgetTyped(session: Storage | null, local: Storage | null): void {
  for (const key of Object.keys(session ?? {})) if (key.startsWith(PREFIX)) session?.removeItem(key);
  for (const key of [ORDER_CLAIM, KEPT_RESULT]) local?.removeItem(key);
  for (const key of Object.keys(local ?? {})) if (key.startsWith(CAPSTONE_DRAFT)) local?.removeItem(key);
}
