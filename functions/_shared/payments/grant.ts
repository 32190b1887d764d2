import type Stripe from "stripe";
import { z } from "zod";
import { ensureAccount } from "../accounts/ensureAccount.ts";
import { type Admin, callDatabase, DatabaseError } from "../database.ts";
import type { Call } from "../http/serve.ts";
import { startMailDelivery } from "../mail/startDelivery.ts";
import { findOrder, type Order } from "../orders/order.ts";
import { invoiceOf, purchaseOrderOf, storeLateInvoice } from "./papers.ts";
import { syncPlan } from "./plan/syncPlan.ts";

/**
 * `processing`: the buyer has ordered the payment, and the bank has yet to make it. `foreign`: the session is not an
 * order of this academy (the provider's account may sell other things).
 */
export type GrantOutcome = "granted" | "already" | "unpaid" | "processing" | "foreign";

type Session = Pick<
  Stripe.Checkout.Session,
  | "id"
  | "status"
  | "payment_status"
  | "amount_total"
  | "currency"
  | "metadata"
  | "payment_intent"
  | "subscription"
  | "customer"
  | "invoice"
  | "custom_fields"
  | "presentment_details"
>;

/**
 * Grants access for a paid checkout session. Every grant goes through this function. The webhook, the success page, the timer
 * and a refund or dispute that arrives first call it, any number of times, in any order and concurrently, with the effect of
 * a single call. Throws for an error that a retry or a person has to fix.
 */
export async function grantPaidSession(call: Call, session: Session): Promise<GrantOutcome> {
  const order = await orderOf(call, session);
  if (!order) return "foreign";
  // With a 100 % discount nothing is due even while the session is open, but the code is used only when the session is
  // completed.
  if (session.status !== "complete") return "unpaid";
  if (session.payment_status === "unpaid") return "processing";
  if (order.paid_at) {
    if (!order.schedule_id) await startPlan(call, order, session);
    await storeLateInvoice(call, order, session);
    return "already";
  }
  if (session.amount_total !== order.total_pence || session.currency !== order.currency) {
    throw new Error(
      `order ${order.id} should cost ${order.total_pence}, but the session says ${session.amount_total}`,
    );
  }
  reportConversion(call, order, session);

  await storeBuyer(call.admin, order, session);
  const userId = await ensureAccount(call.admin, order);
  const isFirst = await callDatabase(
    call.admin,
    "record_order_payment",
    {
      p_order: order.id,
      p_session: session.id,
      p_user: userId,
      p_payment_intent: idOf(session.payment_intent),
      p_invoice: order.plan === "full" ? await invoiceOf(call, session) : null,
    },
    z.boolean(),
  );
  call.log.info(isFirst ? "granted" : "granted_before", { order: order.id });
  if (!isFirst) return "already";
  await startPlan(call, order, session);
  await startMailDelivery(call);
  return "granted";
}

/**
 * The amount is right in our currency, so the order is granted, but the buyer was charged something else than they were
 * shown: the account's Adaptive Pricing was on, and the session did not switch it off.
 */
function reportConversion({ log }: Call, order: Order, { presentment_details: charged }: Session): void {
  if (!charged || charged.presentment_currency === order.currency) return;
  log.fault("paid_in_another_currency", new Error("Adaptive Pricing converted the amount of an order"), {
    order: order.id,
    amount: charged.presentment_amount,
    currency: charged.presentment_currency,
  });
}

/**
 * Runs before the grant, so that it is repeated after a crash: a customer whose id is not stored could never be
 * deleted.
 */
async function storeBuyer(admin: Admin, order: Order, session: Session): Promise<void> {
  const { error } = await admin
    .from("orders")
    .update({ customer_id: idOf(session.customer), purchase_order: purchaseOrderOf(session) })
    .eq("id", order.id);
  if (error) throw new DatabaseError("orders", error);
}

/**
 * Access does not depend on the schedule at the provider: if creating the schedule fails, the next event or
 * reconcile-payments retries it.
 */
async function startPlan(call: Call, order: Order, session: Session): Promise<void> {
  const subscription = idOf(session.subscription);
  if (order.plan !== "installment" || !subscription) return;
  try {
    await syncPlan(call, subscription);
  } catch (error) {
    call.log.fault("plan_not_limited", error, { order: order.id });
  }
}

async function orderOf(call: Call, session: Session): Promise<Order | undefined> {
  const orderId = session.metadata?.order_id;
  if (!orderId) return findOrder(call.admin, { checkout_session_id: session.id });
  // Our ids are UUIDs: another shop that uses the same account may number its orders.
  if (!z.uuid().safeParse(orderId).success) return undefined;
  const order = await findOrder(call.admin, { id: orderId });
  // A session for one of our orders that is missing (after a backup was restored) must not count as foreign.
  if (!order) throw new Error("the session names an order that does not exist");
  return order;
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
