import Stripe from "stripe";
import { z } from "zod";
import type { Call } from "../http/serve.ts";
import { recordRefund } from "./refundsAndDisputes.ts";
import { stripeClient } from "./stripe.ts";

export const paymentToRefundSchema = z.object({
  id: z.uuid(),
  payment_intent_id: z.string(),
  amount_pence: z.int(),
});

/** The provider's name for each of our reasons. */
const REASONS = {
  "second-purchase": "duplicate",
  "student-id-refused": "requested_by_customer",
} as const;

/** Refunds what is left of a payment, once for each reason, and records it without waiting for the provider's event. */
export async function refundPayment(
  call: Call,
  orderId: string,
  payment: z.output<typeof paymentToRefundSchema>,
  why: keyof typeof REASONS,
): Promise<void> {
  try {
    await stripeClient(call.env).refunds.create(
      {
        payment_intent: payment.payment_intent_id,
        reason: REASONS[why],
        metadata: { order_id: orderId },
      },
      { idempotencyKey: `${why}-${payment.id}` },
    );
  } catch (error) {
    // Refunded before: by hand, or by a run that was interrupted before recording it.
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== "charge_already_refunded")
      throw error;
  }
  await recordRefund(call, payment.payment_intent_id, payment.amount_pence);
}
