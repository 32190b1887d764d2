import { expect, test } from "vitest";
import { buyPlan, idOf, limitToThree, openPortal, startBilling } from "../support/billing.ts";
import { contractFaults } from "./contractFaults.ts";

/** One of each billing object, in each of its states, with the name of Stripe's sample. */
async function oneOfEach(): Promise<[string, unknown][]> {
  const { stripe, advance } = await startBilling();
  const coupon = await stripe.coupons.create({
    percent_off: 10,
    duration: "repeating",
    duration_in_months: 3,
  });
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000, name: "Clock" });
  const customer = await stripe.customers.create({ test_clock: clock.id });
  const inTime = await buyPlan(stripe, { customer: customer.id });
  const advanced = await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: 1_800_000_060 });
  const bought = await buyPlan(
    stripe,
    { discounts: [{ coupon: coupon.id }] },
    { cardNumber: "4000 0000 0000 7726" },
  );
  const fresh = await stripe.subscriptionSchedules.create({ from_subscription: inTime.id });
  const schedule = await limitToThree(stripe, bought);
  const portal = await openPortal(stripe, idOf(bought.customer));
  const paid = await stripe.invoices.retrieve(idOf(bought.latest_invoice), {
    expand: ["payments", "confirmation_secret", "discounts"],
  });
  await advance({ to: bought.items.data[0]?.current_period_end });
  const [draft] = (await stripe.invoices.list({ status: "draft" })).data;
  await advance({ days: 1 });
  const failed = await stripe.subscriptions.retrieve(bought.id);
  const [open] = (await stripe.invoices.list({ status: "open", expand: ["data.payments"] })).data;
  const [customerAfter] = (await stripe.customers.list()).data;
  await advance({ months: 4 });
  const session = (await stripe.checkout.sessions.list({ subscription: bought.id })).data[0];
  const { id: unused } = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 });
  return [
    [
      "billing_portal.configuration",
      await stripe.billingPortal.configurations.retrieve(idOf(portal.configuration)),
    ],
    ["billing_portal.session", portal],
    ["checkout.session", session],
    ["customer", customerAfter],
    ["deleted_test_helpers.test_clock", await stripe.testHelpers.testClocks.del(unused)],
    ["discount", paid.discounts[0]],
    ["invoice", paid],
    ["invoice", draft],
    ["invoice", open],
    ["invoice_payment", paid.payments?.data[0]],
    ["invoice_payment", open?.payments?.data[0]],
    ["line_item", paid.lines.data[0]],
    ["line_item", (await stripe.invoices.listLineItems(paid.id)).data[0]],
    ["payment_intent", (await stripe.paymentIntents.list()).data[0]],
    ["payment_method", (await stripe.paymentMethods.list()).data[0]],
    ["subscription", bought],
    ["subscription", failed],
    ["subscription", await stripe.subscriptions.retrieve(bought.id)],
    ["subscription_item", bought.items.data[0]],
    ["subscription_item", await stripe.subscriptionItems.retrieve(bought.items.data[0]?.id ?? "")],
    ["subscription_schedule", fresh],
    ["subscription_schedule", schedule],
    ["subscription_schedule", await stripe.subscriptionSchedules.retrieve(schedule.id)],
    ["test_helpers.test_clock", clock],
    ["test_helpers.test_clock", advanced],
  ];
}

test("every billing object has every field of Stripe's own sample, with values of the same type", async () => {
  for (const [name, object] of await oneOfEach()) {
    expect(await contractFaults(name, object), name).toEqual([]);
  }
});
