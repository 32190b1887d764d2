import type Stripe from "stripe";
import { expect, test } from "vitest";
import {
  makeCourse,
  makeSession,
  pay,
  SUCCESS_URL,
  startReceiver,
  startSimulator,
  WEBHOOK_SECRET,
} from "./support/simulator.ts";

const HOUR_SECONDS = 3600;
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** A clock that a test can advance. */
function clock() {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    forward(seconds: number) {
      ahead += seconds * 1000;
    },
  };
}

test("a session for the £50 course costs £60.00 and stays open for a day", async () => {
  const { stripe, url } = await startSimulator();
  const session = await makeSession(stripe, {
    customer_email: "buyer@example.com",
    client_reference_id: "order-1",
    metadata: { order: "1" },
  });
  expect(session).toMatchObject({
    object: "checkout.session",
    status: "open",
    payment_status: "unpaid",
    mode: "payment",
    currency: "gbp",
    amount_subtotal: 5000,
    amount_total: 6000,
    total_details: { amount_discount: 0, amount_tax: 1000 },
    customer: null,
    customer_creation: "if_required",
    customer_email: "buyer@example.com",
    client_reference_id: "order-1",
    metadata: { order: "1" },
    payment_intent: null,
    success_url: SUCCESS_URL,
    url: `${url}/pay/${session.id}`,
  });
  expect(session.id).toMatch(/^cs_test_\w{58}$/);
  expect(session.expires_at - session.created).toBe(24 * HOUR_SECONDS);
  const { data } = await stripe.checkout.sessions.listLineItems(session.id);
  expect(data).toMatchObject([
    { object: "item", amount_subtotal: 5000, amount_tax: 1000, amount_total: 6000, quantity: 1 },
  ]);
});

test("session parameters that Stripe rejects are rejected", async () => {
  const { stripe } = await startSimulator();
  const { price, product, vat } = await makeCourse(stripe);
  const monthly = await stripe.prices.create({
    product: product.id,
    currency: "gbp",
    unit_amount: 1800,
    recurring: { interval: "month" },
  });
  const dollars = await stripe.prices.create({ product: product.id, currency: "usd", unit_amount: 1800 });
  const line = (id: string) => ({ price: id, quantity: 1 });
  const customer = await stripe.customers.create({});
  const attempts: [Partial<Stripe.Checkout.SessionCreateParams>, string][] = [
    [{ line_items: [line("price_none")] }, "No such price: 'price_none'"],
    [{ line_items: [line(monthly.id)] }, "You specified `payment` mode but passed a recurring price."],
    [{ line_items: [line(price.id), line(dollars.id)] }, "matching currency"],
    [{ line_items: [{ ...line(price.id), tax_rates: ["txr_none"] }] }, "No such tax rate: 'txr_none'"],
    [{ line_items: [{ price: price.id }] }, "Quantity is required"],
    [{ expires_at: inSeconds(HOUR_SECONDS / 4) }, "at least 30 minutes"],
    [{ expires_at: inSeconds(25 * HOUR_SECONDS) }, "less than 24 hours"],
    [
      { customer: customer.id, customer_email: "a@example.com" },
      "You may only specify one of these parameters: customer, customer_email.",
    ],
    [{ success_url: "nowhere" }, "Not a valid URL"],
    [{ discounts: [{ coupon: "x" }] }, "No such coupon: 'x'"],
    [{ mode: "subscription" }, "at least one recurring price"],
  ];
  for (const [params, message] of attempts)
    await expect(makeSession(stripe, params)).rejects.toThrow(message);
  await stripe.prices.update(price.id, { active: false });
  await expect(makeSession(stripe, { line_items: [line(price.id)] })).rejects.toThrow("inactive");
  await stripe.taxRates.update(vat.id, { active: false });
  const unused = await stripe.prices.create({ product: product.id, currency: "gbp", unit_amount: 5000 });
  const untaxed = { ...line(unused.id), tax_rates: [vat.id] };
  await expect(makeSession(stripe, { line_items: [untaxed] })).rejects.toThrow("is not active");
});

test("a total of zero is free, and one of 1 to 29 pence is rejected", async () => {
  const { stripe } = await startSimulator();
  const leaving = async (pence: number) => {
    const { id } = await stripe.coupons.create({ amount_off: 5000 - pence, currency: "gbp" });
    return await makeSession(stripe, { discounts: [{ coupon: id }] });
  };
  expect((await leaving(25)).amount_total).toBe(30);
  await expect(leaving(24)).rejects.toMatchObject({ code: "amount_too_small" });
  await expect(leaving(1)).rejects.toMatchObject({ code: "amount_too_small" });
  const free = await makeSession(stripe, {}, 0);
  expect(free).toMatchObject({ amount_total: 0, payment_status: "no_payment_required" });
  const reply = await pay(free.url ?? "", { cardNumber: "" });
  expect(reply.status).toBe(303);
  expect(await stripe.checkout.sessions.retrieve(free.id)).toMatchObject({
    status: "complete",
    payment_status: "no_payment_required",
    payment_intent: null,
  });
});

test("a session can be expired on request only once", async () => {
  const { stripe } = await startSimulator();
  const session = await makeSession(stripe);
  expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: "expired", url: null });
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toThrow(
    'Only Checkout Sessions with a status in ["open"]',
  );
  const page = await fetch(session.url ?? "");
  expect(page.status).toBe(410);
  expect(await page.text()).toContain("This page has expired");
  expect((await pay(session.url ?? "")).status).toBe(410);
});

test("a session past its expiry time cannot be paid and is shown as expired", async () => {
  const time = clock();
  const { stripe } = await startSimulator({}, time.now);
  const session = await makeSession(stripe, { expires_at: inSeconds(HOUR_SECONDS) });
  time.forward(HOUR_SECONDS + 1);
  expect((await pay(session.url ?? "")).status).toBe(410);
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: "expired",
    payment_status: "unpaid",
  });
  expect((await stripe.charges.list()).data).toEqual([]);
});

test("a session expires automatically and the site receives an event", async () => {
  const time = clock();
  const receiver = await startReceiver();
  const webhook = { url: receiver.url, secret: WEBHOOK_SECRET };
  const { stripe } = await startSimulator({ webhook }, time.now);
  const session = await makeSession(stripe);
  time.forward(25 * HOUR_SECONDS);
  const all = await receiver.until((events) =>
    events.some((each) => each.type === "checkout.session.expired"),
  );
  expect(JSON.parse(all.at(-1)?.body ?? "").data.object).toMatchObject({ id: session.id, status: "expired" });
});
