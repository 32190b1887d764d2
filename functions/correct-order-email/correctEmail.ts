import { z } from "zod";
import { ensureAccountOf } from "../_shared/accounts/ensureAccount.ts";
import { callDatabase } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import type { ClaimedOrder } from "../_shared/orders/claim.ts";

const correctedSchema = z.object({ is_corrected: z.boolean(), unused_accounts: z.array(z.uuid()) });

/**
 * Gives the order to the account of `email`, made where there is none, and removes the one that was made for the
 * mistyped address. The same correction once more, after a crash, ends the same way. False when it comes too late.
 */
export async function correctEmail(call: Call, order: ClaimedOrder, email: string): Promise<boolean> {
  const { admin } = call;
  const args = { p_order: order.id, p_email: email };
  if (!(await callDatabase(admin, "may_correct_order_email", args, z.boolean()))) return false;

  const userId = await ensureAccountOf(admin, email, order);
  const corrected = await callDatabase(
    admin,
    "correct_order_email",
    { ...args, p_user: userId },
    correctedSchema,
  );
  for (const id of corrected.unused_accounts) await removeAccount(call, id);
  return corrected.is_corrected;
}

/** Nobody has ever signed in to it. Banned instead, it would lock out the address's owner, should they enrol. */
async function removeAccount({ admin, log }: Call, id: string): Promise<void> {
  const { error } = await admin.auth.admin.deleteUser(id);
  if (error && error.status !== 404) throw error;
  log.info("unused_account_removed", { user: id });
}
