import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { buy, decide, dispute, paymentOf } from "../moneyBack.ts";
import {
  chargesOf,
  expectPayments,
  expectStatus,
  MONTHLY_PENCE,
  mailsOf,
  payPlan,
  planOf,
  reconcile,
  startPlan,
  undelivered,
} from "../plans.ts";
import {
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

async function disputed() {
  const email = newEmail();
  const { sessionId } = await buy(academy, professionalPayload(email));
  const id = await dispute(academy, (await paymentOf(academy, sessionId)).charge);
  await expectStatus(academy, sessionId, "disputed");
  return { email, sessionId, id };
}

async function standingOf(disputeId: string): Promise<string | undefined> {
  const [row] = await academy.backend.query<{ status: string }>(
    "select status from private.order_disputes where id = $1",
    [disputeId],
  );
  return row?.status;
}

describe("a learner whose payment is disputed", () => {
  it("keeps access while the dispute is open, and after it is won", async () => {
    const { email, sessionId, id } = await disputed();
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE("professional"));
    await decide(academy, id, "won");
    await expectStatus(academy, sessionId, "paid");
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE("professional"));
  });

  it("loses access when the dispute is lost", async () => {
    const { email, sessionId, id } = await disputed();
    await decide(academy, id, "lost");
    await expectStatus(academy, sessionId, "revoked");
    expect(await enrollmentsOf(academy, email)).toEqual(REVOKED("professional"));
  });

  it("keeps the access granted by another order", async () => {
    const email = newEmail();
    await buy(academy, await studentPayload(academy, email));
    const { sessionId } = await buy(academy, professionalPayload(email));
    await decide(academy, await dispute(academy, (await paymentOf(academy, sessionId)).charge), "lost");
    await expectStatus(academy, sessionId, "revoked");
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE("student"));
  });

  it("is not charged again after a dispute about one month is lost, and gets no other month refunded", async () => {
    const { sessionId, plan } = await startPlan(academy);
    await academy.simulate("advance", { months: 1, days: 1 });
    await expectPayments(academy, sessionId, ["paid", "paid"]);
    const { data } = await academy.stripe.charges.list({ customer: plan.customer_id ?? "" });
    await decide(academy, await dispute(academy, data.at(-1)?.id ?? ""), "lost");
    await expectStatus(academy, sessionId, "revoked");
    await eventually(async () =>
      expect(await academy.stripe.subscriptions.retrieve(plan.subscription_id ?? "")).toMatchObject({
        status: "canceled",
      }),
    );
    await eventually(async () => expect(await undelivered()).toBe(0));
    expect(await chargesOf(academy, plan.customer_id)).toEqual([MONTHLY_PENCE, MONTHLY_PENCE]);
  });

  it("keeps the same end of the grace period when the plan was already overdue", async () => {
    const { sessionId } = await payPlan(academy, newEmail());
    await eventually(async () => expect((await planOf(academy, sessionId)).schedule_id).toBeTruthy());
    const { subscription_id: subscription, customer_id: customer } = await planOf(academy, sessionId);
    await academy.simulate(`subscriptions/${subscription}/renewals`, { decline: true });
    await academy.simulate("advance", { months: 1, days: 1 });
    await expectStatus(academy, sessionId, "past_due");
    const before = await planOf(academy, sessionId);
    const { data } = await academy.stripe.charges.list({ customer: customer ?? "", limit: 100 });
    const id = await dispute(academy, data.find((each) => each.paid)?.id ?? "");
    await decide(academy, id, "won");
    await eventually(async () => expect(await standingOf(id)).toBe("won"));
    expect(await planOf(academy, sessionId)).toMatchObject({
      status: "past_due",
      grace_until: before.grace_until,
    });
  });
});

