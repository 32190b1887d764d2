import { type ProofOutcome, proveAddressReplySchema, requestLinkReplySchema } from "../domain/address.ts";
import { type CallResult, callFunction } from "./functions.ts";

/** Spends the key of a mailed link: as the signed-in person, or with a new password in any browser. */
export async function proveAddress(
  key: string,
  password?: string,
): Promise<CallResult<{ outcome: ProofOutcome }>> {
  return callFunction("prove-address", { key, password }, proveAddressReplySchema);
}

/** Has a link mailed to the account's address or, for somebody who is signed out, to an address that an order waits for. */
export function requestAddressLink(email?: string): Promise<CallResult<{ success: true }>> {
  return callFunction("request-address-link", { email }, requestLinkReplySchema);
}

/** Null when the server could not be asked. */
export async function isAddressProven(): Promise<boolean | null> {
  const { supabase } = await import("./supabase.ts");
  const { data, error } = await supabase().rpc("is_my_address_proven");
  if (error) console.info("The proof of the address could not be asked for", error.message);
  return typeof data === "boolean" ? data : null;
}
