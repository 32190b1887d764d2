import type Stripe from "stripe";
import type { z } from "zod";
import type { verifyPaymentReplySchema } from "../../src/domain/checkout.ts";
import type { Call } from "../_shared/http/serve.ts";
import { findOrder } from "../_shared/orders/order.ts";
import { findPayments, paymentsOfPlan } from "../_shared/payments/plan/instalments.ts";
import { maskEmail } from "./maskEmail.ts";

/** What somebody who has just paid is shown: how much, where the mail went, and the payments of a plan. */
export async function paidReply(
  call: Call,
  session: Stripe.Checkout.Session,
): Promise<z.input<typeof verifyPaymentReplySchema>> {
  const order = await findOrder(call.admin, { checkout_session_id: session.id });
  if (!order) return { success: true };
  const paid = { success: true, email: maskEmail(order.email), paidPence: order.total_pence };
  if (order.plan === "full") return paid;
  const payments = paymentsOfPlan(order, await findPayments(call.admin, order.id));
  return { ...paid, plan: { payments } };
}
