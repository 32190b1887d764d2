import Stripe from "stripe";
import { z } from "zod";
import { callDatabase } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import { recordRefund } from "../_shared/payments/refundsAndDisputes.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";

const MAX_ORDERS_PER_RUN = 20;

const paymentSchema = z.object({ id: z.uuid(), payment_intent_id: z.string(), amount_pence: z.int() });
const claimedSchema = z.object({ id: z.uuid(), payments: z.array(paymentSchema) }).nullable();

/**
 * Refunds what guests paid for a tier that they already had. Telling guests before they pay would reveal to anonymous
 * callers who is enrolled. Returns the number of refunded payments; a failure is logged and tried again later.
 */
export async function refundSecondPurchases(call: Call): Promise<number> {
  let count = 0;
  for (let looked = 0; looked < MAX_ORDERS_PER_RUN; looked++) {
    const order = await callDatabase(call.admin, "claim_second_purchase", {}, claimedSchema);
    if (!order) break;
    for (const payment of order.payments) {
      try {
        await refundPayment(call, order.id, payment);
        count++;
      } catch (error) {
        call.log.fault("second_purchase_not_refunded", error, { order: order.id });
      }
    }
  }
  return count;
}

async function refundPayment(
  call: Call,
  orderId: string,
  payment: z.output<typeof paymentSchema>,
): Promise<void> {
  try {
    await stripeClient(call.env).refunds.create(
      {
        payment_intent: payment.payment_intent_id,
        reason: "duplicate",
        metadata: { order_id: orderId },
      },
      { idempotencyKey: `second-purchase-${payment.id}` },
    );
  } catch (error) {
    // Refunded before: by hand, or by a run that was interrupted before recording it.
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== "charge_already_refunded")
      throw error;
  }
  await recordRefund(call, payment.payment_intent_id, payment.amount_pence);
}
