import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { bought, buy, mailsTo, paymentOf } from "../moneyBack.ts";
import { expectStatus, mailsOf, paymentsOf, payPlan, planOf, reconcile } from "../plans.ts";
import {
  countRows,
  enrollmentsOf,
  newEmail,
  openCheckout,
  orderOf,
  professionalPayload,
  studentPayload,
} from "../shop.ts";

const academy = withAcademy();

const ACTIVE = (tier: string) => [{ tier, status: "active" }];
const REVOKED = (tier: string) => [{ tier, status: "revoked" }];

const refundPayment = (intent: string, amount?: number) =>
  academy.stripe.refunds.create({ payment_intent: intent, ...(amount ? { amount } : {}) });

async function refundedPence(sessionId: string): Promise<number> {
  const [row] = await academy.backend.query<{ pence: number }>(
    `select sum(refunded_pence)::int as pence from public.order_payments
     where order_id = (select id from public.orders where checkout_session_id = $1)`,
    [sessionId],
  );
  return row?.pence ?? 0;
}

describe("a learner who is refunded", () => {
  it("in full loses access and is notified by email", async () => {
    const { email, sessionId, intent } = await bought(academy);
    await refundPayment(intent);
    await expectStatus(academy, sessionId, "refunded");
    expect(await enrollmentsOf(academy, email)).toEqual(REVOKED("professional"));
    const [mail] = await eventually(() => {
      const mails = mailsTo(academy, email, "Refund");
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(mail).toContain("We have refunded £1,020.00 to you.");
    expect(mail).toContain("Your access to the course has ended.");
  });

  it("in part keeps access until the rest is refunded too", async () => {
    const { email, sessionId, intent } = await bought(academy);
    await refundPayment(intent, 20_00);
    await eventually(async () => expect(await refundedPence(sessionId)).toBe(20_00));
    expect((await orderOf(academy, sessionId)).status).toBe("paid");
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE("professional"));
    await refundPayment(intent);
    await expectStatus(academy, sessionId, "refunded");
    expect(await enrollmentsOf(academy, email)).toEqual(REVOKED("professional"));
    await eventually(() => {
      const mails = mailsTo(academy, email, "Refund");
      expect(mails).toHaveLength(2);
      expect(mails[1]).toContain("Refunded in total: £20.00");
      expect(mails[1]).toContain("You still have access to the course.");
      expect(mails[0]).toContain("Refunded now: £1,000.00\nRefunded in total: £1,020.00");
    });
  });

  it("for one of two orders keeps the access granted by the other", async () => {
    const email = newEmail();
    await buy(academy, await studentPayload(academy, email));
    const { sessionId } = await buy(academy, professionalPayload(email));
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE("professional"));
    await refundPayment((await paymentOf(academy, sessionId)).intent);
    await expectStatus(academy, sessionId, "refunded");
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE("student"));
    await eventually(() => expect(mailsTo(academy, email, "Refund")[0]).toContain("You still have access"));
  });

  it("regains access by buying again", async () => {
    const { email, sessionId, intent } = await bought(academy);
    await refundPayment(intent);
    await expectStatus(academy, sessionId, "refunded");
    const again = await buy(academy, professionalPayload(email));
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE("professional"));
    expect((await reconcile(academy)).refunded).toBe(0);
    expect((await orderOf(academy, again.sessionId)).status).toBe("paid");
  });

  it("for the only payment of a plan is not charged again", async () => {
    const { sessionId } = await payPlan(academy, newEmail());
    await eventually(async () => expect((await planOf(academy, sessionId)).schedule_id).toBeTruthy());
    const { customer_id: customer, subscription_id: subscription } = await planOf(academy, sessionId);
    const { data } = await academy.stripe.charges.list({ customer: customer ?? "" });
    await refundPayment(String(data[0]?.payment_intent));
    await expectStatus(academy, sessionId, "refunded");
    await eventually(async () =>
      expect(await academy.stripe.subscriptions.retrieve(subscription ?? "")).toMatchObject({
        status: "canceled",
      }),
    );
    await academy.simulate("advance", { months: 4 });
    expect((await academy.stripe.charges.list({ customer: customer ?? "" })).data).toHaveLength(1);
    expect((await planOf(academy, sessionId)).status).toBe("refunded");
  });

  it("for one of two months of a plan keeps the plan", async () => {
    const { sessionId } = await payPlan(academy, newEmail());
    await eventually(async () => expect((await planOf(academy, sessionId)).schedule_id).toBeTruthy());
    await academy.simulate("advance", { months: 1, days: 1 });
    await eventually(async () => expect(await paymentsOf(academy, sessionId)).toEqual(["paid", "paid"]));
    const { customer_id: customer } = await planOf(academy, sessionId);
    const { data } = await academy.stripe.charges.list({ customer: customer ?? "" });
    await refundPayment(String(data[0]?.payment_intent));
    await eventually(async () => expect(await refundedPence(sessionId)).toBe(360_00));
    expect((await planOf(academy, sessionId)).status).toBe("paid");
  });
});

