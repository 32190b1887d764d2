import { requestLinkReplySchema } from "../../domain/address.ts";
import { type CallResult, callFunction } from "../functions.ts";
import { authMessage, SPENT } from "../session/authMessages.ts";

/** Emails a link to the account's address or, for a signed-out user, to an address that an order is waiting for. */
export function requestAddressLink(email?: string): Promise<CallResult<{ success: true }>> {
  return callFunction("request-address-link", { email }, requestLinkReplySchema);
}

/** Resolves to null if the server could not be reached. */
export async function isAddressProven(): Promise<boolean | null> {
  const { supabase } = await import("../session/supabase.ts");
  const { data, error } = await supabase().rpc("is_my_address_proven");
  if (error) console.info("Could not check whether the address is verified", error.message);
  return typeof data === "boolean" ? data : null;
}

type Agreed = { ok: true; isChanged: boolean } | { ok: false; message: string; isSpent: boolean };

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
