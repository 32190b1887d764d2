import type Stripe from "stripe";
import type { Call } from "../../../http/serve.ts";
import { noteRefund } from "../../refundsAndDisputes.ts";
import { stripeClient } from "../../stripe.ts";

/** Money of a payment was given back: by us, or by hand at the provider. */
export async function chargeRefunded(call: Call, charge: Stripe.Charge): Promise<string> {
  const intent = idOf(charge.payment_intent);
  return intent ? noteRefund(call, intent, charge.amount_refunded) : "ignored";
}

/** Comes after `charge.refunded`, and instead of it where that was lost. */
export async function refundUpdated(call: Call, refund: Stripe.Refund): Promise<string> {
  const charge = idOf(refund.charge);
  if (!charge || refund.status !== "succeeded") return "ignored";
  return chargeRefunded(call, await stripeClient(call.env).charges.retrieve(charge));
}

/** The buyer's bank has sent the money back to us: somebody has to find another way to the buyer. */
export async function refundFailed(call: Call, refund: Stripe.Refund): Promise<string> {
  call.log.fault("refund_failed", new Error("the bank did not take a refund: pay it another way"), {
    refund: refund.id,
    reason: refund.failure_reason,
  });
  return "reported";
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
