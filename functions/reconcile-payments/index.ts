import type Stripe from "stripe";
import { z } from "zod";
import { callDatabase, DatabaseError } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import { serveJob } from "../_shared/http/serveJob.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { findOrder, type Order } from "../_shared/orders/order.ts";
import { processOnce } from "../_shared/payments/events/eventLedger.ts";
import { HANDLED_EVENTS, handleEvent } from "../_shared/payments/events/handleEvent.ts";
import { expireOrder } from "../_shared/payments/expireOrder.ts";
import { grantPaidSession } from "../_shared/payments/grant.ts";
import { reconcileInvoice } from "../_shared/payments/invoice/endInvoice.ts";
import { findInvoice } from "../_shared/payments/invoice/invoicedOrder.ts";
import { syncPlan } from "../_shared/payments/plan/syncPlan.ts";
import { paymentToRefundSchema, refundPayment } from "../_shared/payments/refundPayment.ts";
import { refundRefusedOrders } from "../_shared/payments/refundRefusedOrders.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";

/**
 * POST, for timers that hold the secret key (`apikey` header): repairs the effects of lost events and crashes, pauses
 * access to plans past their grace period, to orders with a refused student ID and to the places of unpaid teams, refunds
 * refused orders and second purchases, and sends reminders of overdue payments and abandoned orders. Each call does a
 * limited part of the work, and calls may overlap. Returns how many orders were `checked`, `granted`, `paused` (with
 * teams), `refunded`, `reminded`, `invited` back and `failed`, and how many missed events it `caughtUp` with.
 */
export default serveJob("reconcile-payments", async (call) => {
  const counts = await reconcileOrders(call);
  const caughtUp = await handleMissedEvents(call);
  const refunded = (await refundSecondPurchases(call)) + (await refundRefusedOrders(call));
  const suspended = await callDatabase(call.admin, "pause_refused_orders", {}, z.int());
  const teams = await callDatabase(call.admin, "pause_unpaid_teams", {}, z.int());
  const reminded = await callDatabase(call.admin, "remind_overdue", {}, z.int());
  const invited = await queueReminders(call);
  await startMailDelivery(call);
  return { ...counts, paused: counts.paused + suspended + teams, caughtUp, refunded, reminded, invited };
});

const MAX_REMINDERS_PER_RUN = 50;

/** Queues the single reminder for orders abandoned a day ago whose buyer agreed to it. Returns how many. */
function queueReminders(call: Call): Promise<number> {
  return callDatabase(call.admin, "queue_reminders", { p_limit: MAX_REMINDERS_PER_RUN }, z.int());
}

/** The provider itself retries for three days (docs.stripe.com/webhooks, "Automatic retries"). */
const LOOK_BACK_SECONDS = 7 * 24 * 60 * 60;
/** The size of a page of events, and of a ledger query: the ids must fit in one URL. */
const PAGE = 100;
const MAX_LISTED = 2_000;
const MAX_EVENTS_PER_RUN = 25;

/**
 * Fetches the events that the provider could not deliver and handles them, oldest first: events are the only notice of
 * a refund or dispute (docs.stripe.com/webhooks/process-undelivered-events). Events that failed before come last, the
 * least recently tried first, so that they never block the others. Returns how many had an effect.
 */
async function handleMissedEvents(call: Call): Promise<number> {
  const missed = await undelivered(stripeClient(call.env));
  const known = await ledgerOf(call, missed);
  // ISO 8601, or "" if the event was never tried. The sort is stable, so events with equal times stay oldest first.
  const triedAt = (event: Stripe.Event) => known.get(event.id)?.tried_at ?? "";
  const waiting = missed
    .filter((event) => !known.get(event.id)?.processed_at)
    .reverse()
    .sort((one, other) => Number(triedAt(one) > triedAt(other)) - Number(triedAt(one) < triedAt(other)));
  let count = 0;
  for (const event of waiting.slice(0, MAX_EVENTS_PER_RUN)) {
    try {
      const outcome = await processOnce(call.admin, event, () => handleEvent(call, event));
      call.log.info("missed_event", { event_id: event.id, type: event.type, outcome });
      count++;
    } catch (error) {
      call.log.fault("missed_event_not_handled", error, { event_id: event.id });
    }
  }
  return count;
}

/**
 * Newest first. May include an event that is being delivered right now (handling it twice has the same effect), and
 * recent events that were handled here, which the provider still lists as undelivered.
 */
function undelivered(stripe: Stripe): Promise<Stripe.Event[]> {
  const since = Math.floor(Date.now() / 1000) - LOOK_BACK_SECONDS;
  return stripe.events
    .list({ delivery_success: false, types: HANDLED_EVENTS, created: { gte: since }, limit: PAGE })
    .autoPagingToArray({ limit: MAX_LISTED });
}

type LedgerRow = { id: string; processed_at: string | null; tried_at: string };

