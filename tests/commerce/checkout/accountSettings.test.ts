import Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { withProviderProxy } from "../../support/server/providerProxy.ts";
import { expectConsoleError } from "../../support/setup/failOnConsoleError.ts";
import { openPlan, reconcile } from "../plans.ts";
import { enrollmentsOf, newEmail, openCheckout, orderOf, professionalPayload } from "../shop.ts";

const academy = withAcademy();
const proxy = withProviderProxy();

const ACTIVE = [{ tier: "professional", status: "active" }];
const verify = (sessionId: string) => academy.call("verify-guest-payment", { sessionId });
const sessionOf = (id: string) => academy.stripe.checkout.sessions.retrieve(id);

/** From now on the functions read this session with some fields changed, as a setting of the account would. */
function changeSession(sessionId: string, change: Record<string, unknown>): void {
  proxy.setIntercept(async ({ method, path }) => {
    if (method !== "GET" || !path.startsWith(`/v1/checkout/sessions/${sessionId}`)) return undefined;
    return { status: 200, json: { ...(await sessionOf(sessionId)), ...change } };
  });
}

/** Delivers an event that the simulator never sends, signed like the provider's. */
async function deliver(type: string, object: object) {
  const payload = JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: "event",
    type,
    created: Math.floor(Date.now() / 1000),
    data: { object },
  });
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: academy.webhookSecret,
  });
  return academy.call("stripe-webhook", payload, { "stripe-signature": signature });
}

it.each([
  ["in full", () => openCheckout(academy, professionalPayload(newEmail()))],
  ["in three payments", () => openPlan(academy, newEmail())],
])("a buyer who pays %s can only pay by card, and only in pounds", async (_, open) => {
  const bodies: string[] = [];
  proxy.setIntercept(async ({ method, path, body }) => {
    if (method === "POST" && path === "/v1/checkout/sessions") bodies.push(body);
    return undefined;
  });
  await open();
  expect(Object.fromEntries(new URLSearchParams(bodies[0]))).toMatchObject({
    "adaptive_pricing[enabled]": "false",
    "allowed_payment_method_types[0]": "card",
    currency: "gbp",
  });
  expect(bodies[0]).not.toContain("allowed_payment_method_types%5B1%5D");
});

it("a buyer who was charged in euros after all is enrolled, and the operator is notified", async () => {
  expectConsoleError(/"event":"paid_in_another_currency".*"amount":122400,"currency":"eur"/);
  const email = newEmail();
  const { sessionId, url } = await openCheckout(academy, professionalPayload(email));
  changeSession(sessionId, {
    presentment_details: { presentment_amount: 122_400, presentment_currency: "eur" },
  });
  await payOnHostedPage(url);
  await eventually(async () => expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE));
  expect((await orderOf(academy, sessionId)).status).toBe("paid");
});

describe("a debit, which is paid days later,", () => {
  /** A buyer who has asked for a debit: the session is complete, and its payment is still being processed. */
  async function debit(email: string) {
    const { sessionId, url } = await openCheckout(academy, professionalPayload(email));
    changeSession(sessionId, { payment_status: "unpaid" });
    await academy.setWebhooks("hold");
    await payOnHostedPage(url);
    return sessionId;
  }

  it("enrols the buyer when the money arrives, and not before", async () => {
    const email = newEmail();
    const sessionId = await debit(email);
    expect(await verify(sessionId)).toMatchObject({
      status: 200,
      body: { success: false, isPending: true, error: expect.stringMatching(/bank has not completed/) },
    });
    await reconcile(academy);
    expect(await orderOf(academy, sessionId)).toMatchObject({ status: "open", paid_at: null });
    expect(await enrollmentsOf(academy, email)).toEqual([]);

    proxy.setIntercept();
    await deliver("checkout.session.async_payment_succeeded", await sessionOf(sessionId));
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    expect((await verify(sessionId)).body).toMatchObject({ success: true, paidPence: 1_020_00 });
  });

  it("that fails enrols nobody, and the buyer can buy again", async () => {
    const email = newEmail();
    const sessionId = await debit(email);
    await deliver("checkout.session.async_payment_failed", await sessionOf(sessionId));
    expect((await orderOf(academy, sessionId)).status).toBe("expired");
    expect(await enrollmentsOf(academy, email)).toEqual([]);
    await academy.setWebhooks("deliver");
    const again = await openCheckout(academy, professionalPayload(email));
    await payOnHostedPage(again.url);
    await eventually(async () => expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE));
  });
});

describe("Radar", () => {
  it.each([
    [
      "asks for the review of a payment",
      "review.opened",
      { id: "prv_1", object: "review", payment_intent: "pi_1", reason: "rule" },
      /"event":"payment_in_review".*"payment_intent":"pi_1"/,
    ],
    [
      "passes on an issuer's warning of fraud",
      "radar.early_fraud_warning.created",
      { id: "issfr_1", object: "radar.early_fraud_warning", payment_intent: "pi_1", fraud_type: "misc" },
      /"event":"early_fraud_warning".*"payment_intent":"pi_1".*"fraud_type":"misc"/,
    ],
  ])("%s: the operator is notified once", async (_, type, object, line) => {
    expectConsoleError(line);
    expect((await deliver(type, object)).status).toBe(200);
    const lines = vi.mocked(console.error).mock.calls.map(([text]) => String(text));
    expect(lines.filter((each) => line.test(each))).toHaveLength(1);
  });

  it("asks for authentication: a buyer who fails is not enrolled, and one who then succeeds is", async () => {
    const email = newEmail();
    const { sessionId, url } = await openCheckout(academy, professionalPayload(email));
    const authenticate = async (result: string) => {
      const page = await payOnHostedPage(url, { "cc-number": "4000 0027 6000 3184" });
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
