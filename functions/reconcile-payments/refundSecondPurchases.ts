import { z } from "zod";
import { callDatabase } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import { paymentToRefundSchema, refundPayment } from "../_shared/payments/refundPayment.ts";

const MAX_ORDERS_PER_RUN = 20;

const claimedSchema = z.object({ id: z.uuid(), payments: z.array(paymentToRefundSchema) }).nullable();

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
        await refundPayment(call, order.id, payment, "second-purchase");
        count++;
      } catch (error) {
        call.log.fault("second_purchase_not_refunded", error, { order: order.id });
      }
    }
  }
  return count;
}
