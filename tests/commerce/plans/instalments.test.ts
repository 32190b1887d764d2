import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { expectConsoleError } from "../../support/setup/failOnConsoleError.ts";
import {
  chargesOf,
  expectPayments,
  MONTHLY_PENCE,
  mailsOf,
  type PlanRow,
  paymentsOf,
  payPlan,
  planOf,
  reconcile,
  startPlan,
  startUnlimited,
  undelivered,
} from "../plans.ts";
import { enrollmentsOf, makeCode, newEmail } from "../shop.ts";

const academy = withAcademy();

const verify = (sessionId: string) => academy.call("verify-guest-payment", { sessionId });

describe("a learner with a 3-month plan", () => {
  it("pays exactly three times and keeps the course (S-030)", async () => {
    const { email, sessionId, plan } = await startPlan(academy);
    expect(plan.status).toBe("paid");
    expect(await enrollmentsOf(academy, email)).toMatchObject([{ status: "active" }]);
    const schedule = await academy.stripe.subscriptionSchedules.retrieve(plan.schedule_id ?? "");
    expect(schedule).toMatchObject({ end_behavior: "cancel", status: "active" });

    await academy.simulate("advance", { months: 1, days: 1 });
    await expectPayments(academy, sessionId, ["paid", "paid"]);
    await academy.simulate("advance", { months: 1, days: 1 });
    await expectPayments(academy, sessionId, ["paid", "paid", "paid"]);
    await academy.simulate("advance", { months: 4, days: 1 });
    await eventually(async () => expect((await planOf(academy, sessionId)).plan_ended_at).toBeTruthy());
    await reconcile(academy);

    expect(await chargesOf(academy, plan.customer_id)).toEqual([MONTHLY_PENCE, MONTHLY_PENCE, MONTHLY_PENCE]);
    expect((await planOf(academy, sessionId)).status).toBe("paid");
    expect(await enrollmentsOf(academy, email)).toMatchObject([{ status: "active" }]);
    expect(await mailsOf(academy, sessionId)).toEqual({ credentials: 1, plan_schedule: 1, receipt: 3 });
  });
});

it("a plan made free by a code needs no card, gives access, ends by itself and announces no payments", async () => {
  const { code: discountCode } = await makeCode(academy, { percent_off: 100, duration: "forever" });
  const email = newEmail();
  const { sessionId } = await payPlan(academy, email, { discountCode });
  const { body } = await verify(sessionId);
  expect(body).toEqual({ success: true, email: expect.any(String), paidPence: 0 });
  await eventually(async () => expect((await planOf(academy, sessionId)).schedule_id).toBeTruthy());
  await academy.simulate("advance", { months: 4, days: 1 });
  await eventually(async () => expect((await planOf(academy, sessionId)).plan_ended_at).toBeTruthy());
  await expectPayments(academy, sessionId, ["paid", "paid", "paid"]);
  expect(await chargesOf(academy, (await planOf(academy, sessionId)).customer_id)).toEqual([]);
  expect(await enrollmentsOf(academy, email)).toMatchObject([{ status: "active" }]);
  expect(await mailsOf(academy, sessionId)).toEqual({ credentials: 1, receipt: 1 });
});

it("a code that covers all three months reduces each payment of a plan", async () => {
  const threeMonths = { duration: "repeating", duration_in_months: 3 } as const;
  const { code: discountCode } = await makeCode(academy, { percent_off: 10, ...threeMonths });
  const { sessionId } = await payPlan(academy, newEmail(), { discountCode });
  await eventually(async () => expect((await planOf(academy, sessionId)).schedule_id).toBeTruthy());
  await academy.simulate("advance", { months: 4, days: 1 });
  await expectPayments(academy, sessionId, ["paid", "paid", "paid"]);
  const { customer_id } = await planOf(academy, sessionId);
  expect(await chargesOf(academy, customer_id)).toEqual([324_00, 324_00, 324_00]);
});

it.each(["coupon", "promotion_code"] as const)(
  "a plan whose schedule names its discount by %s charges the reduced amount in months two and three",
  async (form) => {
    const { stripe } = academy;
    const code = await makeCode(academy, { percent_off: 10, duration: "forever" });
    const coupon = String(code.promotion.coupon);
    const { plan } = await startUnlimited(academy);
    // A schedule without an end, as a crash or a person using the provider's dashboard might leave it.
    const { id, phases } = await stripe.subscriptionSchedules.create({
      from_subscription: plan.subscription_id,
    });
    await stripe.subscriptionSchedules.update(id, {
      phases: phases.map(({ start_date, end_date, items }) => ({
        start_date,
        end_date,
        items: items.map((item) => ({
          price: String(item.price),
          tax_rates: (item.tax_rates ?? []).map((rate) => rate.id),
        })),
        discounts: [form === "coupon" ? { coupon } : { promotion_code: code.id }],
      })),
    });
    await reconcile(academy);
    expect(await stripe.subscriptionSchedules.retrieve(id)).toMatchObject({
      end_behavior: "cancel",
      phases: [{ discounts: [{ [form]: form === "coupon" ? coupon : code.id }] }],
    });
    await academy.simulate("advance", { months: 4, days: 1 });
    expect(await chargesOf(academy, plan.customer_id)).toEqual([324_00, 324_00, MONTHLY_PENCE]);
  },
);

