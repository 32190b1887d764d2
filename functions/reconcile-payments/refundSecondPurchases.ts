import Stripe from "stripe";
import { z } from "zod";
import { callDatabase } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import { noteRefund } from "../_shared/payments/refundsAndDisputes.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";

const MAX_ORDERS_PER_RUN = 20;

const paymentSchema = z.object({ id: z.uuid(), payment_intent_id: z.string(), amount_pence: z.int() });
const claimedSchema = z.object({ id: z.uuid(), payments: z.array(paymentSchema) }).nullable();

/**
 * Gives back what guests paid for a tier that they had already: before the payment they cannot be told so without
 * telling strangers who is enrolled. Returns how many payments; one that fails is logged and tried again later.
 */
export async function refundSecondPurchases(call: Call): Promise<number> {
  let count = 0;
  for (let looked = 0; looked < MAX_ORDERS_PER_RUN; looked++) {
    const order = await callDatabase(call.admin, "claim_second_purchase", {}, claimedSchema);
    if (!order) break;
    for (const payment of order.payments) {
      try {
        await giveBack(call, order.id, payment);
        count++;
      } catch (error) {
        call.log.fault("second_purchase_not_refunded", error, { order: order.id });
      }
    }
  }
  return count;
}

async function giveBack(call: Call, orderId: string, payment: z.output<typeof paymentSchema>): Promise<void> {
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
    // Done before, by hand or by a run that ended before it could be noted.
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== "charge_already_refunded")
      throw error;
  }
  await noteRefund(call, payment.payment_intent_id, payment.amount_pence);
}
