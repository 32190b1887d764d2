import type Stripe from "stripe";
import { expect, test } from "vitest";
import { buyPlan, chargesOf, idOf, limitToThree, startBilling } from "./support/billing.ts";

const itemsOf = (schedule: Stripe.SubscriptionSchedule) =>
  (schedule.phases[0]?.items ?? []).map((item) => ({ price: idOf(item.price) }));

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

test("a released schedule leaves its subscription running, and a canceled one ends it immediately", async () => {
  const { stripe, advance } = await startBilling();
  const first = await buyPlan(stripe);
  const second = await buyPlan(stripe);
  const kept = await limitToThree(stripe, first);
  const dropped = await limitToThree(stripe, second);
  expect((await stripe.subscriptions.retrieve(first.id)).cancel_at).toBe(kept.phases[0]?.end_date);
  await stripe.subscriptionSchedules.release(kept.id);
  expect(await stripe.subscriptionSchedules.cancel(dropped.id)).toMatchObject({ status: "canceled" });
  await expect(stripe.subscriptionSchedules.cancel(dropped.id)).rejects.toThrow("in the `canceled` status");
  expect(await stripe.subscriptions.retrieve(first.id)).toMatchObject({ status: "active", cancel_at: null });
  expect((await stripe.subscriptions.retrieve(second.id)).status).toBe("canceled");
  await advance({ months: 4 });
  expect(await chargesOf(stripe)).toHaveLength(6);
});

test("the next phase applies its own price and metadata to the subscription", async () => {
  const { stripe, advance } = await startBilling();
  const bought = await buyPlan(stripe);
  const cheaper = await stripe.prices.create({
    product: idOf(bought.items.data[0]?.price.product as string),
    currency: "gbp",
    unit_amount: 1000,
    recurring: { interval: "month" },
  });
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: bought.id });
  const start_date = schedule.phases[0]?.start_date ?? 0;
  const end_date = schedule.phases[0]?.end_date ?? 0;
  await expect(
    stripe.subscriptionSchedules.update(schedule.id, {
      phases: [{ start_date, end_date, items: [{ price: cheaper.id }] }],
    }),
  ).rejects.toThrow("makes no prorations");
  await stripe.subscriptionSchedules.update(schedule.id, {
    end_behavior: "cancel",
    metadata: { plan: "steps" },
    phases: [
      { start_date, end_date, items: itemsOf(schedule) },
      { duration: { interval: "month" }, items: [{ price: cheaper.id }], metadata: { step: "2" } },
    ],
  });
  await advance({ months: 3 });
  expect(await chargesOf(stripe)).toEqual([2160, 1000]);
  expect(await stripe.subscriptions.retrieve(bought.id)).toMatchObject({
    status: "canceled",
    metadata: { order: "1", step: "2" },
  });
});

test("no card is charged while collection is paused, and charging resumes afterwards", async () => {
  const { stripe, advance } = await startBilling();
  const bought = await buyPlan(stripe);
  const [item] = bought.items.data;
  await stripe.subscriptions.update(bought.id, {
    pause_collection: { behavior: "void", resumes_at: (item?.current_period_end ?? 0) + 10 * 24 * 60 * 60 },
  });
  await advance({ months: 2 });
  const { data } = await stripe.invoices.list({ subscription: bought.id });
  expect(data.map((each) => each.status)).toEqual(["paid", "void", "paid"]);
  expect(await chargesOf(stripe)).toHaveLength(2);
  expect((await stripe.subscriptions.retrieve(bought.id)).pause_collection).toBeNull();
});

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
