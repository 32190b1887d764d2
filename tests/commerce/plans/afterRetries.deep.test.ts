import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { buy, mailsTo } from "../moneyBack.ts";
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
} from "../plans.ts";
import { enrollmentsOf, orderOf, professionalPayload, proveAddress } from "../shop.ts";

const academy = withAcademy();

const ACTIVE = [{ tier: "professional", status: "active" }];
const PAUSED = [{ tier: "professional", status: "paused" }];

/** A plan of which this payment failed at every attempt, after its access was paused. */
async function failEveryRetry(afterRetries: "cancel" | "unpaid" | "past_due", number: 2 | 3 = 2) {
  await academy.simulate("billing", { afterRetries });
  const started = await startPlan(academy);
  const subscription = started.plan.subscription_id ?? "";
  const setDecline = (decline: boolean) =>
    academy.simulate(`subscriptions/${subscription}/renewals`, { decline });
  if (number === 3) {
    await academy.simulate("advance", { months: 1, days: 1 });
    await expectPayments(academy, started.sessionId, ["paid", "paid"]);
  }
  await setDecline(true);
  await academy.simulate("advance", { months: 1, days: 1 });
  await expectStatus(academy, started.sessionId, "past_due");
  await academy.simulate("advance", { days: 20 });
  await academy.backend.query("update public.orders set grace_until = now() where id = $1", [
    started.plan.id,
  ]);
  await reconcile(academy);
  await expectStatus(academy, started.sessionId, "paused");
  return { ...started, subscription, setDecline };
}

/** Pays what is owed on the provider's page that the emails link to. */
async function payOwed(orderId: string, number: number): Promise<void> {
  const [owed] = await academy.backend.query<{ invoice_url: string }>(
    "select invoice_url from public.order_payments where order_id = $1 and number = $2 and paid_at is null",
    [orderId, number],
  );
  await payOnHostedPage(owed?.invoice_url ?? "");
}

describe("when the last retry of the second payment has failed", () => {
  it("and the account cancels the subscription, the third payment is never charged", async () => {
    const { email, sessionId, plan, subscription, setDecline } = await failEveryRetry("cancel");
    expect((await academy.stripe.subscriptions.retrieve(subscription)).status).toBe("canceled");
    await setDecline(false);
    await academy.simulate("advance", { months: 3, days: 1 });
    await reconcile(academy);
    expect(await paymentsOf(academy, sessionId)).toEqual(["paid", "failed"]);
    expect(await chargesOf(academy, plan.customer_id)).toEqual([MONTHLY_PENCE]);
    expect(await enrollmentsOf(academy, email)).toEqual(PAUSED);
  });

  it("and the account leaves the subscription overdue, the learner can still pay everything, and no more", async () => {
    const { email, sessionId, plan, subscription, setDecline } = await failEveryRetry("past_due");
    expect((await academy.stripe.subscriptions.retrieve(subscription)).status).toBe("past_due");
    await payOwed(plan.id, 2);
    await expectStatus(academy, sessionId, "paid");
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    await setDecline(false);
    await academy.simulate("advance", { months: 1 });
    await expectPayments(academy, sessionId, ["paid", "paid", "paid"]);
    await academy.simulate("advance", { months: 3, days: 1 });
    await reconcile(academy);
    expect(await chargesOf(academy, plan.customer_id)).toEqual(Array(3).fill(MONTHLY_PENCE));
    expect((await planOf(academy, sessionId)).status).toBe("paid");
  });

  it("and the account makes the subscription unpaid, the third payment waits for the second", async () => {
    const { email, sessionId, plan, subscription, setDecline } = await failEveryRetry("unpaid");
    await setDecline(false);
    await academy.simulate("advance", { months: 1 });
    expect((await academy.stripe.subscriptions.retrieve(subscription)).status).toBe("unpaid");
    await expectPayments(academy, sessionId, ["paid", "failed", "due"]);
    await reconcile(academy);
    expect(await chargesOf(academy, plan.customer_id)).toEqual([MONTHLY_PENCE]);
    expect(await enrollmentsOf(academy, email)).toEqual(PAUSED);

    await payOwed(plan.id, 2);
    await expectPayments(academy, sessionId, ["paid", "paid", "paid"]);
    await expectStatus(academy, sessionId, "paid");
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    await academy.simulate("advance", { months: 3, days: 1 });
    await reconcile(academy);
    expect(await chargesOf(academy, plan.customer_id)).toEqual(Array(3).fill(MONTHLY_PENCE));
    expect((await planOf(academy, sessionId)).status).toBe("paid");
  });

  it("an unpaid subscription whose collection the operator has paused is not charged", async () => {
    const { sessionId, plan, subscription, setDecline } = await failEveryRetry("unpaid");
    await setDecline(false);
    await academy.simulate("advance", { months: 1 });
    await expectPayments(academy, sessionId, ["paid", "failed", "due"]);
    await academy.stripe.subscriptions.update(subscription, {
      pause_collection: { behavior: "keep_as_draft" },
    });
    await payOwed(plan.id, 2);
    await expectPayments(academy, sessionId, ["paid", "paid", "due"]);
    await reconcile(academy);
    expect(await chargesOf(academy, plan.customer_id)).toEqual(Array(2).fill(MONTHLY_PENCE));
  });
});

