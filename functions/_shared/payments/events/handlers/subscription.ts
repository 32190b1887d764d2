import type Stripe from "stripe";
import type { Call } from "../../../http/serve.ts";
import { startMailDelivery } from "../../../mail/startDelivery.ts";
import { syncPlan } from "../../plan/syncPlan.ts";

/** A plan has ended: complete, or for want of a payment, or by hand. */
export async function subscriptionEnded(call: Call, subscription: Stripe.Subscription): Promise<string> {
  const outcome = await syncPlan(call, subscription.id);
  await startMailDelivery(call);
  return outcome;
}
