import type Stripe from "stripe";
import { expect } from "vitest";
import { eventually } from "../support/eventually.ts";
import type { TestAcademy } from "../support/server/academy.ts";
import { payOnHostedPage } from "../support/server/hostedPage.ts";
import { type Checkout, newEmail, openCheckout, orderOf, professionalPayload } from "./shop.ts";

/** £300.00 plus VAT. */
export const MONTHLY_PENCE = 360_00;

/** Opens a checkout for the professional tier's 3-month plan. */
export function openPlan(academy: TestAcademy, email: string, change = {}): Promise<Checkout> {
  const payload = { ...professionalPayload(email), priceId: "academy_professional_installment", ...change };
  return openCheckout(academy, payload);
}

export async function payPlan(
  academy: TestAcademy,
  email: string,
  change = {},
  card: Parameters<typeof payOnHostedPage>[1] = {},
): Promise<Checkout> {
  const checkout = await openPlan(academy, email, change);
  const next = await payOnHostedPage(checkout.url, card);
  if (next.endsWith("/authenticate")) {
    const body = new URLSearchParams({ result: "complete" });
    await fetch(new URL(next, checkout.url), { method: "POST", body, redirect: "manual" });
  }
  return checkout;
}

/** Runs the reconciler as if nothing had been checked for a long time. */
export async function reconcile(academy: TestAcademy): Promise<Record<string, unknown>> {
  await academy.backend.query("update public.orders set checked_at = null, refund_tried_at = null");
  const reply = await academy.call("reconcile-payments", {}, { apikey: academy.secretKey });
  expect(reply.status).toBe(200);
  return reply.body;
}

export type PlanRow = {
  id: string;
  status: string;
  customer_id: string | null;
  subscription_id: string | null;
  schedule_id: string | null;
  grace_until: Date | null;
  plan_ended_at: Date | null;
};

export async function planOf(academy: TestAcademy, sessionId: string): Promise<PlanRow> {
  const { id } = await orderOf(academy, sessionId);
  const [row] = await academy.backend.query<PlanRow>("select * from public.orders where id = $1", [id]);
  if (!row) throw new Error("the order no longer exists");
  return row;
}

/** "paid", "failed" or "due" for each payment, by number. */
export async function paymentsOf(academy: TestAcademy, sessionId: string): Promise<string[]> {
  const rows = await academy.backend.query<{ state: string }>(
    `select case when paid_at is not null then 'paid' when failed_at is not null then 'failed' else 'due' end as state
     from public.order_payments where order_id = (select id from public.orders where checkout_session_id = $1)
     order by number`,
    [sessionId],
  );
  return rows.map((each) => each.state);
}

/** How many emails of each kind were queued for the order. */
export async function mailsOf(academy: TestAcademy, sessionId: string): Promise<Record<string, number>> {
  const rows = await academy.backend.query<{ kind: string; count: number }>(
    `select kind, count(*)::int as count from public.mail_queue
     where order_id = (select id from public.orders where checkout_session_id = $1) group by kind`,
    [sessionId],
  );
  return Object.fromEntries(rows.map((each) => [each.kind, each.count]));
}

/** The provider's successful charges less refunds, in pence. */
export async function chargesOf(academy: TestAcademy, customer: string | null): Promise<number[]> {
  if (!customer) throw new Error("the order has no customer yet");
  const { data } = await academy.stripe.charges.list({ customer, limit: 100 });
  return data.filter((each) => each.paid).map((each) => each.amount - each.amount_refunded);
}

/** A plan whose first payment is recorded. */
export async function startPlan(academy: TestAcademy, card: Parameters<typeof payOnHostedPage>[1] = {}) {
  const email = newEmail();
  const { sessionId } = await payPlan(academy, email, {}, card);
  await eventually(async () => expect((await planOf(academy, sessionId)).schedule_id).toBeTruthy());
  return { email, sessionId, plan: await planOf(academy, sessionId) };
}

export async function expectPayments(academy: TestAcademy, sessionId: string, expected: string[]) {
  await eventually(async () => expect(await paymentsOf(academy, sessionId)).toEqual(expected));
}

export async function expectStatus(academy: TestAcademy, sessionId: string, status: string) {
  await eventually(async () => expect((await planOf(academy, sessionId)).status).toBe(status));
}

/** How many events the simulator has not delivered yet. */
export async function undelivered(): Promise<number> {
  const reply = await fetch(`${process.env.STRIPE_API_URL}/_sim/webhooks`);
  // The shape of the simulator's own reply.
  const { deliveries } = (await reply.json()) as { deliveries: { state: string }[] };
  return deliveries.filter((each) => each.state === "pending").length;
}

/** A plan as a crash leaves it between recording the payment and creating the schedule. */
export async function startUnlimited(academy: TestAcademy) {
  const email = newEmail();
  const { sessionId, url } = await openPlan(academy, email);
  await academy.simulate("webhooks", { mode: "drop" });
  await payOnHostedPage(url);
  const session = await academy.stripe.checkout.sessions.retrieve(sessionId, { expand: ["subscription"] });
  const { id } = await planOf(academy, sessionId);
  const { data, error } = await academy.client(academy.secretKey).auth.admin.createUser({
    email,
    password: "correct horse battery",
    app_metadata: { made_for_order: id },
  });
  if (error) throw error;
  await academy.backend.query("select public.record_order_payment($1, $2, $3, null, null)", [
    id,
    sessionId,
    data.user.id,
  ]);
  // An object, because the request expanded it.
  const subscription = session.subscription as Stripe.Subscription;
  return {
    email,
    sessionId,
    plan: { id, subscription_id: subscription.id, customer_id: String(subscription.customer) },
  };
}
