import { z } from "zod";
import { callDatabase } from "../database.ts";
import type { Call } from "../http/serve.ts";
import { paymentToRefundSchema, refundPayment } from "./refundPayment.ts";

const MAX_ORDERS = 20;
const dueSchema = z.array(paymentToRefundSchema.extend({ order_id: z.uuid() }));

/**
 * Refunds student orders whose student ID was refused and whose buyer chose a refund, or has since paid another price.
 * Of one order, or of all. Returns the number of refunded payments; a failure is logged and tried again later.
 */
export async function refundRefusedOrders(call: Call, orderId: string | null = null): Promise<number> {
  const args = { p_order: orderId, p_limit: MAX_ORDERS };
  const due = await callDatabase(call.admin, "refused_orders_to_refund", args, dueSchema);
  let count = 0;
  for (const payment of due) {
    try {
      await refundPayment(call, payment.order_id, payment, "student-id-refused");
      count++;
    } catch (error) {
      call.log.fault("refused_order_not_refunded", error, { order: payment.order_id });
    }
  }
  return count;
}
