import Stripe from "stripe";
import { z } from "zod";
import { INSTALLMENT_MONTHS } from "../../../../src/domain/sales/plans.ts";
import { callDatabase, DatabaseError } from "../../database.ts";
import type { Call } from "../../http/serve.ts";
import { findOrder, type Order } from "../../orders/order.ts";
import { labelInvoices } from "../papers.ts";
import { stripeClient } from "../stripe.ts";
import { limitPlan } from "./limitPlan.ts";
import { isoTime, paymentFacts, paymentIntentOf } from "./planFacts.ts";

/** More invoices than a plan can ever have, extras included. */
const MAX_INVOICES = 100;

/**
 * Brings a plan up to date with the provider: payments, end, status and emails. Also makes sure that the provider takes
 * three payments and no more. Events only trigger this check, so it does not matter which of them arrive, how often or
 * in which order. Returns a word for the log: the order's status, `foreign` for a subscription that is not an order of
 * this academy, `early` while the order has not been granted.
 */
export async function syncPlan(call: Call, subscriptionId: string): Promise<string> {
  const stripe = stripeClient(call.env);
  const subscription = await stripe.subscriptions.retrieve(subscriptionId);
  const order = await orderOf(call, subscription);
  if (!order) return "foreign";
  if (!order.paid_at) return "early";

  const replacedAt = await replacementOf(call, order);
  const ending = endingOf(order.status) ?? (replacedAt === null ? null : "replaced");
  const mayCharge = ending === null && ["paid", "past_due", "paused"].includes(order.status);
  const invoices = await invoicesOf(stripe, subscription, mayCharge);
  const extra = invoices.slice(INSTALLMENT_MONTHS);
  const mustEnd = extra.length > 0 || ending !== null;
  const current =
    mustEnd && subscription.ended_at === null ? await endSubscription(stripe, subscription.id) : subscription;
  if (ending) await closeEndedPlan(call, order.id, { ending, replacedAt }, invoices);
  else {
    await refundExtraPayments(call, extra);
    if (current.ended_at !== null) await closeUselessInvoices(call, invoices);
  }
  const customer = typeof current.customer === "string" ? current.customer : current.customer.id;
  if (current.ended_at === null && !order.schedule_id) await labelInvoices(call, order, customer);
  const scheduleId = current.ended_at === null ? await limitPlan(stripe, order.id, current) : null;

  return callDatabase(
    call.admin,
    "record_plan",
    {
      p_order: order.id,
      p_plan: {
        customer_id: customer,
        subscription_id: current.id,
        schedule_id: scheduleId,
        ended_at: current.ended_at === null ? null : isoTime(current.ended_at),
        is_replaced: ending === "replaced",
        payments: paymentFacts(current, invoices.slice(0, INSTALLMENT_MONTHS)),
      },
    },
    z.string(),
  );
}

async function orderOf(call: Call, subscription: Stripe.Subscription): Promise<Order | undefined> {
  const id = subscription.metadata.order_id;
  if (!id || !z.uuid().safeParse(id).success) return undefined;
  const order = await findOrder(call.admin, { id });
  // As with sessions: a subscription for one of our orders must not count as foreign.
  if (!order) throw new Error("the subscription names an order that does not exist");
  return order;
}

/** Oldest first. Before that, lets the provider collect a payment that it has held back. */
async function invoicesOf(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  mayCharge: boolean,
): Promise<Stripe.Invoice[]> {
  const list = async () => {
    const { data } = await stripe.invoices.list({
      subscription: subscription.id,
      limit: MAX_INVOICES,
      expand: ["data.payments"],
    });
    return data.toReversed();
  };
  const invoices = await list();
  const held = heldBackInvoice(subscription, invoices.slice(0, INSTALLMENT_MONTHS));
  if (!held || !mayCharge) return invoices;
  // The key makes a concurrent call receive the same answer instead of an error.
  await stripe.invoices.finalizeInvoice(
    held.id,
    { auto_advance: true },
    { idempotencyKey: `finalise-${held.id}` },
  );
  return list();
}

/**
 * If the account makes a subscription `unpaid` after the last retry, the provider leaves later invoices as drafts for
 * good, and they have no page on which to pay. Once the earlier payments are made, the next one is due as usual.
 */
function heldBackInvoice(
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
): Stripe.Invoice | undefined {
  if (subscription.status !== "unpaid" || subscription.pause_collection) return undefined;
  const next = invoices.find((each) => each.status !== "paid");
  return next?.status === "draft" && next.auto_advance === false ? next : undefined;
}

