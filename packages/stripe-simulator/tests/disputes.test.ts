import type Stripe from "stripe";
import { expect, test } from "vitest";
import { control, makeSession, pay, startSimulator } from "./support/simulator.ts";

/** A payment with the test card that triggers a dispute. */
async function makeDispute(stripe: Stripe): Promise<Stripe.Dispute> {
  const session = await makeSession(stripe);
  expect((await pay(session.url ?? "", { cardNumber: "4000 0000 0000 0259" })).status).toBe(303);
  const [dispute] = (await stripe.disputes.list()).data;
  if (!dispute) throw new Error("There is no dispute.");
  return dispute;
}

const types = async (stripe: Stripe) =>
  (await stripe.events.list({ type: "charge.dispute.*" })).data.map((each) => each.type).reverse();

test("a disputed payment is withdrawn from the balance and cannot be refunded", async () => {
  const { stripe } = await startSimulator();
  const dispute = await makeDispute(stripe);
  expect(dispute).toMatchObject({
    amount: 6000,
    currency: "gbp",
    reason: "fraudulent",
    status: "needs_response",
    is_charge_refundable: false,
    balance_transactions: [{ amount: -6000, fee: 2000, net: -8000 }],
  });
  const charge = String(dispute.charge);
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: true, paid: true });
  await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({ code: "charge_disputed" });
  expect(await types(stripe)).toEqual(["charge.dispute.created", "charge.dispute.funds_withdrawn"]);
  const { payment_intent } = dispute;
  expect((await stripe.disputes.list({ payment_intent: String(payment_intent) })).data).toHaveLength(1);
});

test("evidence that wins a dispute returns the money to the business", async () => {
  const { stripe } = await startSimulator();
  const { id, charge } = await makeDispute(stripe);
  const draft = await stripe.disputes.update(id, { evidence: { customer_name: "Buyer" }, submit: false });
  expect(draft).toMatchObject({ status: "needs_response", evidence_details: { has_evidence: true } });
  const won = await stripe.disputes.update(id, { evidence: { uncategorized_text: "winning_evidence" } });
  expect(won).toMatchObject({
    status: "won",
    evidence: { customer_name: "Buyer" },
    evidence_details: { submission_count: 1 },
    balance_transactions: [{ amount: -6000 }, { amount: 6000, fee: 0 }],
  });
  expect((await types(stripe)).slice(2)).toEqual([
    "charge.dispute.updated",
    "charge.dispute.updated",
    "charge.dispute.updated",
    "charge.dispute.funds_reinstated",
    "charge.dispute.closed",
  ]);
  expect(await stripe.refunds.create({ charge: String(charge) })).toMatchObject({ amount: 6000 });
});

test("an accepted dispute is permanently lost", async () => {
  const { stripe } = await startSimulator();
  const { id, charge } = await makeDispute(stripe);
  expect(await stripe.disputes.close(id)).toMatchObject({ status: "lost" });
  expect((await types(stripe)).slice(2)).toEqual(["charge.dispute.updated", "charge.dispute.closed"]);
  await expect(stripe.disputes.close(id)).rejects.toThrow("already closed");
  const late = stripe.disputes.update(id, { evidence: { uncategorized_text: "winning_evidence" } });
  await expect(late).rejects.toThrow("already closed");
  await expect(stripe.refunds.create({ charge: String(charge) })).rejects.toThrow("charged back");
});

test("the controls can dispute any payment and decide the dispute, once each", async () => {
  const { stripe, url } = await startSimulator();
  const session = await makeSession(stripe);
  await pay(session.url ?? "");
  const [charge] = (await stripe.charges.list()).data;
  await stripe.refunds.create({ charge: charge?.id ?? "", amount: 1000 });
  const dispute = () => control(url, `/charges/${charge?.id}/dispute`, { reason: "product_not_received" });
  const opened = await (await dispute()).json();
  expect(opened).toMatchObject({ object: "dispute", amount: 5000, reason: "product_not_received" });
  expect((await dispute()).status).toBe(409);
  expect((await control(url, "/charges/ch_none/dispute")).status).toBe(404);
  const closed = await control(url, `/disputes/${opened.id}/close`, { outcome: "won" });
  expect(await closed.json()).toMatchObject({ status: "won" });
  expect((await control(url, `/disputes/${opened.id}/close`, { outcome: "draw" })).status).toBe(400);
  expect(await stripe.disputes.retrieve(opened.id)).toMatchObject({ status: "won" });
});
