import { activeState, storeIdentity } from "../../db/store/active.ts";
import { authMessage, SECOND_FACTOR_FIRST } from "../session/authMessages.ts";
import type { AuthOutcome } from "../session/authTypes.ts";
import { refreshSession } from "../session/refreshSession.ts";
import { browserSessionPorts } from "../session/sessionPorts.ts";
import { missingChallenge } from "../session/signing-in/secondFactor.ts";
import { asFields, parseJson, readStoredSession } from "../session/storedSession.ts";
import { announceDeletion } from "./deletion.ts";

/** Changes to the account, made by its owner. All of them need a connection and a session. */
const library = () => import("../session/supabase.ts");
const OK: AuthOutcome = { ok: true };
const refused = (error: Parameters<typeof authMessage>[0]): AuthOutcome => ({
  ok: false,
  message: authMessage(error),
});

export const WRONG_PASSWORD = "This is not your current password.";

/**
 * Changes the password after checking the current one: a session alone is not enough, because a device may have been
 * left unattended. The server ends the sessions on all other devices.
 */
export async function replacePassword(email: string, current: string, next: string): Promise<AuthOutcome> {
  const { ephemeralSupabase, supabase } = await library();
  const asking = ephemeralSupabase();
  const { error: unknown } = await asking.auth.signInWithPassword({
    email,
    password: current.normalize("NFC"),
  });
  if (unknown?.code === "invalid_credentials") return { ok: false, message: WRONG_PASSWORD };
  if (unknown) return refused(unknown);
  const { error: left } = await asking.auth.signOut({ scope: "local" });
  if (left) console.info("The session that checked the password could not be ended", left.message);
  const { error } = await supabase().auth.updateUser({ password: next });
  return error ? refused(error) : OK;
}

/** Sends an email to both addresses. The change takes effect once both have confirmed it. */
export async function requestEmailChange(email: string): Promise<AuthOutcome> {
  const { supabase } = await library();
  const { error } = await supabase().auth.updateUser({ email });
  return error ? refused(error) : OK;
}

export async function signOutOthers(): Promise<AuthOutcome> {
  // supabase-js reports the server's rejection as a success.
  if (await missingChallenge()) return { ok: false, message: SECOND_FACTOR_FIRST };
  const { supabase } = await library();
  const { error } = await supabase().auth.signOut({ scope: "others" });
  return error ? refused(error) : OK;
}

/**
 * Ends every session of the account, including the current one. The caller must then remove the identity from the
 * device.
 */
export async function endEverySession(): Promise<AuthOutcome> {
  if (await missingChallenge()) return { ok: false, message: SECOND_FACTOR_FIRST };
  const { supabase } = await library();
  const { error } = await supabase().auth.signOut({ scope: "global" });
  return error ? refused(error) : OK;
}

/**
 * Renews the session to pick up changes to the account (email address, flags) in the stored session and the identity.
 * Null if the server cannot be reached. `newEmail` is an address still awaiting confirmation.
 */
export async function refreshAccount(): Promise<{ email: string; newEmail: string | null } | null> {
  const ports = browserSessionPorts();
  const stored = readStoredSession(ports.store, ports.env.authStorageKey);
  if (!stored) return null;
  // This does not use supabase-js, which takes the session that our refresher stores for a change by another tab and
  // then discards its own result.
  const renewal = await refreshSession(ports, stored.refreshToken, { hasChanged: true });
  announceDeletion();
  if (renewal.status !== "renewed") return null;
  const { userId, email } = renewal.session;
  const active = activeState();
  if (active.status === "signedIn" && active.identity.userId === userId && active.identity.email !== email)
    await storeIdentity({ ...active.identity, email });
  const newEmail = asFields(asFields(parseJson(renewal.text))?.user)?.new_email;
  return { email, newEmail: typeof newEmail === "string" && newEmail !== "" ? newEmail : null };
}
