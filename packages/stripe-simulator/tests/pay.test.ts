import { expect, test } from "vitest";
import { CARD, makeSession, pay, startSimulator } from "./support/simulator.ts";

test("a buyer pays once and returns to the shop with the session's id", async () => {
  const { stripe } = await startSimulator();
  const session = await makeSession(stripe, {
    customer_email: "buyer@example.com",
    metadata: { order: "1" },
    payment_intent_data: { metadata: { order: "1" } },
  });
  const reply = await pay(session.url ?? "", { email: "someone-else@example.com" });
  expect(reply.status).toBe(303);
  expect(reply.location).toBe(`http://localhost:3000/payment-success?session_id=${session.id}`);
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["payment_intent.latest_charge"],
  });
  expect(paid).toMatchObject({
    status: "complete",
    payment_status: "paid",
    url: null,
    customer: null,
    customer_details: {
      email: "buyer@example.com",
      name: CARD.billingName,
      address: { postal_code: "N1 9GU" },
    },
    payment_intent: {
      status: "succeeded",
      amount: 6000,
      amount_received: 6000,
      metadata: { order: "1" },
      latest_charge: {
        status: "succeeded",
        paid: true,
        captured: true,
        amount: 6000,
        currency: "gbp",
        metadata: { order: "1" },
        payment_method_details: { card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040 } },
      },
    },
  });
  const types = (await stripe.events.list({ limit: 4 })).data.map((each) => each.type);
  expect(types).toEqual([
    "checkout.session.completed",
    "payment_intent.succeeded",
    "charge.succeeded",
    "payment_intent.created",
  ]);
});

test("a buyer who submits the form ten times concurrently is charged once", async () => {
  const { stripe } = await startSimulator();
  const session = await makeSession(stripe);
  const replies = await Promise.all(Array.from({ length: 10 }, () => pay(session.url ?? "")));
  for (const reply of replies)
    expect([reply.status, reply.location]).toEqual([303, expect.stringContaining(session.id)]);
  expect((await stripe.charges.list()).data).toHaveLength(1);
  expect((await stripe.events.list({ type: "checkout.session.completed" })).data).toHaveLength(1);
  const back = await fetch(session.url ?? "", { redirect: "manual" });
  expect([back.status, back.headers.get("location")]).toEqual([303, replies[0]?.location]);
});

test.each([
  ["4000 0000 0000 0002", "Your card was declined.", "card_declined", "generic_decline"],
  ["4000 0000 0000 9995", "Your card has insufficient funds.", "card_declined", "insufficient_funds"],
  ["4111 1111 1111 1111", "used a non test card", "card_declined", "test_mode_live_card"],
])(
  "the card %s is declined, and the buyer can try another",
  async (cardNumber, message, code, declineCode) => {
    const { stripe } = await startSimulator();
    const session = await makeSession(stripe);
    const reply = await pay(session.url ?? "", { cardNumber });
    expect(reply.status).toBe(402);
    expect(reply.html).toContain(message);
    expect(reply.html).toContain('value="Test Buyer"');
    expect(reply.html).not.toContain(cardNumber === "4111 1111 1111 1111" ? cardNumber : 'value="4000');
    const failed = await stripe.checkout.sessions.retrieve(session.id, { expand: ["payment_intent"] });
    expect(failed).toMatchObject({
      status: "open",
      payment_status: "unpaid",
      payment_intent: {
        status: "requires_payment_method",
        last_payment_error: { code, decline_code: declineCode },
      },
    });
    expect((await pay(session.url ?? "")).status).toBe(303);
    const { data } = await stripe.charges.list();
    expect(data.map((each) => each.status)).toEqual(["succeeded", "failed"]);
    expect(new Set(data.map((each) => each.payment_intent)).size).toBe(1);
  },
);

test("a buyer who authenticates has paid; one who fails to authenticate sees why and has not paid", async () => {
  const { stripe } = await startSimulator();
  const session = await makeSession(stripe);
  const url = session.url ?? "";
  const choose = (result: string) =>
    fetch(`${url}/authenticate`, {
      method: "POST",
      body: new URLSearchParams({ result }),
      redirect: "manual",
    });
  const asked = await pay(url, { cardNumber: "4000 0025 0000 3155" });
  expect([asked.status, asked.location]).toEqual([303, `/pay/${session.id}/authenticate`]);
  expect(await (await fetch(`${url}/authenticate`)).text()).toContain("Complete authentication");
  expect((await stripe.charges.list()).data).toEqual([]);
  await choose("fail");
  const page = await (await fetch(url)).text();
  expect(page).toContain("We are unable to authenticate your payment method.");
  expect(page).toContain('value="Test Buyer"');
  expect((await choose("complete")).headers.get("location")).toBe(`/pay/${session.id}`);
  await pay(url, { cardNumber: "4000 0025 0000 3155" });
  const done = await choose("complete");
  expect([done.status, done.headers.get("location")]).toEqual([
    303,
    expect.stringContaining(`session_id=${session.id}`),
  ]);
  const { data } = await stripe.charges.list();
  expect(data).toMatchObject([
    {
      status: "succeeded",
      payment_method_details: { card: { three_d_secure: { result: "authenticated" } } },
    },
  ]);
});

test("an incomplete form is shown again without the card's number and code, and charges nothing", async () => {
  const { stripe } = await startSimulator();
  const session = await makeSession(stripe);
  const reply = await pay(session.url ?? "", { cardExpiry: "soon", cardCvc: "987" });
  expect(reply.status).toBe(422);
  expect(reply.html).toContain("Please fill in every field.");
  expect(reply.html).toContain('value="soon"');
  expect(reply.html).not.toMatch(/4242 4242 4242 4242"|987/);
  expect((await stripe.paymentIntents.list()).data).toEqual([]);
});

test("the payment page escapes what a buyer types", async () => {
  const { stripe } = await startSimulator();
  const session = await makeSession(stripe);
  const reply = await pay(session.url ?? "", { billingName: '"><script>alert(1)</script>', cardNumber: "" });
  expect(reply.html).not.toContain("<script");
});

test("a checkout session creates a customer on request", async () => {
  const { stripe } = await startSimulator();
  const fresh = await makeSession(stripe, { customer_creation: "always" });
  await pay(fresh.url ?? "");
  const made = await stripe.checkout.sessions.retrieve(fresh.id, { expand: ["customer", "payment_intent"] });
  expect(made.customer).toMatchObject({ object: "customer", email: CARD.email, name: CARD.billingName });
});

test("an unknown payment page returns 404", async () => {
  const { url } = await startSimulator();
  expect((await fetch(`${url}/pay/cs_test_none`)).status).toBe(404);
  expect((await pay(`${url}/pay/cs_test_none`)).status).toBe(404);
});
