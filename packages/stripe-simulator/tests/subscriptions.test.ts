import { expect, test } from "vitest";
import { buyPlan, chargesOf, idOf, limitToThree, makePlanSession, startBilling } from "./support/billing.ts";
import { CARD, pay } from "./support/simulator.ts";

test("a buyer of a plan pays the first month and gets a subscription with a paid invoice", async () => {
  const { stripe } = await startBilling();
  const session = await makePlanSession(stripe);
  expect(session).toMatchObject({
    mode: "subscription",
    amount_total: 2160,
    customer_creation: "always",
    payment_method_collection: "always",
    subscription: null,
    invoice: null,
    payment_intent: null,
  });
  expect((await pay(session.url ?? "")).status).toBe(303);
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["subscription", "invoice.payments", "customer"],
  });
  expect(paid).toMatchObject({
    status: "complete",
    payment_status: "paid",
    payment_intent: null,
    customer: { email: CARD.email },
    subscription: {
      status: "active",
      metadata: { order: "1" },
      latest_invoice: idOf(paid.invoice),
      items: { data: [{ quantity: 1, current_period_start: paid.created, tax_rates: [{ percentage: 20 }] }] },
    },
    invoice: {
      status: "paid",
      billing_reason: "subscription_create",
      subtotal: 1800,
      total: 2160,
      amount_paid: 2160,
      total_taxes: [{ amount: 360, tax_behavior: "exclusive" }],
      attempt_count: 1,
      next_payment_attempt: null,
      parent: { subscription_details: { metadata: { order: "1" } } },
      payments: { data: [{ status: "paid", amount_paid: 2160 }] },
    },
  });
  const subscription = await stripe.subscriptions.retrieve(idOf(paid.subscription), {
    expand: ["default_payment_method"],
  });
  expect(subscription.default_payment_method).toMatchObject({
    customer: idOf(paid.customer),
    card: { last4: "4242" },
  });
  const types = (await stripe.events.list({ limit: 100 })).data.map((each) => each.type);
  for (const type of [
    "checkout.session.completed",
    "customer.created",
    "customer.subscription.created",
    "invoice.created",
    "invoice.finalized",
    "invoice.paid",
    "invoice.payment_succeeded",
    "invoice_payment.paid",
    "payment_intent.succeeded",
    "payment_method.attached",
    "charge.succeeded",
  ]) {
    expect(
      types.filter((each) => each === type),
      type,
    ).toHaveLength(1);
  }
});

test("a buyer who subscribes on 31 January pays on 28 February and 31 March", async () => {
  const start = Date.UTC(2027, 0, 31, 10) / 1000;
  const { stripe, advance } = await startBilling({ start });
  const subscription = await buyPlan(stripe);
  const schedule = await limitToThree(stripe, subscription);
  for (const _month of [1, 2, 3, 4]) await advance({ months: 1 });
  const { data } = await stripe.invoices.list({ subscription: subscription.id });
  const dates = data.map((each) => new Date(each.created * 1000).toISOString().slice(0, 16)).reverse();
  expect(dates).toEqual(["2027-01-31T10:00", "2027-02-28T10:00", "2027-03-31T10:00"]);
  expect(schedule.phases[0]?.end_date).toBe(Date.UTC(2027, 3, 30, 10) / 1000);
});

test("a renewal invoice stays a draft for an hour and is then charged", async () => {
  const { stripe, advance } = await startBilling();
  const subscription = await buyPlan(stripe);
  const end = subscription.items.data[0]?.current_period_end ?? 0;
  await advance({ to: end });
  const [draft] = (await stripe.invoices.list({ status: "draft" })).data;
  expect(draft).toMatchObject({ number: null, total: 2160, automatically_finalizes_at: end + 3600 });
  await advance({ to: end + 3600 });
  expect(await stripe.invoices.retrieve(draft?.id ?? "")).toMatchObject({
    status: "paid",
    number: expect.stringMatching(/-0002$/),
    status_transitions: { finalized_at: end + 3600, paid_at: end + 3600 },
  });
  expect((await advance({ to: end })).status).toBe(400);
});

test("a new schedule covers the current period, changes nothing, and then releases the subscription", async () => {
  const { stripe, advance } = await startBilling();
  const bought = await buyPlan(stripe);
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: bought.id });
  const [item] = bought.items.data;
  expect(schedule).toMatchObject({
    status: "active",
    end_behavior: "release",
    current_phase: { start_date: item?.current_period_start, end_date: item?.current_period_end },
    phases: [{ items: [{ price: item?.price.id, quantity: 1, tax_rates: [{ percentage: 20 }] }] }],
  });
  expect(
    await stripe.subscriptions.retrieve(bought.id, { expand: ["schedule", "latest_invoice.payments"] }),
  ).toMatchObject({
    schedule: { id: schedule.id },
    latest_invoice: { payments: { data: [{ status: "paid" }] } },
    cancel_at: null,
  });
  await advance({ months: 2 });
  expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
    status: "released",
    subscription: null,
    released_subscription: bought.id,
  });
  expect((await stripe.subscriptions.retrieve(bought.id)).schedule).toBeNull();
  expect(await chargesOf(stripe)).toHaveLength(3);
});
