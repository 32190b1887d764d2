import { z } from "zod";
import { callDatabase } from "../_shared/database.ts";
import { requireUser } from "../_shared/http/caller.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import type { Call } from "../_shared/http/serve.ts";

export const LINK_SPENT = "This link no longer works. Please ask for a new one.";

/** For a signed-in user who received the email: account and address are both verified, so nothing has to be removed. */
export async function confirmAddress(call: Call, linkHash: string): Promise<"confirmed"> {
  const user = await requireUser(call);
  const args = { p_token_hash: linkHash, p_user: user.id };
  const isConfirmed = await callDatabase(call.admin, "confirm_address", args, z.boolean().nullable());
  if (isConfirmed === null) throw new Refusal(404, "not_found", LINK_SPENT);
  if (!isConfirmed) {
    throw new Refusal(
      409,
      "other_account",
      "This link is for a different account from the one you are signed in to.",
    );
  }
  return "confirmed";
}
