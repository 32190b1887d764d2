import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { decide, dispute, mailsTo } from "../moneyBack.ts";
import {
  chargesOf,
  expectPayments,
  expectStatus,
  MONTHLY_PENCE,
  mailsOf,
  paymentsOf,
  planOf,
  reconcile,
  startPlan,
  undelivered,
} from "../plans.ts";
import { enrollmentsOf } from "../shop.ts";

const academy = withAcademy();

describe("a learner whose card fails in the second month of a plan", () => {
  async function failInMonthTwo() {
    const started = await startPlan(academy);
    const subscription = started.plan.subscription_id ?? "";
    await academy.simulate(`subscriptions/${subscription}/renewals`, { decline: true });
    await academy.simulate("advance", { months: 1, days: 1 });
    await expectStatus(academy, started.sessionId, "past_due");
    return { ...started, subscription };
  }
  const endGrace = (id: string) =>
    academy.backend.query("update public.orders set grace_until = now() where id = $1", [id]);

  it("keeps access for 14 days, with one email immediately and one a week before the end", async () => {
    const { email, sessionId, plan } = await failInMonthTwo();
    expect(await paymentsOf(academy, sessionId)).toEqual(["paid", "failed"]);
    expect(await enrollmentsOf(academy, email)).toMatchObject([{ status: "active" }]);
    const { grace_until: until } = await planOf(academy, sessionId);
    const [row] = await academy.backend.query<{ days: number }>(
      "select extract(day from $1::timestamptz - failed_at)::int as days from public.order_payments where order_id = $2 and number = 2",
      [until, plan.id],
    );
    expect(row?.days).toBe(14);
    expect(await mailsOf(academy, sessionId)).toMatchObject({ payment_failed: 1, receipt: 1 });

    await academy.backend.query(
      "update public.orders set grace_until = now() + interval '6 days' where id = $1",
      [plan.id],
    );
    await reconcile(academy);
    await reconcile(academy);
    expect(await mailsOf(academy, sessionId)).toMatchObject({ payment_failed: 2 });
    // Queued emails are sent in the background.
    const mail = await eventually(() => {
      const found = academy
        .mails()
        .find((each) => each.to === email && /will be paused on/.test(each.subject));
      expect(found).toBeDefined();
      return found;
    });
    expect(mail?.text).toMatch(/Payment 2 of 3 \(£360\.00\) is still outstanding/);
    expect(mail?.text).toMatch(/Pay now: http/);
  });

  it("recovers when the provider's next attempt succeeds, and is notified", async () => {
    const { email, sessionId, plan, subscription } = await failInMonthTwo();
    await academy.simulate(`subscriptions/${subscription}/renewals`, { decline: false });
    await academy.simulate("advance", { days: 4 });
    await expectStatus(academy, sessionId, "paid");
    expect(await planOf(academy, sessionId)).toMatchObject({ grace_until: null });
    expect(await mailsOf(academy, sessionId)).toEqual({
      credentials: 1,
      plan_schedule: 1,
      payment_failed: 1,
      recovered: 1,
      receipt: 2,
    });
    await academy.simulate("advance", { months: 3, days: 1 });
    await expectPayments(academy, sessionId, ["paid", "paid", "paid"]);
    expect(await chargesOf(academy, plan.customer_id)).toHaveLength(3);
    expect(await enrollmentsOf(academy, email)).toMatchObject([{ status: "active" }]);
  });

  it("is paused after the grace period, and regains access by paying", async () => {
    const { email, sessionId, plan } = await failInMonthTwo();
    await endGrace(plan.id);
    await reconcile(academy);
    expect((await planOf(academy, sessionId)).status).toBe("paused");
    await reconcile(academy);
    expect(await enrollmentsOf(academy, email)).toMatchObject([{ status: "paused" }]);
    expect(await mailsOf(academy, sessionId)).toMatchObject({ access_paused: 1 });

    const [owed] = await academy.backend.query<{ invoice_url: string }>(
      "select invoice_url from public.order_payments where order_id = $1 and paid_at is null",
      [plan.id],
    );
    await payOnHostedPage(owed?.invoice_url ?? "");
    await expectStatus(academy, sessionId, "paid");
    expect(await enrollmentsOf(academy, email)).toMatchObject([{ status: "active" }]);
    expect(await mailsOf(academy, sessionId)).toMatchObject({ access_paused: 1, recovered: 1, receipt: 2 });
  });

  it("is not paused after paying on the last day, even when the event was lost", async () => {
    const { sessionId, plan, subscription } = await failInMonthTwo();
    await academy.simulate("webhooks", { mode: "drop" });
    await academy.simulate(`subscriptions/${subscription}/renewals`, { decline: false });
    await academy.simulate("advance", { days: 4 });
    await endGrace(plan.id);
    await reconcile(academy);
    expect(await planOf(academy, sessionId)).toMatchObject({ status: "paid", grace_until: null });
  });

  it("is notified that the plan has ended when every attempt fails, and stays paused", async () => {
    const { email, sessionId, plan } = await failInMonthTwo();
    await academy.simulate("advance", { days: 20 });
    await eventually(async () => expect((await planOf(academy, sessionId)).plan_ended_at).toBeTruthy());
    await reconcile(academy);
    await reconcile(academy);
    expect(await planOf(academy, sessionId)).toMatchObject({ status: "paused" });
    expect(await enrollmentsOf(academy, email)).toMatchObject([{ status: "paused" }]);
    expect(await mailsOf(academy, sessionId)).toEqual({
      credentials: 1,
      plan_schedule: 1,
      payment_failed: 1,
      access_ended: 1,
      receipt: 1,
    });
    await academy.simulate("advance", { months: 3, days: 1 });
    expect(await chargesOf(academy, plan.customer_id)).toEqual([MONTHLY_PENCE]);
  });
});

