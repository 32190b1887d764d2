import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { allResources } from "../../src/resources.ts";
import { makeSession, pay, startSimulator } from "../support/simulator.ts";
import { contractFaults } from "./contractFaults.ts";
import { faultsOf } from "./shape.ts";

/** One of each object that the API can return, with the name of Stripe's sample. */
async function oneOfEach() {
  const { stripe } = await startSimulator();
  const open = await makeSession(stripe, {
    customer_creation: "always",
    consent_collection: { terms_of_service: "none" },
  });
  await pay(open.url ?? "", { cardNumber: "4000 0000 0000 0002" });
  const [failedCharge] = (await stripe.charges.list({ expand: ["data.refunds"] })).data;
  const [failedIntent] = (await stripe.paymentIntents.list()).data;
  await pay(open.url ?? "", { cardNumber: "4000 0025 0000 3155" });
  const [waiting] = (await stripe.paymentIntents.list()).data;
  await fetch(`${open.url}/authenticate`, {
    method: "POST",
    body: new URLSearchParams({ result: "complete" }),
    redirect: "manual",
  });
  const paid = await stripe.checkout.sessions.retrieve(open.id);
  const [line] = (await stripe.checkout.sessions.listLineItems(open.id)).data;
  const [intent] = (await stripe.paymentIntents.list()).data;
  const [charge] = (await stripe.charges.list({ expand: ["data.refunds"] })).data;
  const [buyer] = (await stripe.customers.list()).data;
  const [method] = (await stripe.paymentMethods.list()).data;
  const endpoint = await stripe.webhookEndpoints.create({
    url: "http://127.0.0.1:9/",
    enabled_events: ["product.deleted"],
  });
  const product = await stripe.products.create({ name: "Course" });
  const customer = await stripe.customers.create({
    address: { city: "Leeds" },
    shipping: { name: "Buyer", address: { city: "Leeds" } },
  });
  const [price] = (await stripe.prices.list()).data;
  const coupon = await stripe.coupons.create({ percent_off: 10 });
  const promotion = await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id } });
  const discounted = await makeSession(stripe, {
    discounts: [{ promotion_code: promotion.id }],
    expand: ["total_details.breakdown"],
  });
  const monthly = {
    product: product.id,
    currency: "gbp",
    unit_amount: 100,
    recurring: { interval: "month" },
  } as const;
  const refund = await stripe.refunds.create({ payment_intent: intent?.id ?? "", amount: 100 });
  const disputed = await makeSession(stripe);
  await pay(disputed.url ?? "", { cardNumber: "4000 0000 0000 0259" });
  for (const cardNumber of ["4000 0000 0000 9235", "4000 0000 0000 5423"]) {
    await pay((await makeSession(stripe)).url ?? "", { cardNumber });
  }
  return [
    ["charge", failedCharge],
    ["charge", charge],
    ["checkout.session", open],
    ["checkout.session", paid],
    ["checkout.session", discounted],
    ["coupon", coupon],
    ["customer", customer],
    ["customer", buyer],
    ["discount", discounted.total_details?.breakdown?.discounts[0]?.discount],
    ["dispute", (await stripe.disputes.list()).data[0]],
    ["event", (await stripe.events.list()).data[0]],
    ["item", line],
    ["payment_intent", failedIntent],
    ["payment_intent", waiting],
    ["payment_intent", intent],
    ["payment_method", method],
    ["price", price],
    ["price", await stripe.prices.create(monthly)],
    ["product", product],
    ["promotion_code", promotion],
    ["radar.early_fraud_warning", (await stripe.radar.earlyFraudWarnings.list()).data[0]],
    ["refund", refund],
    ["review", (await stripe.reviews.list()).data[0]],
    ["tax_rate", (await stripe.taxRates.list()).data[0]],
    ["webhook_endpoint", endpoint],
    ["deleted_coupon", await stripe.coupons.del(coupon.id)],
    ["deleted_webhook_endpoint", await stripe.webhookEndpoints.del(endpoint.id)],
    ["deleted_customer", await stripe.customers.del(customer.id)],
    [
      "deleted_product",
      await stripe.products.create({ name: "Gone" }).then(({ id }) => stripe.products.del(id)),
    ],
  ] as const;
}

test("every API object has every field of Stripe's own sample, with values of the same type", async () => {
  for (const [name, object] of await oneOfEach()) {
    expect(await contractFaults(name, object), name).toEqual([]);
  }
});

test("every kind of API object has a contract sample to compare it with", async () => {
  const files = await readdir(new URL("samples/", import.meta.url));
  for (const { object } of allResources.flatMap((each) => each.kinds))
    expect(files).toContain(`${object}.json`);
});

test("the contract comparison reports a missing field and a value of another type", () => {
  const shape = {
    id: "string",
    list: "array",
    address: { city: "string", open: "hash" },
    any: "null",
  } as const;
  expect(faultsOf({ id: 1, list: {}, address: { city: null, open: 3 } }, shape)).toEqual([
    "id: number instead of string",
    "list: hash instead of array",
    "address.open: number instead of hash",
    "any is missing",
  ]);
});
