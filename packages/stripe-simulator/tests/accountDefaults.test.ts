import type Stripe from "stripe";
import { expect, test } from "vitest";
import { buyPlan, limitToThree, makePlanSession, startBilling } from "./support/billing.ts";
import { control, makeSession, pay, startSimulator } from "./support/simulator.ts";

const BANK = { paymentMethod: "bacs_debit", sortCode: "10-88-00", accountNumber: "00012345" };
const FRENCH = "buyer+location_FR@example.com";

/** The types of the newest events, oldest first. */
async function eventTypes(stripe: Stripe, limit: number): Promise<string[]> {
  return (await stripe.events.list({ limit })).data.map((each) => each.type).reverse();
}

test("Adaptive Pricing charges a buyer abroad in their currency and leaves the session's own amount unchanged", async () => {
  const { stripe } = await startSimulator();
  const session = await makeSession(stripe, { customer_email: FRENCH });
  expect(session.adaptive_pricing).toEqual({ enabled: true });
  expect(await (await fetch(session.url ?? "")).text()).toContain("Pay €72.00");
  await pay(session.url ?? "");
  const presentment_details = { presentment_amount: 7200, presentment_currency: "eur" };
  expect(
    await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent.latest_charge"] }),
  ).toMatchObject({
    amount_total: 6000,
    currency: "gbp",
    presentment_details,
    payment_intent: {
      amount: 6000,
      currency: "gbp",
      presentment_details,
      latest_charge: { amount: 6000, currency: "gbp", presentment_details },
    },
  });
  const subscription = await buyPlan(stripe, { customer_email: FRENCH });
  expect(subscription).toMatchObject({ presentment_details: { presentment_currency: "eur" } });
});

test("a session that switches Adaptive Pricing off, a buyer at home, or the account's setting prevents a conversion", async () => {
  const { stripe, url } = await startSimulator();
  const paid = async (params: Partial<Stripe.Checkout.SessionCreateParams>) => {
    const session = await makeSession(stripe, params);
    await pay(session.url ?? "");
    return stripe.checkout.sessions.retrieve(session.id);
  };
  const off = { enabled: false };
  expect(await paid({ customer_email: FRENCH, adaptive_pricing: off })).not.toHaveProperty(
    "presentment_details",
  );
  expect(await paid({ customer_email: "buyer@example.com" })).not.toHaveProperty("presentment_details");
  expect(await (await control(url, "/checkout", { adaptivePricing: false })).json()).toEqual({
    adaptivePricing: false,
    paymentMethods: ["card"],
  });
  expect(await paid({ customer_email: FRENCH })).not.toHaveProperty("presentment_details");
  const plan = await makePlanSession(stripe, { adaptive_pricing: { enabled: true } });
  expect(plan.adaptive_pricing).toEqual({ enabled: true });
});

test("a session offers the account's payment methods unless it allows or excludes some", async () => {
  const { stripe, url } = await startSimulator();
  const typesOf = async (params: Partial<Stripe.Checkout.SessionCreateParams>) =>
    (await makeSession(stripe, params)).payment_method_types;
  expect(await typesOf({})).toEqual(["card"]);
  await control(url, "/checkout", { paymentMethods: ["card", "bacs_debit"] });
  expect(await typesOf({})).toEqual(["card", "bacs_debit"]);
  expect(await typesOf({ allowed_payment_method_types: ["card"] })).toEqual(["card"]);
  expect(await typesOf({ excluded_payment_method_types: ["bacs_debit"] })).toEqual(["card"]);
  expect((await makePlanSession(stripe)).payment_method_types).toEqual(["card"]);
  await expect(typesOf({ excluded_payment_method_types: ["bacs_debit", "card"] })).rejects.toThrow(
    "No valid payment method types",
  );
  // As Stripe does since this API version, whose types no longer have the parameter.
  const removed = { payment_method_types: ["card"] } as Partial<Stripe.Checkout.SessionCreateParams>;
  await expect(typesOf(removed)).rejects.toThrow("payment_method_types");
  expect((await control(url, "/checkout", { paymentMethods: [] })).status).toBe(400);
});

test("a bank debit completes the session unpaid and is paid four days later", async () => {
  const { stripe, url, advance } = await startBilling();
  await control(url, "/checkout", { paymentMethods: ["card", "bacs_debit"] });
  const session = await makeSession(stripe, { customer_creation: "always" });
  const faulty = await pay(session.url ?? "", { ...BANK, sortCode: "1", accountNumber: "" });
  expect([faulty.status, faulty.html.includes("Your sort code is invalid.")]).toEqual([422, true]);
  expect((await pay(session.url ?? "", { ...BANK, cardNumber: "" })).status).toBe(303);
  const [intent] = (await stripe.paymentIntents.list()).data;
  expect(intent).toMatchObject({ status: "processing", amount_received: 0, latest_charge: null });
  expect(await stripe.paymentMethods.retrieve(String(intent?.payment_method))).toMatchObject({
    type: "bacs_debit",
    bacs_debit: { sort_code: "108800", last4: "2345" },
  });
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: "complete",
    payment_status: "unpaid",
  });
  expect(await eventTypes(stripe, 2)).toEqual(["payment_intent.processing", "checkout.session.completed"]);
  expect((await stripe.charges.list()).data).toEqual([]);

  await advance({ days: 4 });
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: "complete",
    payment_status: "paid",
  });
  expect(await eventTypes(stripe, 3)).toEqual([
    "charge.succeeded",
    "payment_intent.succeeded",
    "checkout.session.async_payment_succeeded",
  ]);
  expect((await stripe.charges.list()).data).toMatchObject([
    { amount: 6000, payment_method_details: { type: "bacs_debit", bacs_debit: { last4: "2345" } } },
  ]);
  await advance({ days: 4 });
  expect((await stripe.charges.list()).data).toHaveLength(1);
});

