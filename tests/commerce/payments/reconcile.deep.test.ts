import { beforeEach, describe, expect, it } from "vitest";
import { withAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { expectConsoleError } from "../../support/setup/failOnConsoleError.ts";
import { paymentOf } from "../moneyBack.ts";
import { mailsOf, paymentsOf, payPlan, planOf, reconcile } from "../plans.ts";
import { enrollmentsOf, newEmail, openCheckout, orderOf, professionalPayload } from "../shop.ts";

const academy = withAcademy();
// Every event is lost, so only the reconciler can find payments.
beforeEach(async () => {
  await academy.simulate("webhooks", { mode: "drop" });
});

async function payInFull(email: string) {
  const checkout = await openCheckout(academy, professionalPayload(email));
  await payOnHostedPage(checkout.url);
  return checkout;
}

describe("when every event is lost, the reconciler", () => {
  it("finds a paid order and enrols its buyer once, with one payment and one email of each kind", async () => {
    const email = newEmail();
    const { sessionId } = await payInFull(email);
    expect(await reconcile(academy)).toMatchObject({ granted: 1, failed: 0 });
    expect(await reconcile(academy)).toMatchObject({ granted: 0, failed: 0 });
    expect(await enrollmentsOf(academy, email)).toMatchObject([{ status: "active" }]);
    expect(await paymentsOf(academy, sessionId)).toEqual(["paid"]);
    expect(await mailsOf(academy, sessionId)).toEqual({ credentials: 1, receipt: 1 });
  });

  it("duplicates nothing when four runs are concurrent", async () => {
    const email = newEmail();
    const { sessionId } = await payPlan(academy, email);
    await Promise.all(Array.from({ length: 4 }, () => reconcile(academy)));
    expect(await enrollmentsOf(academy, email)).toHaveLength(1);
    expect(await mailsOf(academy, sessionId)).toEqual({ credentials: 1, plan_schedule: 1, receipt: 1 });
    const { customer_id, schedule_id } = await planOf(academy, sessionId);
    const { data } = await academy.stripe.subscriptionSchedules.list({ customer: customer_id ?? "" });
    expect(data.map((each) => each.id)).toEqual([schedule_id]);
  });

  it("finds the session of an order that was stored without its session id", async () => {
    const email = newEmail();
    const { sessionId } = await payInFull(email);
    const { id } = await orderOf(academy, sessionId);
    await academy.backend.query("update public.orders set checkout_session_id = null where id = $1", [id]);
    expect(await reconcile(academy)).toMatchObject({ granted: 1 });
    expect(await orderOf(academy, sessionId)).toMatchObject({ id, status: "paid" });
  });

  it("expires an order whose session has expired, and keeps one that may still be paid", async () => {
    const gone = await openCheckout(academy, professionalPayload(newEmail()));
    const open = await openCheckout(academy, professionalPayload(newEmail()));
    await academy.stripe.checkout.sessions.expire(gone.sessionId);
    await reconcile(academy);
    expect((await orderOf(academy, gone.sessionId)).status).toBe("expired");
    expect((await orderOf(academy, open.sessionId)).status).toBe("open");
  });

  it("is not blocked by an order that it cannot handle", async () => {
    const strange = await openCheckout(academy, professionalPayload(newEmail()));
    await academy.backend.query(
      "update public.orders set checkout_session_id = 'cs_gone' where checkout_session_id = $1",
      [strange.sessionId],
    );
    const email = newEmail();
    await payInFull(email);
    expectConsoleError(/not_reconciled/);
    expect(await reconcile(academy)).toMatchObject({ granted: 1, failed: 1 });
    expect(await enrollmentsOf(academy, email)).toHaveLength(1);
    // The reconciler gives up on this order after a week.
    await academy.backend.query(
      "update public.orders set created_at = now() - interval '8 days' where checkout_session_id = 'cs_gone'",
    );
    expect(await reconcile(academy)).toMatchObject({ failed: 0 });
  });

  it("checks an order at the provider at most once a minute", async () => {
    await openCheckout(academy, professionalPayload(newEmail()));
    await reconcile(academy);
    const reply = await academy.call("reconcile-payments", {}, { apikey: academy.secretKey });
    expect(reply.body).toMatchObject({ checked: 0 });
  });
});

describe("with more work than fits into one run, the reconciler", () => {
  it("still reaches an old plan among hundreds of new orders", async () => {
    const email = newEmail();
    const { sessionId } = await payPlan(academy, email);
    await academy.backend.query(
      "update public.orders set created_at = now() - interval '2 days', checked_at = now() - interval '1 day' where checkout_session_id = $1",
      [sessionId],
    );
    // A flood of orders that were never checked.
    await academy.backend.query(
      `insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name,
         last_name, claim_token_hash)
       select 'student', 'full', 'academy_student_full', 5000, 1000, 6000, 'flood' || number || '@mail.example', 'Ada',
         'Obi', repeat('0', 64) from generate_series(1, 300) as number`,
    );
    const reply = await academy.call("reconcile-payments", {}, { apikey: academy.secretKey });
    expect(reply.body).toMatchObject({ granted: 1 });
    expect(await enrollmentsOf(academy, email)).toMatchObject([{ status: "active" }]);
    await academy.backend.query(
      "update public.orders set status = 'expired' where email like 'flood%@mail.example'",
    );
    await academy.backend.query(
      "update public.orders set created_at = now() - interval '8 days' where email like 'flood%@mail.example'",
    );
  });

  it("is not blocked by events that it can never handle", async () => {
    // The events' orders do not exist, as after restoring a backup, so each event fails every time.
    const [price] = (await academy.stripe.prices.list({ limit: 1, lookup_keys: ["academy_student_full"] }))
      .data;
    for (let count = 0; count < 26; count++) {
      const { url } = await academy.stripe.checkout.sessions.create({
        mode: "payment",
        customer_email: newEmail(),
        line_items: [{ price: price?.id ?? "", quantity: 1 }],
        metadata: { order_id: crypto.randomUUID() },
        success_url: "https://shop.example/",
      });
      await payOnHostedPage(url ?? "");
    }
    const email = newEmail();
    const { sessionId } = await payInFull(email);
    expectConsoleError(/missed_event_not_handled/);
    await reconcile(academy);
    await reconcile(academy);
    const { intent } = await paymentOf(academy, sessionId);
    await academy.stripe.refunds.create({ payment_intent: intent });
    await reconcile(academy);
    expect((await orderOf(academy, sessionId)).status).toBe("refunded");
  });

  it("retries failed events in turn until they succeed", async () => {
    const { sessionId } = await payInFull(newEmail());
    await reconcile(academy);
    await academy.stripe.refunds.create({ payment_intent: (await paymentOf(academy, sessionId)).intent });
    await academy.backend.query("alter function public.record_refund rename to record_refund_away");
    expectConsoleError(/missed_event_not_handled/);
    try {
      await reconcile(academy);
    } finally {
      await academy.backend.query("alter function public.record_refund_away rename to record_refund");
    }
    expect((await orderOf(academy, sessionId)).status).toBe("paid");
    // The refund's event is queued behind the failing events from the previous test.
    await reconcile(academy);
    await reconcile(academy);
    expect((await orderOf(academy, sessionId)).status).toBe("refunded");
  });
});
