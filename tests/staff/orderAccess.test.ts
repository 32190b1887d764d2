import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { completeLessons, issue, signUpProven, verify } from "../certificate/learners.ts";
import { bought, buy, decide, dispute, mailsTo, paymentOf } from "../commerce/moneyBack.ts";
import {
  chargesOf,
  expectPayments,
  expectStatus,
  MONTHLY_PENCE,
  mailsOf,
  planOf,
  reconcile,
  startPlan,
} from "../commerce/plans.ts";
import { enrollmentsOf, orderOf, professionalPayload } from "../commerce/shop.ts";
import { eventually } from "../support/eventually.ts";
import { withAcademy } from "../support/server/academy.ts";
import { payOnHostedPage } from "../support/server/hostedPage.ts";
import { withProviderProxy } from "../support/server/providerProxy.ts";
import { expectConsoleError } from "../support/setup/failOnConsoleError.ts";
import { actsOn, type Member, signInAs } from "./members.ts";

const academy = withAcademy();
const proxy = withProviderProxy();
let staff: Member;
let colleague: Member;
beforeAll(async () => {
  staff = await signInAs(academy, "staff");
  colleague = await signInAs(academy, "staff");
});

const DONE = { status: 200, body: { success: true } };
const DAY_MS = 24 * 60 * 60 * 1000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

function extend(orderId: string, days: number, seen: string | null = null, by = staff, reason = "Illness") {
  const args = { p_order: orderId, p_until: dayFromNow(days), p_seen_until: seen, p_reason: reason };
  return by.client.rpc("staff_extend_access", args);
}
function end(orderId: string, by = staff, attemptId: string = randomUUID()) {
  const body = { action: "end_access", orderId, attemptId, cause: "shared", note: "Two addresses" };
  return by.call("staff-order", body);
}
function restore(orderId: string, by = staff, attemptId: string = randomUUID()) {
  return by.call("staff-order", { action: "restore_access", orderId, attemptId, reason: "They explained" });
}
const pageOf = async (id: string) => (await staff.client.rpc("staff_order", { p_id: id })).data;
const statusOf = async (email: string) => (await enrollmentsOf(academy, email))[0]?.status;

/** A plan whose second payment failed, and whose grace period is over if `isPaused`. */
async function overdue(isPaused: boolean) {
  const { email, sessionId, plan } = await startPlan(academy);
  await academy.simulate(`subscriptions/${plan.subscription_id}/renewals`, { decline: true });
  await academy.simulate("advance", { days: 32 });
  await expectStatus(academy, sessionId, "past_due");
  // The simulator's clock is ahead by now.
  await academy.backend.query(
    "update public.order_payments set failed_at = now() - interval '1 minute' where order_id = $1 and paid_at is null",
    [plan.id],
  );
  await academy.backend.query(
    "update public.orders set grace_until = now() + make_interval(mins => $2) where id = $1",
    [plan.id, isPaused ? -1 : 60],
  );
  if (isPaused) {
    await reconcile(academy);
    await expectStatus(academy, sessionId, "paused");
  }
  return { email, sessionId, orderId: plan.id, plan };
}