/** Cancels the subscription at the provider immediately, and with it all later payments. Returns its new state. */
export async function endSubscription(stripe: Stripe, subscriptionId: string): Promise<Stripe.Subscription> {
  try {
    return await stripe.subscriptions.cancel(subscriptionId);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    // Another request may have ended it since the check.
    const now = await stripe.subscriptions.retrieve(subscriptionId);
    if (now.ended_at === null) throw error;
    return now;
  }
}

/** This should never happen: more than three payments were requested. Voids or refunds the extra ones. */
async function refundExtraPayments(call: Call, invoices: readonly Stripe.Invoice[]): Promise<void> {
  for (const invoice of invoices) {
    const wasVoided = await voidOpen(call, invoice);
    const wasRefunded = await refundPaid(call, invoice);
    if (!wasVoided && !wasRefunded) continue;
    const event = wasVoided ? "plan_extra_invoice_voided" : "plan_extra_payment_refunded";
    call.log.fault(event, new Error("a plan requested more than three payments"), { invoice: invoice.id });
  }
}

const ENDINGS = ["refunded", "revoked", "ended"] as const;
type Ending = (typeof ENDINGS)[number] | "replaced";
const endingOf = (status: string) => ENDINGS.find((each) => each === status) ?? null;

/**
 * When the order was paid that gives the owner of a paused plan the same tier (docs/decisions/0015), or null. The database
 * checks both at once: since `order` was read, the plan itself may give access again.
 */
async function replacementOf({ admin }: Call, { id, status }: Order): Promise<string | null> {
  if (status !== "paused" && status !== "id_refused") return null;
  return callDatabase(admin, "plan_replaced_at", { p_order: id }, z.string().nullable());
}

/**
 * An order that has ended takes no more money: its open invoices are voided. If the order was `refunded` or staff have
 * `ended` its access, a payment taken at the same moment is refunded too. If another order has `replaced` it, so is every
 * payment since then.
 */
async function closeEndedPlan(
  call: Call,
  orderId: string,
  { ending, replacedAt }: { ending: Ending; replacedAt: string | null },
  invoices: readonly Stripe.Invoice[],
): Promise<void> {
  // Otherwise nothing is refunded that was paid before.
  const kept = ending === "refunded" ? [] : await recordedInvoices(call, orderId, replacedAt);
  for (const invoice of invoices) {
    if (await voidOpen(call, invoice)) call.log.info("plan_invoice_voided", { invoice: invoice.id });
    const mayBeLate = ending !== "revoked" && !kept.includes(invoice.id);
    if (mayBeLate && (await refundPaid(call, invoice))) {
      call.log.info("plan_late_payment_refunded", { invoice: invoice.id });
    }
  }
}

/** The provider ended the plan too early for three payments, so one that is still open would buy nothing. */
async function closeUselessInvoices(call: Call, invoices: readonly Stripe.Invoice[]): Promise<void> {
  const payable = invoices.filter(({ status }) => status !== "draft" && status !== "void");
  if (payable.length >= INSTALLMENT_MONTHS) return;
  for (const invoice of payable) {
    if (await voidOpen(call, invoice)) call.log.info("plan_invoice_voided", { invoice: invoice.id });
  }
}

/** The invoices that are recorded as paid, at any time or before the given one. */
async function recordedInvoices(call: Call, orderId: string, before: string | null): Promise<string[]> {
  const { data, error } = await call.admin
    .from("order_payments")
    .select("invoice_id")
    .eq("order_id", orderId)
    .lt("paid_at", before ?? "infinity");
  if (error) throw new DatabaseError("order_payments", error);
  return z
    .array(z.object({ invoice_id: z.string() }))
    .parse(data)
    .map((each) => each.invoice_id);
}

/** Returns true if it voided the invoice. An uncollectible invoice counts too, because its page can still be paid. */
async function voidOpen(call: Call, invoice: Stripe.Invoice): Promise<boolean> {
  if (invoice.status !== "open" && invoice.status !== "uncollectible") return false;
  const options = { idempotencyKey: `void-${invoice.id}` };
  await stripeClient(call.env).invoices.voidInvoice(invoice.id, {}, options);
  return true;
}

/** Returns true if it refunded the invoice. A payment that was refunded before, even partly, is left alone. */
async function refundPaid(call: Call, invoice: Stripe.Invoice): Promise<boolean> {
  const intent = paymentIntentOf(invoice);
  if (invoice.status !== "paid" || !intent || invoice.amount_paid === 0) return false;
  const stripe = stripeClient(call.env);
  const { data } = await stripe.refunds.list({ payment_intent: intent, limit: 1 });
  if (data.length > 0) return false;
  const params = { payment_intent: intent, reason: "duplicate" } as const;
  await stripe.refunds.create(params, { idempotencyKey: `extra-${invoice.id}` });
  return true;
}
