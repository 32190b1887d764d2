import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { withProviderProxy } from "../../support/server/providerProxy.ts";
import { expectConsoleError } from "../../support/setup/failOnConsoleError.ts";
import { buy, decide, dispute, mailsTo, paymentOf } from "../moneyBack.ts";
import { expectStatus, mailsOf, openPlan, planOf, reconcile, startPlan } from "../plans.ts";
import { enrollmentsOf, newEmail, openCheckout, orderOf, professionalPayload } from "../shop.ts";

const DOWN = { status: 500, json: { error: { type: "api_error", message: "The provider is down." } } };
const refused = (code: string) => ({
  status: 400,
  json: { error: { type: "invalid_request_error", code, message: "The provider refuses this." } },
});
const ACTIVE = [{ tier: "professional", status: "active" }];

const academy = withAcademy();
const proxy = withProviderProxy();

const verify = (sessionId: string) => academy.call("verify-guest-payment", { sessionId });

async function paidUnheard(email: string) {
  await academy.simulate("webhooks", { mode: "drop" });
  const checkout = await openCheckout(academy, professionalPayload(email));
  await payOnHostedPage(checkout.url);
  return checkout;
}

describe("a buyer on the success page", () => {
  it("receives an error while the provider is down, and is enrolled on the next attempt", async () => {
    const email = newEmail();
    const { sessionId } = await paidUnheard(email);
    proxy.setIntercept(async () => DOWN);
    expectConsoleError(/"event":"provider"/);
    expect(await verify(sessionId)).toMatchObject({
      status: 502,
      body: { success: false, code: "payment_provider" },
    });
    expect(await enrollmentsOf(academy, email)).toEqual([]);
    proxy.setIntercept();
    expect((await verify(sessionId)).body).toMatchObject({ success: true });
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
  });

  it.each([
    { amount_total: 1_00 },
    { currency: "usd" },
    { status: "open", payment_status: "no_payment_required" },
  ])("gets no access for a session that differs from the order: %j", async (change) => {
    const email = newEmail();
    const { sessionId } = await paidUnheard(email);
    const session = await academy.stripe.checkout.sessions.retrieve(sessionId);
    proxy.setIntercept(async ({ path }) =>
      path.includes(sessionId) ? { status: 200, json: { ...session, ...change } } : undefined,
    );
    // The payment differs from the order, so a person has to check it.
    if (!change.status) expectConsoleError(/should cost 102000/);
    expect((await verify(sessionId)).body).toMatchObject({ success: false });
    expect(await orderOf(academy, sessionId)).toMatchObject({ status: "open", paid_at: null });
    expect(await enrollmentsOf(academy, email)).toEqual([]);
  });
});

it("a guest's address is corrected even when the provider refuses to update its customer", async () => {
  const [wrong, right] = [newEmail(), newEmail()];
  const payload = { ...professionalPayload(wrong), priceId: "academy_professional_installment" };
  const { claimToken, sessionId } = await buy(academy, payload);
  await eventually(async () => expect((await planOf(academy, sessionId)).customer_id).toBeTruthy());
  // Not every update: an event that is still in work may put the organisation on the invoices.
  proxy.setIntercept(async ({ path, body }) =>
    path.startsWith("/v1/customers") && body.includes("email=") ? refused("api_key_expired") : undefined,
  );
  expectConsoleError(/"event":"provider"/);
  const reply = await academy.call("correct-order-email", { claimToken, email: right });
  expect(reply.body).toEqual({ success: true });
  expect(await enrollmentsOf(academy, right)).toEqual(ACTIVE);
});

it("a refund has its credit note even if the bank has rejected an earlier one", async () => {
  const { sessionId } = await buy(academy, professionalPayload(newEmail()));
  const { intent } = await paymentOf(academy, sessionId);
  const credited = (count: number) =>
    eventually(async () => {
      const notes = await academy.backend.query<{ refund_id: string }>(
        "select refund_id from public.credit_notes where payment_id = (select id from public.order_payments where payment_intent_id = $1)",
        [intent],
      );
      expect(notes).toHaveLength(count);
      return notes.map((note) => note.refund_id);
    });
  const rejected = await academy.stripe.refunds.create({ payment_intent: intent, amount: 10_00 });
  await credited(1);
  proxy.setIntercept(async ({ method, path }) => {
    if (method !== "GET" || !path.startsWith("/v1/refunds?")) return undefined;
    const { data } = await academy.stripe.refunds.list({ payment_intent: intent });
    const json = data.map((each) => (each.id === rejected.id ? { ...each, status: "failed" } : each));
    return { status: 200, json: { object: "list", data: json, has_more: false } };
  });
  const made = await academy.stripe.refunds.create({ payment_intent: intent, amount: 20_00 });
  expect(await credited(2)).toContain(made.id);
});

