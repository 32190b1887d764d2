import type Stripe from "stripe";
import { z } from "zod";
import { callDatabase } from "../database.ts";
import type { Call } from "../http/serve.ts";
import { grantPaidSession } from "./grant.ts";
import { syncInvoice } from "./invoice/syncInvoice.ts";
import { syncPlan } from "./plan/syncPlan.ts";
import { stripeClient } from "./stripe.ts";

const recordedSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("unknown") }),
  z.object({
    outcome: z.enum(["recorded", "full", "partial", "repeat"]),
    order_id: z.uuid(),
    status: z.string(),
    subscription_id: z.string().nullable(),
  }),
]);
type Recorded = z.output<typeof recordedSchema>;

/** `foreign`: the payment belongs to no order. */
export type MoneyBackOutcome = Exclude<Recorded["outcome"], "unknown"> | "foreign";

/** Records how many pence of a payment were refunded in total. Calls may repeat in any order: the amount only grows. */
export function recordRefund(call: Call, intentId: string, refundedPence: number): Promise<MoneyBackOutcome> {
  return note(call, intentId, "record_refund", {
    p_payment_intent: intentId,
    p_refunded_pence: refundedPence,
  });
}

/** Records a dispute about a payment. Calls may repeat in any order: a decided dispute stays decided. */
export function recordDispute(
  call: Call,
  intentId: string,
  dispute: { id: string; status: "open" | "won" | "lost" },
): Promise<MoneyBackOutcome> {
  return note(call, intentId, "record_dispute", {
    p_payment_intent: intentId,
    p_dispute: dispute.id,
    p_status: dispute.status,
  });
}

async function note(
  call: Call,
  intentId: string,
  name: "record_refund" | "record_dispute",
  args: Record<string, unknown>,
): Promise<MoneyBackOutcome> {
  const record = () => callDatabase(call.admin, name, args, recordedSchema);
  let recorded = await record();
  // The event for the payment itself may be late or lost.
  if (recorded.outcome === "unknown" && (await processMissedPayment(call, intentId)))
    recorded = await record();
  if (recorded.outcome === "unknown") return "foreign";

  // An order that has ended takes no more payments. By the time a dispute is won, events for the plan may have been
  // missed.
  const hasEnded = recorded.status === "refunded" || recorded.status === "revoked";
  const mayHaveMissed = name === "record_dispute";
  if (recorded.subscription_id && (hasEnded || mayHaveMissed)) await syncPlan(call, recorded.subscription_id);
  return recorded.outcome;
}

/** Grants access for this payment's order, or updates its plan or invoice. Returns false if the payment is not for one of our orders. */
async function processMissedPayment(call: Call, intentId: string): Promise<boolean> {
  const stripe = stripeClient(call.env);
  const direct = await stripe.checkout.sessions.list({ payment_intent: intentId, limit: 1 });
  if (direct.data[0]) return (await grantPaidSession(call, direct.data[0])) !== "foreign";

  const invoice = await invoiceOf(stripe, intentId);
  if (invoice?.collection_method === "send_invoice")
    return (await syncInvoice(call, invoice.id)) !== "foreign";
  const reference = invoice?.parent?.subscription_details?.subscription;
  const subscription = typeof reference === "string" ? reference : reference?.id;
  if (!subscription) return false;
  const started = await stripe.checkout.sessions.list({ subscription, limit: 1 });
  if (started.data[0]) await grantPaidSession(call, started.data[0]);
  return (await syncPlan(call, subscription)) !== "foreign";
}

async function invoiceOf(stripe: Stripe, intentId: string): Promise<Stripe.Invoice | undefined> {
  const { data } = await stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: intentId },
    limit: 1,
    expand: ["data.invoice"],
  });
  const invoice = data[0]?.invoice;
  return !invoice || typeof invoice === "string" || invoice.deleted ? undefined : invoice;
}