describe("refund events", () => {
  it("have the same effect when they arrive before the payment's event", async () => {
    await academy.simulate("webhooks", { mode: "hold" });
    const email = newEmail();
    const checkout = await openCheckout(academy, professionalPayload(email));
    await payOnHostedPage(checkout.url);
    await refundPayment((await paymentOf(academy, checkout.sessionId)).intent);
    await academy.simulate("webhooks/release", { order: "backwards" });
    await expectStatus(academy, checkout.sessionId, "refunded");
    expect(await enrollmentsOf(academy, email)).toEqual(REVOKED("professional"));
    expect(await mailsOf(academy, checkout.sessionId)).toMatchObject({ refund: 1, receipt: 1 });
  });

  it("cause one email each when delivered five times", async () => {
    const { sessionId, intent } = await bought(academy);
    await academy.simulate("webhooks", { copies: 5 });
    await refundPayment(intent, 10_00);
    await eventually(async () => expect(await refundedPence(sessionId)).toBe(10_00));
    await refundPayment(intent);
    await expectStatus(academy, sessionId, "refunded");
    expect(await mailsOf(academy, sessionId)).toMatchObject({ refund: 2 });
  });

  it("change nothing when they report less than is already recorded", async () => {
    const { sessionId, intent } = await bought(academy);
    await academy.simulate("webhooks", { mode: "hold" });
    await refundPayment(intent, 10_00);
    await refundPayment(intent, 15_00);
    await academy.simulate("webhooks/release", { order: "backwards" });
    await eventually(async () => expect(await refundedPence(sessionId)).toBe(25_00));
    expect(await mailsOf(academy, sessionId)).toMatchObject({ refund: 1 });
    expect((await orderOf(academy, sessionId)).status).toBe("paid");
  });

  it("count as a full refund when they report more than was paid", async () => {
    const { sessionId, intent } = await bought(academy);
    const { data } = await academy
      .client(academy.secretKey)
      .rpc("record_refund", { p_payment_intent: intent, p_refunded_pence: 2_000_00 });
    expect(data).toMatchObject({ outcome: "full", status: "refunded" });
    expect(await refundedPence(sessionId)).toBe(1_020_00);
  });

  it("have the same effect when only the later refund.updated arrives", async () => {
    const { sessionId, intent } = await bought(academy);
    await academy.simulate("webhooks", { lose: ["charge.refunded"] });
    await refundPayment(intent);
    await expectStatus(academy, sessionId, "refunded");
  });

  it("are acknowledged and ignored for a foreign payment", async () => {
    const before = await countRows(academy, "mail_queue");
    const startedAt = Date.now();
    const { data: prices } = await academy.stripe.prices.list({ lookup_keys: ["academy_student_full"] });
    const { id, url } = await academy.stripe.checkout.sessions.create({
      mode: "payment",
      line_items: [{ price: prices[0]?.id ?? "", quantity: 1 }],
      customer_email: newEmail(),
      success_url: "https://shop.example/",
    });
    await payOnHostedPage(url ?? "");
    const { intent } = await paymentOf(academy, id);
    const refund = await refundPayment(intent);
    await eventually(async () => {
      const [event] = await academy.backend.query(
        "select from public.stripe_events where type = 'refund.updated' and processed_at > $1",
        [new Date(startedAt)],
      );
      expect(event).toBeDefined();
    });
    expect(refund.status).toBe("succeeded");
    expect(await countRows(academy, "mail_queue")).toBe(before);
  });
});

describe("a refund or lost dispute whose events are lost", () => {
  it("is found by the reconciler and ends access", async () => {
    const refunded = await bought(academy);
    const disputed = await bought(academy);
    await academy.simulate("webhooks", { mode: "drop" });
    await refundPayment(refunded.intent);
    const { data } = await academy.stripe.charges.list({ payment_intent: disputed.intent });
    await academy.simulate(`charges/${data[0]?.id}/dispute`, {});
    const [dispute] = (await academy.stripe.disputes.list({ limit: 1 })).data;
    await academy.simulate(`disputes/${dispute?.id}/close`, { outcome: "lost" });
    expect((await orderOf(academy, refunded.sessionId)).status).toBe("paid");

    expect((await reconcile(academy)).caughtUp).toBeGreaterThanOrEqual(3);
    expect((await orderOf(academy, refunded.sessionId)).status).toBe("refunded");
    expect((await orderOf(academy, disputed.sessionId)).status).toBe("revoked");
    expect((await reconcile(academy)).caughtUp).toBe(0);
    await eventually(() => expect(mailsTo(academy, refunded.email, "Refund")).toHaveLength(1));
  });
});
