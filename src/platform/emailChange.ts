import { authMessage } from "./authMessages.ts";
import { SPENT } from "./recovery.ts";

export type Agreed = { ok: true; isChanged: boolean } | { ok: false; message: string; isSpent: boolean };

/** Spends the link of one of the two mails about another address, in any browser. Nobody is signed in by it. */
export async function agreeToEmailChange(tokenHash: string): Promise<Agreed> {
  const client = (await import("./supabase.ts")).passingSupabase();
  const { data, error } = await client.auth.verifyOtp({ token_hash: tokenHash, type: "email_change" });
  if (error) return { ok: false, message: authMessage(error), isSpent: error.code === SPENT };
  // The second yes is answered with a session, which nobody here needs.
  if (data.session) {
    const { error: left } = await client.auth.signOut({ scope: "local" });
    if (left) console.info("The session of the change could not be ended", left.message);
  }
  return { ok: true, isChanged: data.session !== null };
}
