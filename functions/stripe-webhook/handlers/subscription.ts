import type Stripe from "stripe";
import { startMailDelivery } from "../../_shared/mail/startDelivery.ts";
import { syncPlan } from "../../_shared/plan/syncPlan.ts";
import type { Call } from "../../_shared/serve.ts";

/** A plan has ended: complete, or for want of a payment, or by hand. */
export async function subscriptionEnded(call: Call, subscription: Stripe.Subscription): Promise<string> {
  const outcome = await syncPlan(call, subscription.id);
  await startMailDelivery(call);
  return outcome;
}