test("a bank debit can fail, by Stripe's test account or by the control", async () => {
  const { stripe, url, advance } = await startBilling();
  await control(url, "/checkout", { paymentMethods: ["card", "bacs_debit"] });
  const debit = async (accountNumber: string) => {
    const session = await makeSession(stripe);
    await pay(session.url ?? "", { ...BANK, accountNumber });
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id);
    return { id: session.id, intent: String(intent) };
  };
  const slow = await debit("33333335");
  await advance({ days: 4 });
  const quick = await debit("00012345");
  const settle = (outcome: string) => control(url, `/payments/${quick.intent}/settle`, { outcome });
  expect((await settle("failed")).status).toBe(200);
  expect((await settle("succeeded")).status).toBe(409);
  expect((await settle("lost")).status).toBe(400);
  for (const { id, intent } of [slow, quick]) {
    expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
    });
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "debit_not_authorized" },
    });
  }
  expect(await eventTypes(stripe, 3)).toEqual([
    "charge.failed",
    "payment_intent.payment_failed",
    "checkout.session.async_payment_failed",
  ]);
});

test("Radar blocks a payment before the card network sees it, and the buyer can pay with another card", async () => {
  const { stripe } = await startSimulator();
  const session = await makeSession(stripe);
  const blocked = await pay(session.url ?? "", { cardNumber: "4100 0000 0000 0019" });
  expect([blocked.status, blocked.html.includes("Your card was declined.")]).toEqual([402, true]);
  expect((await stripe.charges.list()).data).toMatchObject([
    {
      status: "failed",
      failure_code: "card_declined",
      outcome: {
        type: "blocked",
        network_status: "not_sent_to_network",
        reason: "highest_risk_level",
        risk_level: "highest",
      },
    },
  ]);
  expect((await stripe.paymentIntents.list()).data).toMatchObject([
    { last_payment_error: { decline_code: "fraudulent" } },
  ]);
  expect((await pay(session.url ?? "")).status).toBe(303);
});

test("a payment in review has succeeded, and approving it closes the review", async () => {
  const { stripe } = await startSimulator();
  const session = await makeSession(stripe);
  await pay(session.url ?? "", { cardNumber: "4000 0000 0000 9235" });
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(session.id);
  const [review] = (await stripe.reviews.list({ expand: ["data.charge"] })).data;
  expect(review).toMatchObject({
    open: true,
    reason: "rule",
    payment_intent: intent,
    charge: { paid: true, review: review?.id },
  });
  expect(await eventTypes(stripe, 1)).toEqual(["review.opened"]);
  expect(await stripe.reviews.approve(review?.id ?? "")).toMatchObject({ open: false, reason: "approved" });
  expect(await eventTypes(stripe, 1)).toEqual(["review.closed"]);
  await expect(stripe.reviews.approve(review?.id ?? "")).rejects.toThrow("already been closed");
});

test("an issuer's early fraud warning names the payment", async () => {
  const { stripe } = await startSimulator();
  const session = await makeSession(stripe);
  await pay(session.url ?? "", { cardNumber: "4000 0000 0000 5423" });
  const [charge] = (await stripe.charges.list()).data;
  const { data } = await stripe.radar.earlyFraudWarnings.list({ charge: charge?.id ?? "" });
  expect(data).toMatchObject([
    { actionable: true, charge: charge?.id, payment_intent: charge?.payment_intent },
  ]);
  expect(await eventTypes(stripe, 1)).toEqual(["radar.early_fraud_warning.created"]);
});

test("a card whose bank always asks for authentication needs its holder at every renewal", async () => {
  const { stripe, advance } = await startBilling();
  const session = await makePlanSession(stripe);
  await pay(session.url ?? "", { cardNumber: "4000 0027 6000 3184" });
  await fetch(`${session.url}/authenticate`, {
    method: "POST",
    body: new URLSearchParams({ result: "complete" }),
    redirect: "manual",
  });
  await advance({ months: 1 });
  expect((await stripe.invoices.list({ status: "open" })).data).toMatchObject([{ attempt_count: 1 }]);
  expect((await stripe.paymentIntents.list({ limit: 1 })).data).toMatchObject([
    { last_payment_error: { code: "authentication_required" } },
  ]);
  expect((await stripe.events.list({ type: "invoice.payment_action_required" })).data).toHaveLength(1);
  expect((await stripe.events.list({ type: "invoice.payment_failed" })).data).toHaveLength(1);
});

test("the draft of an unpaid subscription is charged only after it has been finalised by a request", async () => {
  const { stripe, url, advance } = await startBilling();
  await control(url, "/billing", { afterRetries: "unpaid" });
  const subscription = await buyPlan(stripe, {}, { cardNumber: "4000 0000 0000 7726" });
  await limitToThree(stripe, subscription);
  await advance({ months: 1, days: 20 });
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("unpaid");
  await advance({ months: 1 });
  const [draft] = (await stripe.invoices.list({ status: "draft" })).data;
  expect(draft).toMatchObject({ auto_advance: false, automatically_finalizes_at: null });
  await control(url, `/subscriptions/${subscription.id}/renewals`, { decline: false });
  expect(await stripe.invoices.finalizeInvoice(draft?.id ?? "", { auto_advance: true })).toMatchObject({
    status: "paid",
  });
  await expect(stripe.invoices.finalizeInvoice(draft?.id ?? "")).rejects.toThrow("already finalized");
});