describe("a 3-month plan", () => {
  it("is charged and recorded once per payment when events are delivered three times and replayed later", async () => {
    await academy.simulate("webhooks", { copies: 3 });
    const { sessionId, plan } = await startPlan(academy);
    await academy.simulate("advance", { months: 1, days: 1 });
    await expectPayments(academy, sessionId, ["paid", "paid"]);
    await academy.simulate("webhooks", { copies: 1 });
    for (const event of await eventsOf("invoice.paid", plan)) {
      await academy.backend.query("update public.stripe_events set processed_at = null where id = $1", [
        event,
      ]);
      await academy.simulate(`events/${event}/resend`, {});
    }
    await eventually(async () => expect(await undelivered()).toBe(0));
    expect(await paymentsOf(academy, sessionId)).toEqual(["paid", "paid"]);
    expect(await mailsOf(academy, sessionId)).toEqual({ credentials: 1, plan_schedule: 1, receipt: 2 });
    expect(await chargesOf(academy, plan.customer_id)).toEqual([MONTHLY_PENCE, MONTHLY_PENCE]);
  });

  it("has one account and one schedule when concurrent events and ten success pages report one payment", async () => {
    await academy.simulate("webhooks", { mode: "hold", copies: 5 });
    const email = newEmail();
    const { sessionId } = await payPlan(academy, email);
    await academy.simulate("webhooks", { mode: "deliver" });
    const replies = await Promise.all(Array.from({ length: 10 }, () => verify(sessionId)));
    expect(replies.map((each) => each.body.success)).toEqual(replies.map(() => true));
    await eventually(async () => expect(await undelivered()).toBe(0));
    const plan = await planOf(academy, sessionId);
    const schedules = await academy.stripe.subscriptionSchedules.list({ customer: plan.customer_id ?? "" });
    expect(schedules.data.map((each) => [each.id, each.end_behavior])).toEqual([
      [plan.schedule_id, "cancel"],
    ]);
    expect(await enrollmentsOf(academy, email)).toHaveLength(1);
    expect(await mailsOf(academy, sessionId)).toEqual({ credentials: 1, plan_schedule: 1, receipt: 1 });
  });

  it("gives access, a schedule and a list of payments when the success page is opened before any event arrives", async () => {
    await academy.simulate("webhooks", { mode: "hold" });
    const email = newEmail();
    const { sessionId } = await payPlan(academy, email);
    const reply = await verify(sessionId);
    expect(reply.body).toMatchObject({
      success: true,
      email: `b•••@mail.example`,
      plan: {
        payments: [
          { number: 1, amountPence: MONTHLY_PENCE, status: "paid" },
          { number: 2, amountPence: MONTHLY_PENCE, status: "due" },
          { number: 3, amountPence: MONTHLY_PENCE, status: "due" },
        ],
      },
    });
    expect((await planOf(academy, sessionId)).schedule_id).toBeTruthy();
    await academy.simulate("webhooks/release", { order: "backwards" });
    expect(await mailsOf(academy, sessionId)).toEqual({ credentials: 1, plan_schedule: 1, receipt: 1 });
  });

  it("gets its access, schedule and payments from the reconciler when every event is lost", async () => {
    await academy.simulate("webhooks", { mode: "drop" });
    const email = newEmail();
    const { sessionId } = await payPlan(academy, email);
    expect(await reconcile(academy)).toMatchObject({ granted: 1, failed: 0 });
    expect(await enrollmentsOf(academy, email)).toMatchObject([{ status: "active" }]);
    const { customer_id } = await planOf(academy, sessionId);
    await academy.simulate("advance", { months: 1, days: 1 });
    await reconcile(academy);
    expect(await paymentsOf(academy, sessionId)).toEqual(["paid", "paid"]);
    await academy.simulate("advance", { months: 6, days: 1 });
    await reconcile(academy);
    expect(await paymentsOf(academy, sessionId)).toEqual(["paid", "paid", "paid"]);
    expect(await chargesOf(academy, customer_id)).toHaveLength(3);
    expect(await mailsOf(academy, sessionId)).toEqual({ credentials: 1, plan_schedule: 1, receipt: 3 });
  });

  it("ignores a payment-failed event that arrives after the payment-succeeded event", async () => {
    const { sessionId, plan } = await startPlan(academy);
    const subscription = plan.subscription_id ?? "";
    await academy.simulate("webhooks", { mode: "hold" });
    await academy.simulate(`subscriptions/${subscription}/renewals`, { decline: true });
    await academy.simulate("advance", { months: 1, days: 1 });
    await academy.simulate(`subscriptions/${subscription}/renewals`, { decline: false });
    await academy.simulate("advance", { days: 4 });
    await academy.simulate("webhooks/release", { order: "backwards" });
    await eventually(async () => expect(await undelivered()).toBe(0));
    expect(await planOf(academy, sessionId)).toMatchObject({ status: "paid", grace_until: null });
    expect(await paymentsOf(academy, sessionId)).toEqual(["paid", "paid"]);
    expect(await mailsOf(academy, sessionId)).toEqual({ credentials: 1, plan_schedule: 1, receipt: 2 });
  });

  it("stays unchanged when an outdated state, read before a payment, is stored after it", async () => {
    const { sessionId, plan } = await startPlan(academy);
    await academy.simulate("advance", { months: 1, days: 1 });
    await expectPayments(academy, sessionId, ["paid", "paid"]);
    const [known] = await academy.backend.query<Record<string, unknown>>(
      "select * from public.order_payments where order_id = $1 and number = 2",
      [plan.id],
    );
    const failed = { ...known, paid_at: null, failed_at: known?.due_at, failures: 1 };
    const { data, error } = await academy.client(academy.secretKey).rpc("record_plan", {
      p_order: plan.id,
      p_plan: { ...plan, ended_at: null, payments: [failed] },
    });
    if (error) throw error;
    expect(data).toBe("paid");
    expect(await paymentsOf(academy, sessionId)).toEqual(["paid", "paid"]);
    expect(await planOf(academy, sessionId)).toMatchObject({ status: "paid", grace_until: null });
  });

  it("gets a missing schedule from the reconciler after a crash, even in the second month", async () => {
    const { sessionId, plan } = await startUnlimited(academy);
    await academy.simulate("webhooks", { mode: "drop" });
    await academy.simulate("advance", { months: 1, days: 1 });
    await reconcile(academy);
    expect((await planOf(academy, sessionId)).schedule_id).toBeTruthy();
    await academy.simulate("advance", { months: 5, days: 1 });
    await reconcile(academy);
    expect(await chargesOf(academy, plan.customer_id)).toEqual([MONTHLY_PENCE, MONTHLY_PENCE, MONTHLY_PENCE]);
    expect((await planOf(academy, sessionId)).plan_ended_at).toBeTruthy();
  });

  it("gets a half-created schedule completed by the reconciler after a crash", async () => {
    const { sessionId, plan } = await startUnlimited(academy);
    await academy.stripe.subscriptionSchedules.create({ from_subscription: plan.subscription_id ?? "" });
    await reconcile(academy);
    const { schedule_id } = await planOf(academy, sessionId);
    expect(await academy.stripe.subscriptionSchedules.retrieve(schedule_id ?? "")).toMatchObject({
      end_behavior: "cancel",
      metadata: { order_id: plan.id },
    });
  });

  it("is ended by the reconciler, with its fourth payment refunded, if a fourth month was charged", async () => {
    const { sessionId, plan } = await startUnlimited(academy);
    await academy.simulate("webhooks", { mode: "drop" });
    await academy.simulate("advance", { months: 3, days: 1 });
    expect(await chargesOf(academy, plan.customer_id)).toHaveLength(4);
    expectConsoleError(/plan_extra_payment_refunded/);
    await reconcile(academy);
    await reconcile(academy);
    expect((await chargesOf(academy, plan.customer_id)).sort()).toEqual([
      0,
      MONTHLY_PENCE,
      MONTHLY_PENCE,
      MONTHLY_PENCE,
    ]);
    const subscription = await academy.stripe.subscriptions.retrieve(plan.subscription_id ?? "");
    expect(subscription.status).toBe("canceled");
    expect(await planOf(academy, sessionId)).toMatchObject({ status: "paid" });
  });

  it("is not charged again after its order was refunded, even when the event was lost", async () => {
    const { sessionId, plan } = await startPlan(academy);
    await academy.backend.query("update public.orders set status = 'refunded' where id = $1", [plan.id]);
    await reconcile(academy);
    await academy.simulate("advance", { months: 3, days: 1 });
    expect(await chargesOf(academy, plan.customer_id)).toHaveLength(1);
    expect((await planOf(academy, sessionId)).status).toBe("refunded");
  });
});

async function eventsOf(type: string, plan: PlanRow): Promise<string[]> {
  const { data } = await academy.stripe.events.list({ type, limit: 100 });
  // The object in an invoice event is an invoice.
  const invoices = data.map((each) => ({
    id: each.id,
    customer: (each.data.object as Stripe.Invoice).customer,
  }));
  return invoices.filter((each) => each.customer === plan.customer_id).map((each) => each.id);
}
