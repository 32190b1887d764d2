import Stripe from "stripe";
import type { Call } from "../http/serve.ts";
import { stripeClient } from "../payments/stripe.ts";

/**
 * Deletes accounts that have never been used. Banning them instead would lock out the address's owner if they enrolled
 * later.
 */
export async function removeUnusedAccounts({ admin, log }: Call, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { error } = await admin.auth.admin.deleteUser(id);
    if (error && error.status !== 404) throw error;
    log.info("unused_account_removed", { user: id });
  }
}

/** The billing portal shows the customer's address. An outage of the provider does not undo the correction. */
export async function updateProviderCustomer(
  call: Call,
  order: { id: string; customer_id: string | null },
  email: string,
): Promise<void> {
  if (!order.customer_id) return;
  try {
    await stripeClient(call.env).customers.update(order.customer_id, { email });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    call.log.fault("provider", error, { order: order.id });
  }
}
