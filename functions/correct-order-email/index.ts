import Stripe from "stripe";
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
import { stripeClient } from "../_shared/payments/stripe.ts";

/**
 * POST `{ claimToken, email }`, for the browser that placed a guest's order: moves the order to another email address,
 * once, while nobody has signed in since the payment. Returns `{ success: true }`, which does not reveal whether the
 * new address had an account, or `{ success: false, error }`.
 */
export default {
  fetch: serveFunction(
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
  ),
};

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
  for (const id of corrected.unused_accounts) await removeAccount(call, id);
  return corrected.is_corrected;
}

/**
 * Deletes an account that has never been used. Banning it instead would lock out the address's owner if they enrolled
 * later.
 */
async function removeAccount({ admin, log }: Call, id: string): Promise<void> {
  const { error } = await admin.auth.admin.deleteUser(id);
  if (error && error.status !== 404) throw error;
  log.info("unused_account_removed", { user: id });
}

/** The billing portal shows the customer's address. An outage of the provider does not undo the correction. */
async function updateProviderCustomer(call: Call, order: ClaimedOrder, email: string): Promise<void> {
  if (!order.customer_id) return;
  try {
    await stripeClient(call.env).customers.update(order.customer_id, { email });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    call.log.fault("provider", error, { order: order.id });
  }
}
