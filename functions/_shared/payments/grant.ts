import type Stripe from "stripe";
import { z } from "zod";
import { ensureAccount } from "../accounts/ensureAccount.ts";
import { type Admin, callDatabase, DatabaseError } from "../database.ts";
import type { Call } from "../http/serve.ts";
import { startMailDelivery } from "../mail/startDelivery.ts";
import { findOrder, type Order } from "../orders/order.ts";
import { syncPlan } from "./plan/syncPlan.ts";

/** `foreign`: the session is not of this academy (the provider's account may sell other things). */
export type GrantOutcome = "granted" | "already" | "unpaid" | "foreign";

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
>;

/**
 * Gives access for a paid checkout session. The only way to it: webhook and success page both come here, any
 * number of times, in any order, at the same time, and the effect happens once. Throws when something is wrong
 * that a later try (or a person) has to mend.
 */
export async function grantPaidSession(call: Call, session: Session): Promise<GrantOutcome> {
  const order = await orderOf(call, session);
  if (!order) return "foreign";
  // With a code for everything an open session already asks for nothing: only completing it spends the code.
  if (session.status !== "complete" || session.payment_status === "unpaid") return "unpaid";
  if (order.paid_at) {
    if (!order.schedule_id) await startPlan(call, order, session);
    return "already";
  }
  if (session.amount_total !== order.total_pence || session.currency !== order.currency) {
    throw new Error(
      `order ${order.id} was to cost ${order.total_pence}, session says ${session.amount_total}`,
    );
  }

  await noteCustomer(call.admin, order, session);
  const userId = await ensureAccount(call.admin, order);
  const isFirst = await callDatabase(
    call.admin,
    "record_order_payment",
    {
      p_order: order.id,
      p_session: session.id,
      p_user: userId,
      p_payment_intent: idOf(session.payment_intent),
    },
    z.boolean(),
  );
  call.log.info(isFirst ? "granted" : "granted_before", { order: order.id });
  if (!isFirst) return "already";
  await startPlan(call, order, session);
  await startMailDelivery(call);
  return "granted";
}

/** Before the grant, so that a crash between the two is repeated: without its id the customer could not be deleted. */
async function noteCustomer(admin: Admin, order: Order, session: Session): Promise<void> {
  const customer = idOf(session.customer);
  if (!customer) return;
  const { error } = await admin.from("orders").update({ customer_id: customer }).eq("id", order.id);
  if (error) throw new DatabaseError("orders", error);
}

/**
 * Access does not wait for what the provider has still to be told: where that fails, the next event or
 * reconcile-payments does it.
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
  // Ours are UUIDs: another shop of the same account may number its orders.
  if (!z.uuid().safeParse(orderId).success) return undefined;
  const order = await findOrder(call.admin, { id: orderId });
  // A session made for an order of ours that is not here (a restored backup) must not pass for somebody else's.
  if (!order) throw new Error("the session names an order that does not exist");
  return order;
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
