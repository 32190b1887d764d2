import { beforeEach, describe, expect, it, vi } from "vitest";
import { withAcademy } from "../../support/academy.ts";
import { eventually } from "../../support/eventually.ts";
import { expectConsoleError } from "../../support/failOnConsoleError.ts";
import { payOnHostedPage } from "../../support/hostedPage.ts";
import { openPlan, reconcile } from "../plans.ts";
import { enrollmentsOf, newEmail, openCheckout, orderOf, professionalPayload } from "../shop.ts";

const academy = withAcademy();
beforeEach(async () => {
  await academy.simulate("checkout", { adaptivePricing: true, paymentMethods: ["card", "bacs_debit"] });
});

const ACTIVE = [{ tier: "professional", status: "active" }];
const verify = (sessionId: string) => academy.call("verify-guest-payment", { sessionId });
const sessionOf = (id: string) => academy.stripe.checkout.sessions.retrieve(id);

/** A checkout whose session says nothing about the account's settings, as an earlier release opened it. */
async function openPlainCheckout(email: string): Promise<{ sessionId: string; url: string }> {
  const ours = await openCheckout(academy, professionalPayload(email));
  const { id: orderId } = await orderOf(academy, ours.sessionId);
  const [line] = (await academy.stripe.checkout.sessions.listLineItems(ours.sessionId)).data;
  const [rate] = (await academy.stripe.taxRates.list()).data;
  const plain = await academy.stripe.checkout.sessions.create({
    mode: "payment",
    line_items: [{ price: line?.price?.id ?? "", quantity: 1, tax_rates: [rate?.id ?? ""] }],
    customer_email: email,
    metadata: { order_id: orderId },
    success_url: `${academy.url}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
  });
  await academy.backend.query("update public.orders set checkout_session_id = $1 where id = $2", [
    plain.id,
    orderId,
  ]);
  return { sessionId: plain.id, url: plain.url ?? "" };
}

/** Pays by bank debit. Returns the payment's id. */
async function debit(sessionId: string, url: string): Promise<string> {
  const form = {
    paymentMethod: "bacs_debit",
    sortCode: "108800",
    accountNumber: "00012345",
    billingName: "Ama Tester",
  };
  const reply = await fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
  expect(reply.status).toBe(303);
  return String((await sessionOf(sessionId)).payment_intent);
}

describe("a buyer in France while the account's Adaptive Pricing is on", () => {
  const french = () => newEmail().replace("@", "+location_FR@");

  it.each([
    ["in full", (email: string) => openCheckout(academy, professionalPayload(email))],
    ["in three payments", (email: string) => openPlan(academy, email)],
  ])("who pays %s is charged the amount in pounds that they were shown", async (_, open) => {
    const email = french();
    const { sessionId, url } = await open(email);
    await payOnHostedPage(url);
    const session = await sessionOf(sessionId);
    expect(session).toMatchObject({ status: "complete", adaptive_pricing: { enabled: false } });
    expect(session).not.toHaveProperty("presentment_details");
    await eventually(async () => expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE));
  });

  it("who was charged in euros by an earlier session is enrolled, and the operator is notified", async () => {
    expectConsoleError(/"event":"paid_in_another_currency".*"amount":122400,"currency":"eur"/);
    const email = french();
    const { sessionId, url } = await openPlainCheckout(email);
    await payOnHostedPage(url);
    expect(await sessionOf(sessionId)).toMatchObject({
      presentment_details: { presentment_currency: "eur" },
    });
    await eventually(async () => expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE));
    expect((await orderOf(academy, sessionId)).status).toBe("paid");
  });
});

describe("while the account offers bank debits, which are paid days later", () => {
  it("the payment page offers only cards", async () => {
    const full = await openCheckout(academy, professionalPayload(newEmail()));
    const plan = await openPlan(academy, newEmail());
    for (const { sessionId, url } of [full, plan]) {
      expect((await sessionOf(sessionId)).payment_method_types).toEqual(["card"]);
      expect(await (await fetch(url)).text()).not.toContain("Bacs");
    }
  });

  it("a buyer who paid by debit is enrolled when the money arrives, and not before", async () => {
    const email = newEmail();
    const { sessionId, url } = await openPlainCheckout(email);
    const payment = await debit(sessionId, url);
    expect(await verify(sessionId)).toMatchObject({
      status: 200,
      body: { success: false, isPending: true, error: expect.stringMatching(/bank has not completed/) },
    });
    await reconcile(academy);
    expect(await orderOf(academy, sessionId)).toMatchObject({ status: "open", paid_at: null });
    expect(await enrollmentsOf(academy, email)).toEqual([]);

    await academy.simulate(`payments/${payment}/settle`, { outcome: "succeeded" });
    await eventually(async () => expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE));
    expect((await verify(sessionId)).body).toMatchObject({ success: true, paidPence: 1_020_00 });
  });

  it("a debit is granted when its success is reported before the completion of its session", async () => {
    const email = newEmail();
    const { sessionId, url } = await openPlainCheckout(email);
    await academy.setWebhooks("hold");
    const payment = await debit(sessionId, url);
    await academy.simulate(`payments/${payment}/settle`, { outcome: "succeeded" });
    await academy.simulate("webhooks/release", { order: "backwards" });
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    expect((await orderOf(academy, sessionId)).status).toBe("paid");
  });

  it("a buyer whose debit fails is not enrolled, and can buy again", async () => {
    const email = newEmail();
    const { sessionId, url } = await openPlainCheckout(email);
    const payment = await debit(sessionId, url);
    await academy.simulate(`payments/${payment}/settle`, { outcome: "failed" });
    await eventually(async () => expect((await orderOf(academy, sessionId)).status).toBe("expired"));
    expect(await enrollmentsOf(academy, email)).toEqual([]);
    const again = await openCheckout(academy, professionalPayload(email));
    await payOnHostedPage(again.url);
    await eventually(async () => expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE));
  });
});

describe("Radar", () => {
  const charge = (number: string) => ({ "cc-number": number });

  it("blocks a payment: the buyer reads that the card was declined and pays with another", async () => {
    const email = newEmail();
    const { sessionId, url } = await openCheckout(academy, professionalPayload(email));
    const form = new URLSearchParams({
      cardNumber: "4100 0000 0000 0019",
      cardExpiry: "12 / 40",
      cardCvc: "123",
      billingName: "Ama Tester",
      billingPostalCode: "N1 9GU",
    });
    const blocked = await fetch(url, { method: "POST", body: form, redirect: "manual" });
    expect([blocked.status, (await blocked.text()).includes("Your card was declined.")]).toEqual([402, true]);
    const [attempt] = (await academy.stripe.charges.list({ limit: 1 })).data;
    expect(attempt?.outcome?.type).toBe("blocked");
    expect((await verify(sessionId)).body).toMatchObject({ success: false });
    expect((await orderOf(academy, sessionId)).status).toBe("open");
    await payOnHostedPage(url);
    await eventually(async () => expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE));
  });

  it.each([
    ["puts a payment in review", "4000 0000 0000 9235", /"event":"payment_in_review".*"payment_intent":"pi_/],
    [
      "passes on an issuer's warning of fraud",
      "4000 0000 0000 5423",
      /"event":"early_fraud_warning".*"payment_intent":"pi_.*"fraud_type":"misc"/,
    ],
  ])("%s: the buyer is enrolled, and the operator is notified once", async (_, card, line) => {
    expectConsoleError(line);
    const email = newEmail();
    const { url } = await openCheckout(academy, professionalPayload(email));
    await payOnHostedPage(url, charge(card));
    await eventually(async () => expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE));
    await eventually(() => {
      const lines = vi.mocked(console.error).mock.calls.map(([text]) => String(text));
      expect(lines.filter((each) => line.test(each))).toHaveLength(1);
    });
  });

  it("asks for authentication: a buyer who fails is not enrolled, and one who then succeeds is", async () => {
    const email = newEmail();
    const { sessionId, url } = await openCheckout(academy, professionalPayload(email));
    const authenticate = async (result: string) => {
      const page = await payOnHostedPage(url, charge("4000 0027 6000 3184"));
      expect(page).toMatch(/\/authenticate$/);
      await fetch(new URL(page, url), {
        method: "POST",
        body: new URLSearchParams({ result }),
        redirect: "manual",
      });
    };
    await authenticate("fail");
    expect((await verify(sessionId)).body).toMatchObject({ success: false });
    expect(await enrollmentsOf(academy, email)).toEqual([]);
    await authenticate("complete");
    await eventually(async () => expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE));
  });
});
