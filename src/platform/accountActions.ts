import { activeState, storeIdentity } from "../db/active.ts";
import { authMessage, SECOND_FACTOR_FIRST } from "./authMessages.ts";
import type { AuthOutcome } from "./authTypes.ts";
import { announceDeletion } from "./deletion.ts";
import { refreshSession } from "./refreshSession.ts";
import { browserSessionPorts } from "./sessionPorts.ts";
import { missingChallenge } from "./stepUp.ts";
import { asFields, parseJson, readStoredSession } from "./storedSession.ts";

/** What the owner of an account does to it. All of it needs a connection and a session. */
const library = () => import("./supabase.ts");
const OK: AuthOutcome = { ok: true };
const refused = (error: Parameters<typeof authMessage>[0]): AuthOutcome => ({
  ok: false,
  message: authMessage(error),
});

export const WRONG_PASSWORD = "This is not your current password.";

/**
 * Replaces a password by somebody who knows the one before: a session alone (a device left open) is not enough. The server
 * ends the sessions of all other devices.
 */
export async function replacePassword(email: string, current: string, next: string): Promise<AuthOutcome> {
  const { passingSupabase, supabase } = await library();
  const asking = passingSupabase();
  const { error: unknown } = await asking.auth.signInWithPassword({ email, password: current });
  if (unknown?.code === "invalid_credentials") return { ok: false, message: WRONG_PASSWORD };
  if (unknown) return refused(unknown);
  const { error: left } = await asking.auth.signOut({ scope: "local" });
  if (left) console.info("The session that checked the password could not be ended", left.message);
  const { error } = await supabase().auth.updateUser({ password: next });
  return error ? refused(error) : OK;
}

/** Asks both addresses by mail; the address changes when both have agreed. */
export async function requestEmailChange(email: string): Promise<AuthOutcome> {
  const { supabase } = await library();
  const { error } = await supabase().auth.updateUser({ email });
  return error ? refused(error) : OK;
}

export async function signOutOthers(): Promise<AuthOutcome> {
  // supabase-js takes the refusal for success.
  if (await missingChallenge()) return { ok: false, message: SECOND_FACTOR_FIRST };
  const { supabase } = await library();
  const { error } = await supabase().auth.signOut({ scope: "others" });
  return error ? refused(error) : OK;
}

/** Every session of the account, this one too. The device itself has then to forget who is here. */
export async function endEverySession(): Promise<AuthOutcome> {
  if (await missingChallenge()) return { ok: false, message: SECOND_FACTOR_FIRST };
  const { supabase } = await library();
  const { error } = await supabase().auth.signOut({ scope: "global" });
  return error ? refused(error) : OK;
}

/**
 * Brings what the server knows of the account by now (its address, its marks) into the stored session and the identity.
 * Null when it cannot be asked. `newEmail` is the address that waits for both to agree.
 */
export async function refreshAccount(): Promise<{ email: string; newEmail: string | null } | null> {
  const ports = browserSessionPorts();
  const stored = readStoredSession(ports.store, ports.env.authStorageKey);
  if (!stored || !ports.online()) return null;
  // Not by supabase-js: it takes what our one refresher has stored for another's doing, and throws its own answer away.
  const renewal = await refreshSession(ports, stored.refreshToken);
  announceDeletion();
  if (renewal.status !== "renewed") return null;
  const { userId, email } = renewal.session;
  const active = activeState();
  if (active.status === "signedIn" && active.identity.userId === userId && active.identity.email !== email)
    await storeIdentity({ ...active.identity, email });
  const newEmail = asFields(asFields(parseJson(renewal.text))?.user)?.new_email;
  return { email, newEmail: typeof newEmail === "string" && newEmail !== "" ? newEmail : null };
}
