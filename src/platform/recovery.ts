import type { AuthError, SupabaseClient, User } from "@supabase/supabase-js";
import { requestAddressLink } from "./address.ts";
import { authMessage, UNREACHABLE } from "./authMessages.ts";
import type { AuthOutcome, Challenge } from "./authTypes.ts";
import { challengeOf, verifiedFactors } from "./secondFactor.ts";

/** Somebody who has shown that the account's mails reach them. It ends with the page: nobody is signed in by it. */
export type Recovery = {
  email: string;
  /** A mailbox alone is not enough where there is a second factor: it is asked for first. */
  challenge: Challenge | null;
  savePassword(password: string): Promise<AuthOutcome>;
};
/** `isSpent`: used before, too old or wrong, so that trying again has no point. */
type Opened = { ok: true; recovery: Recovery } | { ok: false; message: string; isSpent: boolean };

export const SPENT = "otp_expired";
const passing = async () => (await import("./supabase.ts")).passingSupabase();

/**
 * Has a way to a new password mailed, if there is such an account, and the link to a paid order that waits for the address:
 * the answer does not tell.
 */
export async function requestRecovery(email: string): Promise<AuthOutcome> {
  const client = await passing();
  const { error } = await client.auth.resetPasswordForEmail(email);
  if (error) return { ok: false, message: authMessage(error) };
  // The account may be one that somebody else made: then this mail leads in, and the other one may not.
  const asked = await requestAddressLink(email);
  return asked.ok ? { ok: true } : { ok: false, message: asked.message ?? UNREACHABLE };
}

/** Spends the link of the mail. */
export async function openByLink(tokenHash: string): Promise<Opened> {
  const client = await passing();
  const { data, error } = await client.auth.verifyOtp({ token_hash: tokenHash, type: "recovery" });
  return error ? refused(error) : { ok: true, recovery: recoveryOf(client, data.user) };
}

export async function openByCode(email: string, code: string): Promise<Opened> {
  const client = await passing();
  const { data, error } = await client.auth.verifyOtp({ email, token: code, type: "recovery" });
  return error ? refused(error) : { ok: true, recovery: recoveryOf(client, data.user) };
}

function refused(error: AuthError): Opened {
  return { ok: false, message: authMessage(error), isSpent: error.code === SPENT };
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