describe("extending access", () => {
  it("gives a paused plan access until the end of the day, and then pauses it again with an email", async () => {
    const { email, sessionId, orderId } = await overdue(true);
    expect(await statusOf(email)).toBe("paused");
    expect(await extend(orderId, 40)).toMatchObject({ data: true, error: null });
    expect(await statusOf(email)).toBe("active");
    await reconcile(academy);
    const page = await pageOf(orderId);
    expect(page).toMatchObject({
      order: { status: "past_due" },
      access: { status: "active", reason: "past_due" },
    });
    expect(page.access_pauses_at.slice(0, 10)).toBe(dayFromNow(40));
    await academy.call("deliver-mail", {}, { apikey: academy.secretKey });
    await eventually(() => expect(mailsTo(academy, email, "Your access")[0]).toMatch(/until the end of/));

    await academy.backend.query(
      "update public.orders set grace_until = now() - interval '1 minute', extended_until = now() - interval '1 minute' where id = $1",
      [orderId],
    );
    await reconcile(academy);
    await expectStatus(academy, sessionId, "paused");
    expect(await mailsOf(academy, sessionId)).toMatchObject({ access_paused: 2, access_extended: 1 });
  });

  it("has one effect when it is repeated or two members of staff do it together, and needs a reason and a day", async () => {
    const { orderId } = await overdue(false);
    const both = await Promise.all([extend(orderId, 30), extend(orderId, 50, null, colleague)]);
    expect(both.filter(({ data }) => data === true)).toHaveLength(1);
    expect(both.find(({ error }) => error)?.error?.message).toMatch(/Someone else has extended/);
    const { extended_until: seen } = (await pageOf(orderId)).order;
    const days = both[0]?.data === true ? 30 : 50;
    expect(await extend(orderId, days)).toMatchObject({ data: false, error: null });
    expect((await actsOn(academy, orderId)).filter((each) => each === "access_extended")).toHaveLength(1);
    expect((await extend(orderId, 10, seen)).error?.message).toMatch(/already continues/);
    for (const day of [-1, 92])
      expect((await extend(orderId, day, seen)).error?.message).toMatch(/next 90 days/);
    expect((await extend(orderId, 60, seen, staff, " ")).error?.message).toMatch(/give a reason/);
    expect(await extend(orderId, 90, seen)).toMatchObject({ data: true });
  });

  it("is not offered for an order that nothing pauses", async () => {
    const { orderId } = await bought(academy);
    expect((await pageOf(orderId)).refusals.extension).toBe("not_pausing");
    expect((await extend(orderId, 5)).error?.message).toMatch(/nothing to extend/);
  });

  it("lasts although the provider ends the plan meanwhile, or the learner pays and the next payment fails", async () => {
    const { orderId, sessionId, plan } = await overdue(true);
    await extend(orderId, 60);
    // As record_plan leaves it after a payment. The next payment fails.
    await academy.backend.query(
      "update public.orders set status = 'paid', grace_until = null where id = $1",
      [orderId],
    );
    await reconcile(academy);
    expect((await pageOf(orderId)).access_pauses_at?.slice(0, 10)).toBe(dayFromNow(60));
    await academy.stripe.subscriptions.cancel(plan.subscription_id ?? "");
    await eventually(async () => expect((await planOf(academy, sessionId)).plan_ended_at).not.toBeNull());
    await reconcile(academy);
    expect(await pageOf(orderId)).toMatchObject({
      order: { status: "past_due" },
      access: { status: "active" },
    });
  });
});

describe("extending access after the provider has ended the plan", () => {
  /** Paused, with an open invoice that can no longer complete the plan. */
  async function over() {
    const { sessionId, orderId, ...more } = await overdue(false);
    await academy.stripe.subscriptions.cancel(more.plan.subscription_id ?? "");
    await eventually(async () => expect((await planOf(academy, sessionId)).plan_ended_at).not.toBeNull());
    return { sessionId, orderId, ...more };
  }

  it("says that the plan is over and not that a payment would help", async () => {
    const { email, orderId } = await over();
    expect(await pageOf(orderId)).toMatchObject({ plan_ended_early: true });
    expect(await extend(orderId, 30)).toMatchObject({ data: true, error: null });
    await academy.call("deliver-mail", {}, { apikey: academy.secretKey });
    const mail = await eventually(() => {
      const [found] = mailsTo(academy, email, "Your access");
      expect(found).toBeDefined();
      return found;
    });
    expect(mail).toMatch(/plan has ended.*nothing left to pay/s);
    expect(mail).not.toContain("outstanding");
  });

  it("leaves no invoice that could still be paid for nothing, and reminds nobody to pay it", async () => {
    const { sessionId, orderId, plan } = await over();
    await eventually(async () => {
      const { data } = await academy.stripe.invoices.list({ subscription: plan.subscription_id ?? "" });
      expect(data.map(({ status }) => status).toSorted()).toEqual(["paid", "void"]);
    });
    const before = (await mailsOf(academy, sessionId)).payment_failed;
    await extend(orderId, 5);
    await reconcile(academy);
    expect((await planOf(academy, sessionId)).status).toBe("past_due");
    expect((await mailsOf(academy, sessionId)).payment_failed).toBe(before);
  });

  it("keeps the last invoice of a plan, which completes it when it is paid", async () => {
    const { email, sessionId, plan } = await startPlan(academy);
    await academy.simulate("advance", { days: 32 });
    await expectPayments(academy, sessionId, ["paid", "paid"]);
    await academy.simulate(`subscriptions/${plan.subscription_id}/renewals`, { decline: true });
    await academy.simulate("advance", { days: 31 });
    await expectPayments(academy, sessionId, ["paid", "paid", "failed"]);
    await academy.stripe.subscriptions.cancel(plan.subscription_id ?? "");
    await eventually(async () => expect((await planOf(academy, sessionId)).plan_ended_at).not.toBeNull());
    expect(await pageOf(plan.id)).toMatchObject({ plan_ended_early: false });
    const [owed] = await academy.backend.query<{ invoice_url: string }>(
      "select invoice_url from public.order_payments where order_id = $1 and paid_at is null",
      [plan.id],
    );
    await payOnHostedPage(owed?.invoice_url ?? "");
    await expectStatus(academy, sessionId, "paid");
    expect(await statusOf(email)).toBe("active");
  });
});