it("a plan that ended paused gives access again with its last payment, although staff gave an earlier one back", async () => {
  const { sessionId, plan, subscription } = await failEveryRetry("past_due", 3);
  const [second] = await academy.backend.query<{ payment_intent_id: string }>(
    "select payment_intent_id from public.order_payments where order_id = $1 and number = 2",
    [plan.id],
  );
  await academy.stripe.refunds.create({ payment_intent: second?.payment_intent_id ?? "" });
  await eventually(async () =>
    expect(
      await academy.backend.query(
        "select from public.order_payments where order_id = $1 and refunded_pence > 0",
        [plan.id],
      ),
    ).toHaveLength(1),
  );
  await academy.stripe.subscriptions.cancel(subscription);
  await eventually(async () =>
    expect((await planOf(academy, sessionId)).plan_ended_at).toEqual(expect.anything()),
  );
  await payOwed(plan.id, 3);
  await expectStatus(academy, sessionId, "paid");
});

describe("a learner who buys the tier of a paused plan again", () => {
  async function buyAsGuest(email: string) {
    // The simulator's clock is months ahead, so that earlier payments would be later than the new order.
    await academy.backend.query(
      "update public.order_payments set paid_at = now() - interval '1 day' where paid_at > now()",
    );
    await proveAddress(academy, email);
    const { sessionId } = await buy(academy, professionalPayload(email));
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    return sessionId;
  }
  async function buyAgain(email: string) {
    const sessionId = await buyAsGuest(email);
    await academy.backend.query("update auth.users set last_sign_in_at = now() where email = $1", [email]);
    return sessionId;
  }
  async function isReplaced(orderId: string) {
    const [row] = await academy.backend.query<{ is_replaced: boolean }>(
      "select public.plan_replaced_at($1) is not null as is_replaced",
      [orderId],
    );
    return row?.is_replaced;
  }

  it("is not charged for the plan again: it ends at the provider within a minute, and its invoice is voided", async () => {
    const { email, sessionId, plan, subscription, setDecline } = await failEveryRetry("past_due");
    const bought = await buyAgain(email);
    await academy.backend.query("update public.orders set checked_at = now() - interval '1 minute'");
    await academy.call("reconcile-payments", {}, { apikey: academy.secretKey });
    expect((await academy.stripe.subscriptions.retrieve(subscription)).status).toBe("canceled");
    const { data: invoices } = await academy.stripe.invoices.list({ subscription });
    expect(invoices.map(({ status }) => status)).toEqual(["void", "paid"]);
    await eventually(() =>
      expect(mailsTo(academy, email, "Your plan for")).toEqual([
        expect.stringContaining("You still have access through another order."),
      ]),
    );

    await setDecline(false);
    await academy.simulate("advance", { months: 1 });
    await reconcile(academy);
    expect(await chargesOf(academy, plan.customer_id)).toEqual([MONTHLY_PENCE]);
    expect(await paymentsOf(academy, sessionId)).toEqual(["paid", "failed"]);
    expect(await planOf(academy, sessionId)).toMatchObject({
      status: "paused",
      plan_ended_at: expect.anything(),
    });
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    expect((await orderOf(academy, bought)).status).toBe("paid");
  });

  it("keeps the plan while the other order may still be moved to another address", async () => {
    const { email, plan, subscription } = await failEveryRetry("past_due");
    const bought = await buyAsGuest(email);
    await reconcile(academy);
    expect((await academy.stripe.subscriptions.retrieve(subscription)).ended_at).toBeNull();
    expect(await isReplaced(plan.id)).toBe(false);
    await academy.backend.query(
      "update public.orders set paid_at = now() - interval '15 days' where checkout_session_id = $1",
      [bought],
    );
    expect(await isReplaced(plan.id)).toBe(true);
  });

  it("is refunded the other order if the plan is paid after all while that order may still be moved", async () => {
    const { email, sessionId, plan } = await failEveryRetry("past_due");
    const bought = await buyAsGuest(email);
    await payOwed(plan.id, 2);
    await expectStatus(academy, sessionId, "paid");
    await reconcile(academy);
    expect((await orderOf(academy, bought)).status).toBe("refunded");
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    expect((await academy.stripe.subscriptions.retrieve(plan.subscription_id ?? "")).ended_at).toBeNull();
  });

  it("ends the plan at once if a certificate was earned with the other order", async () => {
    const { email, plan } = await failEveryRetry("past_due");
    const bought = await buyAsGuest(email);
    const { id } = await orderOf(academy, bought);
    expect(await isReplaced(plan.id)).toBe(false);
    await academy.backend.query("insert into private.certificate_statuses (status_index) values (90001)");
    await academy.backend.query(
      `with issued as (
         insert into public.certificates (user_id, course_id, holder_name, credential, status_index)
         select user_id, course_id, 'Ada Test', '{}', 90001 from public.orders where id = $1
         returning id
       )
       insert into private.certificate_orders (certificate_id, order_id) select id, $1 from issued`,
      [id],
    );
    expect(await isReplaced(plan.id)).toBe(true);
    await payOwed(plan.id, 2);
    await reconcile(academy);
    await eventually(async () => {
      const charges = await chargesOf(academy, plan.customer_id);
      expect(charges.filter((pence) => pence > 0)).toEqual([MONTHLY_PENCE]);
    });
    expect((await orderOf(academy, bought)).status).toBe("paid");
  });

  it("is refunded the other order if staff extend the plan and it is then paid", async () => {
    const { email, sessionId, plan } = await failEveryRetry("past_due");
    const bought = await buyAsGuest(email);
    await academy.backend.query(
      `update public.orders set status = 'past_due', extended_until = now() + interval '7 days',
         grace_until = now() + interval '7 days' where id = $1`,
      [plan.id],
    );
    await payOwed(plan.id, 2);
    await expectStatus(academy, sessionId, "paid");
    await reconcile(academy);
    expect((await orderOf(academy, bought)).status).toBe("refunded");
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
  });

  it("is refunded an order that was paid in the moment in which the plan regained access, unless staff restored it", async () => {
    const { email, sessionId, plan } = await startPlan(academy);
    const bought = await buyAsGuest(email);
    const restore = (restoredAt: string | null) =>
      academy.backend.query("update public.orders set restored_at = $2 where checkout_session_id = $1", [
        bought,
        restoredAt,
      ]);
    await restore(new Date().toISOString());
    await reconcile(academy);
    expect((await orderOf(academy, bought)).status).toBe("paid");
    await restore(null);
    // As if each of the two had been recorded before the other was committed.
    await academy.backend.query(
      "update public.orders set second_purchase_of = null where checkout_session_id = $1",
      [bought],
    );
    await reconcile(academy);
    await reconcile(academy);
    expect((await orderOf(academy, bought)).status).toBe("refunded");
    expect((await planOf(academy, sessionId)).status).toBe("paid");
    expect((await academy.stripe.subscriptions.retrieve(plan.subscription_id ?? "")).ended_at).toBeNull();
  });

  it("keeps what was paid for the plan before staff restored an earlier order", async () => {
    const { email, plan } = await failEveryRetry("past_due");
    const bought = await buyAgain(email);
    await academy.backend.query(
      "update public.orders set paid_at = now() - interval '1 year', restored_at = now() where checkout_session_id = $1",
      [bought],
    );
    await reconcile(academy);
    expect((await academy.stripe.subscriptions.retrieve(plan.subscription_id ?? "")).status).toBe("canceled");
    const charges = await chargesOf(academy, plan.customer_id);
    expect(charges.filter((pence) => pence > 0)).toEqual([MONTHLY_PENCE]);
  });

  it("is refunded a payment that was recorded after the other order was paid", async () => {
    const { email, sessionId, plan, setDecline } = await failEveryRetry("past_due");
    await buyAsGuest(email);
    await setDecline(false);
    await academy.simulate("advance", { months: 1 });
    await expectPayments(academy, sessionId, ["paid", "failed", "paid"]);
    await academy.backend.query("update auth.users set last_sign_in_at = now() where email = $1", [email]);
    await reconcile(academy);
    await eventually(async () => {
      const charges = await chargesOf(academy, plan.customer_id);
      expect(charges.filter((pence) => pence > 0)).toEqual([MONTHLY_PENCE]);
    });
    await expectStatus(academy, sessionId, "paused");
  });

  it("does not lose the plan to an order whose payment is disputed", async () => {
    const { email, plan } = await failEveryRetry("past_due");
    const bought = await buyAgain(email);
    expect(await isReplaced(plan.id)).toBe(true);
    await academy.backend.query(
      "update public.orders set status = 'disputed' where checkout_session_id = $1",
      [bought],
    );
    expect(await isReplaced(plan.id)).toBe(false);
  });

  it("keeps a plan that gives access again meanwhile, which is not an order beside itself", async () => {
    const { email, sessionId, plan, subscription } = await failEveryRetry("past_due");
    expect(await isReplaced(plan.id)).toBe(false);
    await payOwed(plan.id, 2);
    await expectStatus(academy, sessionId, "paid");
    expect(await isReplaced(plan.id)).toBe(false);
    await buyAgain(email);
    expect(await isReplaced(plan.id)).toBe(false);
    expect((await academy.stripe.subscriptions.retrieve(subscription)).ended_at).toBeNull();
  });

  it("gets the last payment of the plan back, which does not give access by the plan again", async () => {
    const { email, sessionId, plan } = await failEveryRetry("past_due", 3);
    const bought = await buyAgain(email);
    await payOwed(plan.id, 3);
    await eventually(async () => {
      const charges = await chargesOf(academy, plan.customer_id);
      expect(charges.filter((pence) => pence > 0)).toEqual([MONTHLY_PENCE, MONTHLY_PENCE]);
    });
    await reconcile(academy);
    await expectStatus(academy, sessionId, "paused");
    expect((await mailsOf(academy, sessionId)).recovered).toBeUndefined();
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    // Nor after an extension by staff, which would make the other order the second purchase.
    const setState = (state: string) =>
      academy.backend.query(
        `update public.orders set status = $2, extended_until = now() + interval '7 days',
           grace_until = now() + interval '7 days' where id = $1`,
        [plan.id, state],
      );
    await setState("past_due");
    await reconcile(academy);
    expect((await orderOf(academy, bought)).status).toBe("paid");
    await setState("paused");
    await academy.backend.query(
      "update public.orders set status = 'refunded' where checkout_session_id = $1",
      [bought],
    );
    await reconcile(academy);
    await expectStatus(academy, sessionId, "paused");
  });

  it.each(["past_due", "unpaid"] as const)(
    "gets a payment of the plan back that was collected before it ended (%s)",
    async (afterRetries) => {
      const { email, sessionId, plan, setDecline } = await failEveryRetry(afterRetries);
      await buyAgain(email);
      await setDecline(false);
      await academy.simulate("advance", { months: 1 });
      await reconcile(academy);
      await eventually(async () => {
        const charges = await chargesOf(academy, plan.customer_id);
        expect(charges.filter((pence) => pence > 0)).toEqual([MONTHLY_PENCE]);
      });
      await expectStatus(academy, sessionId, "paused");
      expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    },
  );
});

it("a renewal that the bank wants authenticated keeps access, and is paid on the provider's page", async () => {
  const { email, sessionId, plan } = await startPlan(academy, { "cc-number": "4000 0027 6000 3184" });
  await academy.simulate("advance", { months: 1, days: 1 });
  await expectStatus(academy, sessionId, "past_due");
  expect(await paymentsOf(academy, sessionId)).toEqual(["paid", "failed"]);
  expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
  await payOwed(plan.id, 2);
  await expectStatus(academy, sessionId, "paid");
});
