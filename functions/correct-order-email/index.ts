import { z } from "zod";
import {
  type correctOrderEmailReplySchema,
  correctOrderEmailRequestSchema,
} from "../../src/domain/sales/checkout.ts";
import { ensureAccountOf } from "../_shared/accounts/ensureAccount.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { type ClaimedOrder, NOT_PAID, requireClaimedOrder, TOO_LATE } from "../_shared/orders/claim.ts";
import { removeUnusedAccounts, updateProviderCustomer } from "../_shared/orders/moveOrder.ts";

/**
 * POST `{ claimToken, email }`, for the browser that placed a guest's order: moves the order to another email address,
 * once, while nobody has signed in since the payment. Returns `{ success: true }`, which does not reveal whether the
 * new address had an account, or `{ success: false, error }`.
 */
export default serveFunction(
  {
    name: "correct-order-email",
    method: "POST",
    rateLimit: { requests: 60, windowSeconds: 600 },
    failureFields: { success: false },
  },
  async (call): Promise<z.input<typeof correctOrderEmailReplySchema>> => {
    const { claimToken, email } = await readJson(call.request, correctOrderEmailRequestSchema);
    const order = await requireClaimedOrder(call, claimToken);
    if (!order.paid_at) return { success: false, error: NOT_PAID };
    if (!(await correctEmail(call, order, email))) return { success: false, error: TOO_LATE };
    call.log.info("email_corrected", { order: order.id });
    await startMailDelivery(call);
    await updateProviderCustomer(call, order, email);
    return { success: true };
  },
);

const correctedSchema = z.object({ is_corrected: z.boolean(), unused_accounts: z.array(z.uuid()) });

/**
 * Moves the order to the account of `email`, which is created if needed, and removes the one created for the mistyped
 * address. Repeating the same correction after a crash has the same result. False when it is too late.
 */
async function correctEmail(call: Call, order: ClaimedOrder, email: string): Promise<boolean> {
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
  await removeUnusedAccounts(call, corrected.unused_accounts);
  return corrected.is_corrected;
}