describe("a second purchase", () => {
  async function boughtTwice() {
    const email = newEmail();
    await buy(academy, professionalPayload(email));
    const { sessionId } = await buy(academy, professionalPayload(email));
    return { email, sessionId, ...(await paymentOf(academy, sessionId)) };
  }

  it("whose refund the provider rejects is refunded later, without delaying other refunds", async () => {
    const stuck = await boughtTwice();
    const other = await boughtTwice();
    proxy.setIntercept(async ({ method, path, body }) =>
      method === "POST" && path === "/v1/refunds" && body.includes(stuck.intent)
        ? refused("balance_insufficient")
        : undefined,
    );
    expectConsoleError(/second_purchase_not_refunded/);
    expect((await reconcile(academy)).refunded).toBe(1);
    expect((await orderOf(academy, stuck.sessionId)).status).toBe("paid");
    await expectStatus(academy, other.sessionId, "refunded");
    // The reconciler does not retry on every run.
    const soon = await academy.call("reconcile-payments", {}, { apikey: academy.secretKey });
    expect(soon.body).toMatchObject({ refunded: 0 });
    proxy.setIntercept();
    expect((await reconcile(academy)).refunded).toBe(1);
    await expectStatus(academy, stuck.sessionId, "refunded");
    await eventually(() =>
      expect(mailsTo(academy, stuck.email, "Refund")).toEqual([
        expect.stringContaining("You have this course through another order"),
      ]),
    );
  });

  it("that was refunded by hand is recorded as refunded", async () => {
    const { sessionId, intent } = await boughtTwice();
    await academy.simulate("webhooks", { mode: "drop" });
    await academy.stripe.refunds.create({ payment_intent: intent });
    // The refund's event cannot be read from the list of events either.
    proxy.setIntercept(async ({ path }) =>
      path.startsWith("/v1/events")
        ? { status: 200, json: { object: "list", data: [], has_more: false, url: "/v1/events" } }
        : undefined,
    );
    expect((await reconcile(academy)).refunded).toBe(1);
    expect((await orderOf(academy, sessionId)).status).toBe("refunded");
  });
});

/** Delivers an event signed like the provider's. */
async function deliver(type: string, object: unknown) {
  const id = `evt_${crypto.randomUUID()}`;
  const payload = JSON.stringify({ id, object: "event", type, created: 1, data: { object } });
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: academy.webhookSecret,
  });
  return academy.call("stripe-webhook", payload, { "stripe-signature": signature });
}

/** Delivers an event about an object that the provider then has. */
async function report(type: string, path: string, object: { id: string }) {
  proxy.setIntercept(async (asked) =>
    asked.method === "GET" && asked.path.startsWith(`/v1/${path}/${object.id}`)
      ? { status: 200, json: object }
      : undefined,
  );
  return deliver(type, object);
}

it("a plan whose first payment fails days later is ended at the provider, and never charged", async () => {
  const { sessionId, url } = await openPlan(academy, newEmail());
  await academy.setWebhooks("hold");
  await payOnHostedPage(url);
  const session = await academy.stripe.checkout.sessions.retrieve(sessionId);
  const failed = { ...session, payment_status: "unpaid" };
  const reply = await report("checkout.session.async_payment_failed", "checkout/sessions", failed);
  expect(reply.status).toBe(200);
  expect((await orderOf(academy, sessionId)).status).toBe("expired");
  expect(await academy.stripe.subscriptions.retrieve(String(session.subscription))).toMatchObject({
    status: "canceled",
  });
});

describe("a dispute at the provider", () => {
  const reportDispute = (type: string, dispute: { id: string; status: string }) =>
    report(`charge.dispute.${type}`, "disputes", dispute);

  it.each(["warning_closed", "prevented"])(
    "that was closed without effect (%s) leaves the order paid",
    async (status) => {
      const { sessionId } = await buy(academy, professionalPayload(newEmail()));
      const { intent } = await paymentOf(academy, sessionId);
      const object = { id: `du_${status}`, object: "dispute", payment_intent: intent };
      await reportDispute("created", { ...object, status: "warning_needs_response" });
      expect((await orderOf(academy, sessionId)).status).toBe("disputed");
      await reportDispute("closed", { ...object, status });
      expect((await orderOf(academy, sessionId)).status).toBe("paid");
    },
  );

  it("keeps the order disputed until every dispute of the payment is decided", async () => {
    const { sessionId } = await buy(academy, professionalPayload(newEmail()));
    const { intent } = await paymentOf(academy, sessionId);
    const dispute = (id: string, status: string) => ({
      id,
      object: "dispute",
      payment_intent: intent,
      status,
    });
    for (const id of ["du_one", "du_two"]) await reportDispute("created", dispute(id, "needs_response"));
    await reportDispute("closed", dispute("du_one", "won"));
    expect((await orderOf(academy, sessionId)).status).toBe("disputed");
    await reportDispute("closed", dispute("du_two", "lost"));
    expect((await orderOf(academy, sessionId)).status).toBe("revoked");
  });

  it("is settled by the next reconciliation run if the provider could not report the plan's missed payments", async () => {
    const { sessionId, plan } = await startPlan(academy);
    const { data } = await academy.stripe.charges.list({ customer: plan.customer_id ?? "" });
    const id = await dispute(academy, data[0]?.id ?? "");
    await expectStatus(academy, sessionId, "disputed");
    await academy.stripe.subscriptions.cancel(plan.subscription_id ?? "");
    await eventually(async () => expect((await planOf(academy, sessionId)).plan_ended_at).toBeTruthy());
    proxy.setIntercept(async ({ path }) =>
      path.startsWith("/v1/subscriptions") ? refused("lock_timeout") : undefined,
    );
    expectConsoleError(/lock_timeout/);
    await academy.simulate("webhooks", { lose: ["charge.dispute.closed"] });
    await decide(academy, id, "won");
    const [event] = (await academy.stripe.events.list({ type: "charge.dispute.closed", limit: 1 })).data;
    expect((await deliver("charge.dispute.closed", event?.data.object)).status).toBe(500);
    expect((await planOf(academy, sessionId)).status).toBe("paid");
    proxy.setIntercept();
    const reply = await academy.call("reconcile-payments", {}, { apikey: academy.secretKey });
    expect(reply.status).toBe(200);
    await expectStatus(academy, sessionId, "paused");
    expect(await mailsOf(academy, sessionId)).toMatchObject({ access_ended: 1 });
  });
});