it("a plan cancelled by hand before its last payment pauses access, sends one email and charges no more", async () => {
  const { email, sessionId, plan } = await startPlan(academy);
  await academy.stripe.subscriptions.cancel(plan.subscription_id ?? "");
  await expectStatus(academy, sessionId, "paused");
  await academy.simulate("advance", { months: 3, days: 1 });
  await reconcile(academy);
  expect(await enrollmentsOf(academy, email)).toMatchObject([{ status: "paused" }]);
  expect(await chargesOf(academy, plan.customer_id)).toEqual([MONTHLY_PENCE]);
  expect(await mailsOf(academy, sessionId)).toMatchObject({ access_ended: 1, receipt: 1 });
});

it("a late payment whose refund is reported first is recorded as paid and refunded", async () => {
  const { email, sessionId, plan } = await startPlan(academy);
  const subscription = plan.subscription_id ?? "";
  await academy.simulate(`subscriptions/${subscription}/renewals`, { decline: true });
  await academy.simulate("advance", { months: 1, days: 1 });
  await expectStatus(academy, sessionId, "past_due");
  await academy.simulate("webhooks", { mode: "hold" });
  await academy.simulate(`subscriptions/${subscription}/renewals`, { decline: false });
  await academy.simulate("advance", { days: 4 });
  const { data } = await academy.stripe.charges.list({ customer: plan.customer_id ?? "" });
  const second = data.find((each) => each.paid);
  await academy.stripe.refunds.create({ payment_intent: String(second?.payment_intent) });
  await academy.simulate("webhooks/release", { order: ["charge.refunded"] });
  const mail = await eventually(() => {
    const [found] = mailsTo(academy, email, "Refund");
    expect(found).toBeDefined();
    return found;
  });
  expect(mail).toMatch(/Paid: £720\.00\nRefunded now: £360\.00\nRefunded in total: £360\.00/);
  expect(mail).toContain("You still have access to the course.");
  expect(await paymentsOf(academy, sessionId)).toEqual(["paid", "paid"]);
  await academy.simulate("webhooks", { mode: "deliver" });
  await eventually(async () => expect(await undelivered()).toBe(0));
  expect((await planOf(academy, sessionId)).status).toBe("paid");
  expect(await mailsOf(academy, sessionId)).toMatchObject({ refund: 1, receipt: 2 });
});

describe("a learner whose plan is refunded", () => {
  const refundFirst = async (customer: string | null) => {
    const { data } = await academy.stripe.charges.list({ customer: customer ?? "" });
    const first = data.findLast((each) => each.paid);
    await academy.stripe.refunds.create({ payment_intent: String(first?.payment_intent) });
  };

  it("while the second payment is being charged has that payment refunded too", async () => {
    const { sessionId, plan } = await startPlan(academy);
    await academy.simulate("webhooks", { mode: "hold" });
    await academy.simulate("advance", { months: 1, days: 1 });
    await refundFirst(plan.customer_id);
    await academy.simulate("webhooks/release", { order: "backwards" });
    await academy.simulate("webhooks", { mode: "deliver" });
    await expectStatus(academy, sessionId, "refunded");
    await eventually(async () => expect(await chargesOf(academy, plan.customer_id)).toEqual([0, 0]));
    await eventually(async () => expect(await mailsOf(academy, sessionId)).toMatchObject({ refund: 2 }));
  });

  it("while the second payment is overdue can no longer pay it", async () => {
    const { sessionId, plan } = await startPlan(academy);
    const subscription = plan.subscription_id ?? "";
    await academy.simulate(`subscriptions/${subscription}/renewals`, { decline: true });
    await academy.simulate("advance", { months: 1, days: 1 });
    await expectStatus(academy, sessionId, "past_due");
    await refundFirst(plan.customer_id);
    await expectStatus(academy, sessionId, "refunded");
    await eventually(async () => {
      const { data } = await academy.stripe.invoices.list({ subscription });
      expect(data.map((each) => each.status)).toEqual(["void", "paid"]);
    });
  });

  it("by a lost dispute while the second payment is overdue can no longer pay it", async () => {
    const { sessionId, plan } = await startPlan(academy);
    const subscription = plan.subscription_id ?? "";
    await academy.simulate(`subscriptions/${subscription}/renewals`, { decline: true });
    await academy.simulate("advance", { months: 1, days: 1 });
    await expectStatus(academy, sessionId, "past_due");
    const { data } = await academy.stripe.charges.list({ customer: plan.customer_id ?? "" });
    await decide(academy, await dispute(academy, data.find((each) => each.paid)?.id ?? ""), "lost");
    await expectStatus(academy, sessionId, "revoked");
    await eventually(async () => {
      const invoices = await academy.stripe.invoices.list({ subscription });
      expect(invoices.data.map((each) => each.status)).toEqual(["void", "paid"]);
    });
  });
});