describe("a learner who misses a plan payment while another payment is disputed", () => {
  async function disputedPlan() {
    const { sessionId, plan } = await startPlan(academy);
    const { data } = await academy.stripe.charges.list({ customer: plan.customer_id ?? "" });
    const id = await dispute(academy, data[0]?.id ?? "");
    await expectStatus(academy, sessionId, "disputed");
    return { sessionId, plan, id };
  }
  async function failDuringDispute() {
    const { sessionId, plan, id } = await disputedPlan();
    await academy.simulate(`subscriptions/${plan.subscription_id}/renewals`, { decline: true });
    await academy.simulate("advance", { months: 1, days: 1 });
    await expectPayments(academy, sessionId, ["paid", "failed"]);
    expect((await planOf(academy, sessionId)).status).toBe("disputed");
    return { sessionId, plan, id };
  }
  const graceDays = async (order: string) => {
    const [row] = await academy.backend.query<{ days: number }>(
      `select extract(epoch from grace_until - failed_at)::int / 86400 as days
       from public.orders as mine join public.order_payments as owed on owed.order_id = mine.id
       where mine.id = $1 and owed.number = 2`,
      [order],
    );
    return row?.days;
  };

  it("has 14 days from the missed payment once the dispute is won, and is notified", async () => {
    const { sessionId, plan, id } = await failDuringDispute();
    await decide(academy, id, "won");
    await expectStatus(academy, sessionId, "past_due");
    expect(await graceDays(plan.id)).toBe(14);
    expect(await mailsOf(academy, sessionId)).toMatchObject({ payment_failed: 1 });
  });

  it("is paused immediately if the payment failed over 14 days ago, and is emailed only about that", async () => {
    const { sessionId, plan, id } = await failDuringDispute();
    await academy.backend.query(
      "update public.order_payments set failed_at = now() - interval '15 days' where order_id = $1 and number = 2",
      [plan.id],
    );
    await decide(academy, id, "won");
    await expectStatus(academy, sessionId, "past_due");
    await reconcile(academy);
    expect(await planOf(academy, sessionId)).toMatchObject({ status: "paused" });
    expect(await mailsOf(academy, sessionId)).toEqual({
      credentials: 1,
      plan_schedule: 1,
      receipt: 1,
      access_paused: 1,
    });
  });

  it("is notified, when the dispute is won, that the plan has ended in the meantime", async () => {
    const { sessionId, plan, id } = await disputedPlan();
    await academy.stripe.subscriptions.cancel(plan.subscription_id ?? "");
    await eventually(async () => expect((await planOf(academy, sessionId)).plan_ended_at).toBeTruthy());
    expect((await planOf(academy, sessionId)).status).toBe("disputed");
    await decide(academy, id, "won");
    await expectStatus(academy, sessionId, "paused");
    expect(await mailsOf(academy, sessionId)).toMatchObject({ access_ended: 1 });
  });
});

describe("dispute events", () => {
  it("have the same effect in reverse order and before the payment's event", async () => {
    await academy.simulate("webhooks", { mode: "hold" });
    const email = newEmail();
    const { url, sessionId } = await openCheckout(academy, professionalPayload(email));
    await payOnHostedPage(url);
    await decide(academy, await dispute(academy, (await paymentOf(academy, sessionId)).charge), "lost");
    await academy.simulate("webhooks/release", { order: "backwards" });
    await expectStatus(academy, sessionId, "revoked");
    expect(await enrollmentsOf(academy, email)).toEqual(REVOKED("professional"));
  });

  it("leave the dispute won when the event that opened it arrives last", async () => {
    const email = newEmail();
    const { sessionId } = await buy(academy, professionalPayload(email));
    await academy.simulate("webhooks", { mode: "hold" });
    await decide(academy, await dispute(academy, (await paymentOf(academy, sessionId)).charge), "won");
    await academy.simulate("webhooks/release", { order: "backwards" });
    expect((await orderOf(academy, sessionId)).status).toBe("paid");
  });

  it("have the same effect when each is delivered four times", async () => {
    await academy.simulate("webhooks", { copies: 4 });
    const { sessionId, id } = await disputed();
    await decide(academy, id, "won");
    await expectStatus(academy, sessionId, "paid");
  });

  it("change nothing when they arrive after a full refund", async () => {
    const { sessionId } = await buy(academy, professionalPayload(newEmail()));
    const { intent, charge } = await paymentOf(academy, sessionId);
    await academy.simulate("webhooks", { mode: "hold" });
    await decide(academy, await dispute(academy, charge), "won");
    await academy.stripe.refunds.create({ payment_intent: intent });
    const order = ["charge.refunded", "charge.dispute.created", "charge.dispute.closed"];
    await academy.simulate("webhooks/release", { order });
    expect((await orderOf(academy, sessionId)).status).toBe("refunded");
  });
});