async function ledgerOf(call: Call, events: readonly Stripe.Event[]): Promise<Map<string, LedgerRow>> {
  const rows = new Map<string, LedgerRow>();
  for (let start = 0; start < events.length; start += PAGE) {
    const ids = events.slice(start, start + PAGE).map((event) => event.id);
    const { data, error } = await call.admin
      .from("stripe_events")
      .select("id, processed_at, tried_at")
      .in("id", ids)
      .overrideTypes<LedgerRow[], { merge: false }>();
    if (error) throw new DatabaseError("stripe_events", error);
    for (const row of data) rows.set(row.id, row);
  }
  return rows;
}

/** Small, because an order that was claimed but not reached within the run has to wait for its next turn. */
const BATCH = 10;
const MAX_ORDERS_PER_RUN = 150;
const MAX_RUN_MS = 40_000;

const claimedSchema = z.array(z.object({ id: z.uuid(), is_paid: z.boolean() }));

type Counts = { checked: number; granted: number; paused: number; failed: number };

/** One order at a time; an order that cannot be checked is logged and does not hold up the others. */
async function reconcileOrders(call: Call): Promise<Counts> {
  const counts: Counts = { checked: 0, granted: 0, paused: 0, failed: 0 };
  const endAt = performance.now() + MAX_RUN_MS;
  while (counts.checked < MAX_ORDERS_PER_RUN && performance.now() < endAt) {
    const args = { p_limit: BATCH };
    const claimed = await callDatabase(call.admin, "claim_orders_to_reconcile", args, claimedSchema);
    for (const { id } of claimed) {
      counts.checked++;
      try {
        const outcome = await reconcile(call, await findOrder(call.admin, { id }));
        if (outcome !== "unchanged") counts[outcome]++;
      } catch (error) {
        call.log.fault("not_reconciled", error, { order: id });
        counts.failed++;
      }
    }
    if (claimed.length < BATCH) break;
  }
  return counts;
}

async function reconcile(call: Call, order: Order | undefined): Promise<Outcome> {
  if (!order) return "unchanged";
  if (order.paid_at) return reconcilePlan(call, order);
  const invoice = await findInvoice(call.admin, order.id);
  if (!invoice) return reconcileSession(call, order);
  return (await reconcileInvoice(call, invoice)) === "granted" ? "granted" : "unchanged";
}

/** Applies lost events first, so that a payment made on the last day is not followed by a pause. */
async function reconcilePlan(call: Call, order: Order): Promise<Outcome> {
  await syncPlan(call, order.subscription_id ?? (await subscriptionOf(call, order)));
  const isPaused = await callDatabase(call.admin, "pause_overdue", { p_order: order.id }, z.boolean());
  if (!isPaused) return "unchanged";
  call.log.info("access_paused", { order: order.id });
  return "paused";
}

async function subscriptionOf(call: Call, order: Order): Promise<string> {
  if (!order.checkout_session_id) throw new Error(`the plan ${order.id} has no session`);
  const { subscription } = await stripeClient(call.env).checkout.sessions.retrieve(order.checkout_session_id);
  if (!subscription) throw new Error(`the session of the plan ${order.id} created no subscription`);
  return typeof subscription === "string" ? subscription : subscription.id;
}

const HOUR_SECONDS = 60 * 60;
const MAX_SESSIONS = 100;

/** Grants an order that is paid at the provider but not recorded here, and expires one whose session has expired. */
async function reconcileSession(call: Call, order: Order): Promise<Outcome> {
  const session = await sessionOf(stripeClient(call.env), order);
  if (!session) return "unchanged";
  if (session.status === "expired") await expireOrder(call, session);
  if (session.status !== "complete") return "unchanged";
  return (await grantPaidSession(call, session)) === "granted" ? "granted" : "unchanged";
}

/**
 * If a crash prevented the session's id from being stored, looks for the session among those created within an hour of
 * the order.
 */
async function sessionOf(stripe: Stripe, order: Order): Promise<Stripe.Checkout.Session | undefined> {
  if (order.checkout_session_id) return stripe.checkout.sessions.retrieve(order.checkout_session_id);
  const created = Math.floor(Date.parse(order.created_at) / 1000);
  const { data } = await stripe.checkout.sessions.list({
    created: { gte: created - HOUR_SECONDS, lte: created + HOUR_SECONDS },
    status: "complete",
    limit: MAX_SESSIONS,
  });
  return data.find((each) => each.client_reference_id === order.id);
}

/** The result of checking one order. */
type Outcome = "granted" | "paused" | "unchanged";

const MAX_REFUNDS_PER_RUN = 20;

const secondPurchasesSchema = z.object({ id: z.uuid(), payments: z.array(paymentToRefundSchema) }).nullable();

/**
 * Refunds what guests paid for a tier that they already had. Telling guests before they pay would reveal to anonymous
 * callers who is enrolled. Returns the number of refunded payments; a failure is logged and tried again later.
 */
async function refundSecondPurchases(call: Call): Promise<number> {
  let count = 0;
  for (let looked = 0; looked < MAX_REFUNDS_PER_RUN; looked++) {
    const order = await callDatabase(call.admin, "claim_second_purchase", {}, secondPurchasesSchema);
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
