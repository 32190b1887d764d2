import { type ProofOutcome, proveAddressReplySchema } from "../../../domain/address.ts";
import { keepReplySchema } from "../../../domain/privacy.ts";
import { type CallResult, callFunction } from "../../../platform/functions.ts";

/** Redeems the key of an emailed link: as the signed-in user, or in any browser with a new password. */
export function proveAddress(key: string, password?: string): Promise<CallResult<{ outcome: ProofOutcome }>> {
  return callFunction("prove-address", { key, password }, proveAddressReplySchema);
}

/** Cancels the deletion of an account with the key from the emailed link, in any browser. */
export function keepAccountByKey(key: string): Promise<CallResult<{ kept: true }>> {
  return callFunction("keep-my-account", { key }, keepReplySchema);
}
