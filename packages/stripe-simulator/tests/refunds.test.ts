import type Stripe from "stripe";
import { expect, test } from "vitest";
import { makeSession, pay, startSimulator } from "./support/simulator.ts";

/** The payment intent and charge of a paid £60.00 session. */
async function makePayment(stripe: Stripe) {
  const session = await makeSession(stripe);
  await pay(session.url ?? "");
  const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["payment_intent"],
  });
  // Expanded just above.
  const { id, latest_charge } = payment_intent as Stripe.PaymentIntent;
  return { payment_intent: id, charge: String(latest_charge) };
}

test("a payment can be refunded in parts, but never for more than was paid", async () => {
  const { stripe } = await startSimulator();
  const { payment_intent, charge } = await makePayment(stripe);
  const key = { idempotencyKey: "refund-1" };
  const first = await stripe.refunds.create({ charge, amount: 1500, metadata: { order: "1" } }, key);
  expect(first).toMatchObject({ charge, payment_intent, status: "succeeded", metadata: { order: "1" } });
  expect((await stripe.refunds.create({ charge, amount: 1500, metadata: { order: "1" } }, key)).id).toBe(
    first.id,
  );
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 1500, refunded: false });
  await expect(stripe.refunds.create({ payment_intent, amount: 4501 })).rejects.toMatchObject({
    param: "amount",
    message: "Refund amount (£45.01) is greater than unrefunded amount on charge (£45.00)",
  });
  const rest = await stripe.refunds.create({ payment_intent, reason: "requested_by_customer" });
  expect(rest).toMatchObject({ amount: 4500, reason: "requested_by_customer" });
  expect(await stripe.charges.retrieve(charge, { expand: ["refunds"] })).toMatchObject({
    amount_refunded: 6000,
    refunded: true,
    refunds: { data: [{ id: rest.id }, { id: first.id }] },
  });
  await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: "charge_already_refunded" });
  expect((await stripe.refunds.list({ payment_intent })).data).toHaveLength(2);
});

test("a charge that cannot be refunded is rejected", async () => {
  const { stripe } = await startSimulator();
  const declined = await makeSession(stripe);
  await pay(declined.url ?? "", { cardNumber: "4000 0000 0000 0002" });
  const [failed] = (await stripe.charges.list()).data;
  const { payment_intent } = await makePayment(stripe);
  const attempts: [Stripe.RefundCreateParams, string][] = [
    [{}, "One of the following params should be provided"],
    [{ charge: "ch_none" }, "No such charge: 'ch_none'"],
    [{ charge: failed?.id ?? "" }, "was not paid"],
    [{ payment_intent: String(failed?.payment_intent) }, "does not have a successful charge"],
    [{ charge: failed?.id ?? "", payment_intent }, "does not belong to"],
    [{ payment_intent, amount: 0 }, "greater than or equal to 1"],
  ];
  for (const [params, message] of attempts) {
    await expect(stripe.refunds.create(params)).rejects.toThrow(message);
  }
});
