import type { SupabaseClient, User } from "@supabase/supabase-js";
import { mailPaths } from "../domain/mailPaths.ts";
import { authMessage } from "./authMessages.ts";
import type { AuthOutcome, Challenge } from "./authTypes.ts";
import { challengeOf, verifiedFactors } from "./secondFactor.ts";

/** Somebody who has shown that the account's mails reach them. It ends with the page: nobody is signed in by it. */
export type Recovery = {
  email: string;
  /** A mailbox alone is not enough where there is a second factor: it is asked for first. */
  challenge: Challenge | null;
  savePassword(password: string): Promise<AuthOutcome>;
};
type Opened = { ok: true; recovery: Recovery } | { ok: false; message: string };

const passing = async () => (await import("./supabase.ts")).passingSupabase();

/** Has a way to a new password mailed, if there is such an account: the answer does not tell. */
export async function requestRecovery(email: string): Promise<AuthOutcome> {
  const client = await passing();
  const redirectTo = `${location.origin}${mailPaths.resetPassword()}`;
  const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo });
  return error ? { ok: false, message: authMessage(error) } : { ok: true };
}

export async function openByLink(accessToken: string, refreshToken: string): Promise<Opened> {
  const client = await passing();
  const { data, error } = await client.auth.setSession({
    access_token: accessToken,
    refresh_token: refreshToken,
  });
  if (error) return { ok: false, message: authMessage(error) };
  return { ok: true, recovery: recoveryOf(client, data.user) };
}

export async function openByCode(email: string, code: string): Promise<Opened> {
  const client = await passing();
  const { data, error } = await client.auth.verifyOtp({ email, token: code, type: "recovery" });
  return error
    ? { ok: false, message: authMessage(error) }
    : { ok: true, recovery: recoveryOf(client, data.user) };
}

function recoveryOf(client: SupabaseClient, user: User | null): Recovery {
  const factors = verifiedFactors(user?.factors);
  return {
    email: user?.email ?? "",
    challenge: factors.length > 0 ? challengeOf(client, factors, async () => ({ ok: true })) : null,
    async savePassword(password) {
      const { error } = await client.auth.updateUser({ password });
      if (error) return { ok: false, message: authMessage(error) };
      // Whoever could get in with the old one is out, and so is this page: the new password opens the door.
      const { error: left } = await client.auth.signOut({ scope: "global" });
      if (left) console.info("The session of the recovery could not be ended", left.message);
      return { ok: true };
    },
  };
}
