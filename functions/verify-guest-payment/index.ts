import Stripe from "stripe";
import type { z } from "zod";
import {
  type verifyPaymentReplySchema,
  verifyPaymentRequestSchema,
} from "../../src/domain/sales/checkout.ts";
import { readableEmail } from "../../src/domain/text/readableEmail.ts";
import { readJson } from "../_shared/http/body.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { findOrder } from "../_shared/orders/order.ts";
import { grantPaidSession } from "../_shared/payments/grant.ts";
import { findPayments, paymentsOfPlan } from "../_shared/payments/plan/instalments.ts";
import { isMissing, stripeClient } from "../_shared/payments/stripe.ts";

const NOT_VERIFIED = "Payment verification failed";
const PROCESSING =
  "Your bank has not completed this payment yet. We will email you when the payment has arrived, and your course opens then. You do not need to pay again.";

/**
 * POST `{ sessionId }`: asks the payment provider whether the session was paid and grants access if the webhook has not
 * done so yet. Returns `{ success: true, email, paidPence, plan }` with a masked address, the amount paid so far and
 * the payments of a plan, or `{ success: false, error }` while it is unpaid, with `isPending: true` while the buyer's
 * bank is making the payment. 404 for a session that is not ours.
 */
export default serveFunction(
  {
    name: "verify-guest-payment",
    method: "POST",
    rateLimit: { requests: 120, windowSeconds: 60 },
    failureFields: { success: false },
  },
  async (call): Promise<z.input<typeof verifyPaymentReplySchema>> => {
    const { sessionId } = await readJson(call.request, verifyPaymentRequestSchema);
    const session = await retrieveSession(call, sessionId);
    const outcome = await grantPaidSession(call, session);
    switch (outcome) {
      case "granted":
      case "already":
        return paidReply(call, session);
      case "processing":
        return { success: false, isPending: true, error: PROCESSING };
      case "unpaid":
        return { success: false, error: "This payment has not been completed." };
      case "foreign":
        throw new Refusal(404, "not_found", NOT_VERIFIED);
    }
  },
);

async function retrieveSession(call: Call, sessionId: string): Promise<Stripe.Checkout.Session> {
  // Anything else cannot be a session id, and must not end up in a URL of the provider's API.
  if (!/^cs_\w+$/.test(sessionId)) throw new Refusal(404, "not_found", NOT_VERIFIED);
  try {
    return await stripeClient(call.env).checkout.sessions.retrieve(sessionId);
  } catch (error) {
    if (isMissing(error)) throw new Refusal(404, "not_found", NOT_VERIFIED);
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    call.log.fault("provider", error);
    throw new Refusal(
      502,
      "payment_provider",
      "We could not reach our payment provider. Please try again in a moment.",
    );
  }
}

/**
 * Shows a payer enough to notice a typo, without revealing the address to anyone else who has the session's id:
 * "a•••@mail.example".
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const [first = ""] = email;
  return `${first}•••${email.slice(at)}`;
}

/**
 * The response after a payment: how much was paid, where the email went, and the payments of a plan. A plan that a code
 * made free has none.
 */
async function paidReply(
  call: Call,
  session: Stripe.Checkout.Session,
): Promise<z.input<typeof verifyPaymentReplySchema>> {
  const order = await findOrder(call.admin, { checkout_session_id: session.id });
  if (!order) return { success: true };
  const paid = { success: true, email: maskEmail(readableEmail(order.email)), paidPence: order.total_pence };
  if (order.plan === "full" || order.total_pence === 0) return paid;
  const payments = paymentsOfPlan(order, await findPayments(call.admin, order.id));
  return { ...paid, plan: { payments } };
}