describe("ending access", () => {
  it("is immediate, refunds nothing, tells the learner the cause and not the note, and can be undone", async () => {
    const { email, sessionId, orderId, intent } = await bought(academy);
    const attempt = randomUUID();
    expect(await end(orderId, staff, attempt)).toMatchObject(DONE);
    expect((await orderOf(academy, sessionId)).status).toBe("ended");
    expect(await statusOf(email)).toBe("revoked");
    expect((await academy.stripe.refunds.list({ payment_intent: intent })).data).toEqual([]);
    await eventually(() => expect(mailsTo(academy, email, "Your access")[0]).toMatch(/more than one person/));
    expect(mailsTo(academy, email, "Your access")[0]).not.toContain("Two addresses");

    // It may have been a second purchase, whose refund waited for a dispute. Staff have decided that it stays.
    await academy.backend.query("update public.orders set second_purchase_of = id where id = $1", [orderId]);
    expect(await restore(orderId)).toMatchObject(DONE);
    expect(
      await academy.backend.query("select second_purchase_of from public.orders where id = $1", [orderId]),
    ).toEqual([{ second_purchase_of: null }]);
    expect(await statusOf(email)).toBe("active");
    // The response to the first attempt was lost, and the browser sends it again.
    expect(await end(orderId, staff, attempt)).toMatchObject(DONE);
    expect(await statusOf(email)).toBe("active");
    expect(await restore(orderId)).toMatchObject({ status: 409, body: { code: "changed_meanwhile" } });
    expect(await actsOn(academy, orderId)).toEqual(["access_ended", "access_restored"]);
  });

  it("cannot be undone, or done, after the buyer has deleted their account", async () => {
    const anonymise = (id: string) =>
      academy.backend.query(
        "delete from auth.users where id = (select user_id from public.orders where id = $1)",
        [id],
      );
    const { orderId, sessionId } = await bought(academy);
    await end(orderId);
    await anonymise(orderId);
    expect(await restore(orderId)).toMatchObject({ status: 409, body: { code: "not_possible" } });
    expect((await orderOf(academy, sessionId)).status).toBe("ended");
    expect((await pageOf(orderId)).refusals.restore).toBe("anonymised");
    const other = await bought(academy);
    await anonymise(other.orderId);
    expect(await end(other.orderId)).toMatchObject({ status: 409, body: { code: "not_possible" } });
  });

  it("has one effect when two members of staff end it at the same moment", async () => {
    const { email, orderId } = await bought(academy);
    const replies = await Promise.all([end(orderId), end(orderId, colleague)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await actsOn(academy, orderId)).toEqual(["access_ended"]);
    expect(await statusOf(email)).toBe("revoked");
  });

  it("stays ended whatever the provider reports later: a dispute, a decision about it, a refund", async () => {
    const { email, sessionId, orderId, charge, intent } = await bought(academy);
    await end(orderId);
    const id = await dispute(academy, charge);
    await decide(academy, id, "won");
    await academy.stripe.refunds.create({ payment_intent: intent, amount: 10_00 });
    await eventually(async () => expect((await pageOf(orderId)).money.refunded_pence).toBe(10_00));
    await reconcile(academy);
    expect((await orderOf(academy, sessionId)).status).toBe("ended");
    expect(await statusOf(email)).toBe("revoked");
    await academy.stripe.refunds.create({ payment_intent: intent });
    await expectStatus(academy, sessionId, "refunded");
    expect(await restore(orderId)).toMatchObject({ status: 409 });
  });

  it("keeps a certificate that was paid for and earned, until the money is refunded", async () => {
    const ada = await signUpProven(academy);
    const { sessionId } = await buy(academy, professionalPayload(ada.email));
    await completeLessons(academy, ada, 11);
    const { id } = await issue(academy, ada, "Ada Obi");
    await end((await orderOf(academy, sessionId)).id);
    expect(await verify(academy, id)).toMatchObject({ status: "valid" });
    await eventually(() =>
      expect(mailsTo(academy, ada.email, "Your access to")[0]).toMatch(/Your certificate stays\s+valid\./),
    );
    await academy.stripe.refunds.create({ payment_intent: (await paymentOf(academy, sessionId)).intent });
    await expectStatus(academy, sessionId, "refunded");
    expect(await verify(academy, id)).toMatchObject({ status: "revoked" });
  });
});

it("the email about ended access mentions no certificate after staff revoked it", async () => {
  const ada = await signUpProven(academy);
  const { sessionId } = await buy(academy, professionalPayload(ada.email));
  await completeLessons(academy, ada, 11);
  const { id } = await issue(academy, ada, "Ada Obi");
  const revocation = { p_id: id, p_cause: "not_own_work", p_reason: "Written by a friend" };
  expect((await staff.client.rpc("staff_revoke_certificate", revocation)).data).toBe(true);
  await end((await orderOf(academy, sessionId)).id);
  await eventually(() =>
    expect(mailsTo(academy, ada.email, "Your access to")[0]).toMatch(/are kept in your account/),
  );
  expect(mailsTo(academy, ada.email, "Your access to")[0]).not.toMatch(/stays\s+valid/);
});

describe("ending the access of a plan", () => {
  it("cancels the instalments at the provider first, and never starts them again", async () => {
    const { email, sessionId, plan } = await startPlan(academy);
    expect(await end(plan.id)).toMatchObject(DONE);
    expect((await academy.stripe.subscriptions.retrieve(plan.subscription_id ?? "")).status).toBe("canceled");
    await eventually(async () => expect((await planOf(academy, sessionId)).plan_ended_at).not.toBeNull());
    await academy.simulate("advance", { days: 70 });
    await reconcile(academy);
    expect(await chargesOf(academy, plan.customer_id)).toEqual([MONTHLY_PENCE]);
    expect((await planOf(academy, sessionId)).status).toBe("ended");

    expect(await restore(plan.id)).toMatchObject(DONE);
    await reconcile(academy);
    expect((await planOf(academy, sessionId)).status).toBe("paid");
    expect(await statusOf(email)).toBe("active");
    expect(await chargesOf(academy, plan.customer_id)).toEqual([MONTHLY_PENCE]);
    expect(await mailsOf(academy, sessionId)).toMatchObject({ access_withdrawn: 1, access_restored: 1 });
  });

  it("voids an open invoice, so that it cannot be paid any more", async () => {
    const { orderId, plan } = await overdue(true);
    await end(orderId);
    const { data } = await academy.stripe.invoices.list({ subscription: plan.subscription_id ?? "" });
    expect(data.map(({ status }) => status).toSorted()).toEqual(["paid", "void"]);
  });

  it("counts a payment made just before it, which the academy has not heard of yet, and does not refund it", async () => {
    const { sessionId, plan } = await startPlan(academy);
    await academy.simulate("webhooks", { mode: "hold" });
    await academy.simulate("advance", { days: 32 });
    await end(plan.id);
    await academy.simulate("webhooks", { mode: "deliver" });
    await expectPayments(academy, sessionId, ["paid", "paid"]);
    await reconcile(academy);
    expect(await chargesOf(academy, plan.customer_id)).toEqual([MONTHLY_PENCE, MONTHLY_PENCE]);
  });

  it("changes nothing when the provider fails, and says why", async () => {
    const { email, sessionId, plan } = await startPlan(academy);
    const down = { status: 500, json: { error: { type: "api_error", message: "The provider is down." } } };
    proxy.setIntercept(async ({ method }) => (method === "DELETE" ? down : undefined));
    expectConsoleError(/"event":"provider"/);
    const reply = await end(plan.id);
    proxy.setIntercept();
    expect(reply).toMatchObject({
      status: 502,
      body: { error: expect.stringMatching(/Nothing was changed/) },
    });
    expect((await planOf(academy, sessionId)).status).toBe("paid");
    expect(await statusOf(email)).toBe("active");
    expect(await actsOn(academy, plan.id)).toEqual([]);
  });
});
