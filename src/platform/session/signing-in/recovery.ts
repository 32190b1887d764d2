import type { AuthError, SupabaseClient, User } from "@supabase/supabase-js";
import { requestAddressLink } from "../../account/address.ts";
import { authMessage, callMessage, SPENT } from "../authMessages.ts";
import type { AuthOutcome, Challenge } from "../authTypes.ts";
import { challengeOf, verifiedFactors } from "./secondFactor.ts";

/**
 * A user who has proved that they receive the account's email. This lasts as long as the page is open and is not a
 * sign-in.
 */
export type Recovery = {
  email: string;
  /** If the account has a second factor, access to the mailbox is not enough, so the factor is asked for first. */
  challenge: Challenge | null;
  savePassword(password: string): Promise<AuthOutcome>;
};
/** `isSpent`: the link was used, has expired or is wrong, so a retry is pointless. */
type Opened = { ok: true; recovery: Recovery } | { ok: false; message: string; isSpent: boolean };

const passing = async () => (await import("../supabase.ts")).ephemeralSupabase();

/**
 * Emails a password-reset link if the account exists, and the link to a paid order that is waiting for this address.
 * The response does not reveal whether either exists.
 */
export async function requestRecovery(email: string): Promise<AuthOutcome> {
  const client = await passing();
  const { error } = await client.auth.resetPasswordForEmail(email);
  if (error) return { ok: false, message: authMessage(error) };
  // Someone else may have created the account. The order's link then works for the owner of the address, but the reset
  // link may not.
  const asked = await requestAddressLink(email);
  return asked.ok ? { ok: true } : { ok: false, message: callMessage(asked) };
}

/** Redeems the emailed link. */
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
      // Ends every session, including those opened with the old password and this one. The user signs in with the new
      // password.
      const { error: left } = await client.auth.signOut({ scope: "global" });
      if (left) console.info("The session that the recovery opened could not be ended", left.message);
      return { ok: true };
    },
  };
}

/**
 * Reads the token of an emailed link from the URL fragment, which is never sent to a server. The token is redeemed by
 * the page's button. Null if there is no token, or if it is for another purpose.
 */
export function readMailedLink(fragment: string, type: "recovery" | "email_change"): string | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  return fields.get("type") === type ? fields.get("token_hash") || null : null;
}
