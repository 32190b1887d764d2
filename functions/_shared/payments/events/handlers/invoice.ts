import type Stripe from "stripe";
import type { Call } from "../../../http/serve.ts";
import { startMailDelivery } from "../../../mail/startDelivery.ts";
import { syncPlan } from "../../plan/syncPlan.ts";

/** A monthly payment was asked for, made, or failed. The event's own picture of it may be old: the provider is asked. */
export async function invoiceChanged(call: Call, invoice: Stripe.Invoice): Promise<string> {
  const subscription = invoice.parent?.subscription_details?.subscription;
  if (!subscription) return "ignored";
  const outcome = await syncPlan(call, typeof subscription === "string" ? subscription : subscription.id);
  await startMailDelivery(call);
  return outcome;
}
