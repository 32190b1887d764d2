import { authMessage } from "../session/authMessages.ts";
import { SPENT } from "../session/signing-in/recovery.ts";

export type Agreed = { ok: true; isChanged: boolean } | { ok: false; message: string; isSpent: boolean };

/** Redeems one of the two links of an email change, in any browser. Does not sign the user in. */
export async function agreeToEmailChange(tokenHash: string): Promise<Agreed> {
  const client = (await import("../session/supabase.ts")).ephemeralSupabase();
  const { data, error } = await client.auth.verifyOtp({ token_hash: tokenHash, type: "email_change" });
  if (error) return { ok: false, message: authMessage(error), isSpent: error.code === SPENT };
  // The second confirmation returns a session, which is not needed here.
  if (data.session) {
    const { error: left } = await client.auth.signOut({ scope: "local" });
    if (left) console.info("The session that the email change opened could not be ended", left.message);
  }
  return { ok: true, isChanged: data.session !== null };
}
