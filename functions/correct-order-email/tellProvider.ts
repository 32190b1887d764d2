import Stripe from "stripe";
import type { Call } from "../_shared/http/serve.ts";
import type { ClaimedOrder } from "../_shared/orders/claim.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";

/** The billing portal shows the customer's address. A provider that is down does not undo the correction. */
export async function tellProvider(call: Call, order: ClaimedOrder, email: string): Promise<void> {
  if (!order.customer_id) return;
  try {
    await stripeClient(call.env).customers.update(order.customer_id, { email });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    call.log.fault("provider", error, { order: order.id });
  }
}
