import Stripe from "stripe";
import { z } from "zod";
import { DatabaseError } from "../_shared/database.ts";
import { noteRefund } from "../_shared/moneyBack.ts";
import type { Call } from "../_shared/serve.ts";
import { stripeClient } from "../_shared/stripe.ts";

const MAX_PAYMENTS_PER_RUN = 20;

const paymentsSchema = z.array(
  z.object({
    order_payments: z.array(z.object({ id: z.uuid(), payment_intent_id: z.string(), amount_pence: z.int() })),
    id: z.uuid(),
  }),
);

/**
 * Gives back what guests paid for a tier that they had already: before the payment they cannot be told so without
 * telling strangers who is enrolled. Returns how many payments; one that fails is logged and tried again next time.
 */
export async function refundSecondPurchases(call: Call): Promise<number> {
  const { data, error } = await call.admin
    .from("orders")
    .select("id, order_payments!inner(id, payment_intent_id, amount_pence)")
    .not("second_purchase_of", "is", null)
    .in("status", ["paid", "past_due"])
    .not("order_payments.paid_at", "is", null)
    .not("order_payments.payment_intent_id", "is", null)
    .limit(MAX_PAYMENTS_PER_RUN);
  if (error) throw new DatabaseError("orders", error);

  let count = 0;
  for (const order of paymentsSchema.parse(data)) {
    for (const payment of order.order_payments) {
      try {
        await giveBack(call, order.id, payment);
        count++;
      } catch (failure) {
        call.log.fault("second_purchase_not_refunded", failure, { order: order.id });
      }
    }
  }
  return count;
}

async function giveBack(
  call: Call,
  orderId: string,
  payment: { id: string; payment_intent_id: string; amount_pence: number },
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
    // Done before, by hand or by a run that ended before it could be noted.
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== "charge_already_refunded")
      throw error;
  }
  await noteRefund(call, payment.payment_intent_id, payment.amount_pence);
}
