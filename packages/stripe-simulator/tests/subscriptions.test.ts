import type Stripe from "stripe";
import { expect, test } from "vitest";
import {
  buyPlan,
  chargesOf,
  idOf,
  limitToThree,
  makePlan,
  makePlanSession,
  startBilling,
} from "./support/billing.ts";
import { CARD, pay, SUCCESS_URL } from "./support/simulator.ts";

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

test("a plan of three instalments is charged three times and never a fourth", async () => {
  const { stripe, advance } = await startBilling();
  const subscription = await buyPlan(stripe);
  const schedule = await limitToThree(stripe, subscription);
  expect(schedule).toMatchObject({ status: "active", end_behavior: "cancel", subscription: subscription.id });
  for (const charged of [2, 3, 3, 3]) {
    expect((await advance({ months: 1 })).status).toBe(200);
    expect(await chargesOf(stripe)).toEqual(Array.from({ length: charged }, () => 2160));
  }
  const end = schedule.phases[0]?.end_date;
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: "canceled",
    ended_at: end,
  });
  expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
    status: "completed",
    completed_at: end,
    current_phase: null,
  });
  const invoices = await stripe.invoices.list({ subscription: subscription.id });
  expect(invoices.data.map((each) => [each.status, each.billing_reason])).toEqual([
    ["paid", "subscription_cycle"],
    ["paid", "subscription_cycle"],
    ["paid", "subscription_create"],
  ]);
  expect((await stripe.events.list({ type: "customer.subscription.deleted" })).data).toMatchObject([
    { created: end, request: { id: null } },
  ]);
  expect((await stripe.events.list({ type: "subscription_schedule.completed" })).data).toHaveLength(1);
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

test("a canceled subscription is not charged again, and one that ends with its period stays active until then", async () => {
  const { stripe, advance } = await startBilling();
  const first = await buyPlan(stripe);
  const second = await buyPlan(stripe);
  expect(await stripe.subscriptions.cancel(first.id)).toMatchObject({ status: "canceled" });
  await expect(stripe.subscriptions.cancel(first.id)).rejects.toThrow("No such subscription");
  const ending = await stripe.subscriptions.update(second.id, { cancel_at_period_end: true });
  expect(ending).toMatchObject({ status: "active", cancel_at: second.items.data[0]?.current_period_end });
  await advance({ months: 2 });
  expect(await chargesOf(stripe)).toHaveLength(2);
  expect((await stripe.subscriptions.list()).data).toEqual([]);
  expect((await stripe.subscriptions.list({ status: "all" })).data).toHaveLength(2);
});

test("subscription parameters that Stripe rejects are rejected", async () => {
  const { stripe } = await startBilling();
  const { product, price } = await makePlan(stripe);
  const once = await stripe.prices.create({ product: product.id, currency: "gbp", unit_amount: 5000 });
  const sell = (params: object) =>
    stripe.checkout.sessions.create({
      mode: "subscription",
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: SUCCESS_URL,
      ...params,
    });
  await expect(sell({ line_items: [{ price: once.id, quantity: 1 }] })).rejects.toThrow(
    "at least one recurring price",
  );
  await expect(sell({ customer_creation: "always" })).rejects.toThrow(
    "`customer_creation` in `subscription` mode",
  );
  await expect(sell({ payment_intent_data: { description: "x" } })).rejects.toThrow("payment_intent_data");
  const subscription = await buyPlan(stripe);
  const schedule = await limitToThree(stripe, subscription);
  await expect(stripe.subscriptionSchedules.create({ from_subscription: subscription.id })).rejects.toThrow(
    "already attached to a schedule",
  );
  await expect(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toThrow(
    "managed by the subscription schedule",
  );
  const items = [{ price: price.id }];
  const start_date = schedule.phases[0]?.start_date ?? 0;
  const phases = (phase: object) =>
    stripe.subscriptionSchedules.update(schedule.id, { phases: [{ items, start_date, ...phase }] });
  await expect(phases({ iterations: 3 })).rejects.toThrow(
    "Received unknown parameter: phases[0][iterations]",
  );
  await expect(
    stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { items, start_date, duration: { interval: "month" } },
        { items, duration: { interval: "month" } },
      ],
    }),
  ).rejects.toThrow("supports only one phase");
  const more = { items: [{ price: price.id, quantity: 2 }], duration: { interval: "month" } };
  await expect(phases(more)).rejects.toThrow("makes no prorations");
  const both = { coupon: "x", promotion_code: "y" };
  await expect(phases({ duration: more.duration, discounts: [both] })).rejects.toThrow("exactly one");
  await expect(phases({})).rejects.toThrow("exactly one of");
  await expect(phases({ start_date: start_date + 1, end_date: start_date + 99999999 })).rejects.toThrow(
    "start date of the current phase",
  );
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

test.each(["void", "mark_uncollectible", "keep_as_draft"] as const)(
  "no card is charged while collection is paused with %s, and charging resumes afterwards",
  async (behavior) => {
    const { stripe, advance } = await startBilling();
    const { id } = await buyPlan(stripe);
    await stripe.subscriptions.update(id, { pause_collection: { behavior } });
    await advance({ months: 1 });
    await stripe.subscriptions.update(id, { pause_collection: "" });
    await advance({ months: 1 });
    const { data } = await stripe.invoices.list({ subscription: id });
    const paused = { void: "void", mark_uncollectible: "uncollectible", keep_as_draft: "draft" }[behavior];
    expect(data.map((each) => each.status)).toEqual(["paid", paused, "paid"]);
    expect(await chargesOf(stripe)).toHaveLength(2);
  },
);

test("invoices can be filtered by status and subscription, and an open invoice can be voided", async () => {
  const { stripe, advance } = await startBilling();
  const bought = await buyPlan(stripe, {}, { cardNumber: "4000 0000 0000 7726" });
  await buyPlan(stripe);
  await advance({ months: 1 });
  const ids = async (params: Stripe.InvoiceListParams) => (await stripe.invoices.list(params)).data.length;
  expect(await ids({})).toBe(4);
  expect(await ids({ subscription: bought.id })).toBe(2);
  expect(await ids({ subscription: bought.id, status: "open" })).toBe(1);
  expect(await ids({ customer: idOf(bought.customer), status: "paid" })).toBe(1);
  const [open] = (await stripe.invoices.list({ status: "open" })).data;
  expect(await stripe.invoices.voidInvoice(open?.id ?? "")).toMatchObject({ status: "void" });
  await expect(stripe.invoices.pay(open?.id ?? "")).rejects.toThrow("cannot be paid");
});
