import { requestLinkReplySchema } from "../../domain/address.ts";
import { type CallResult, callFunction } from "../functions.ts";

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
