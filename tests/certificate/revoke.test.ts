import { describe, expect, it } from "vitest";
import { planRunningText } from "../../src/domain/certificate/certificateText.ts";
import { decide, dispute, paymentOf } from "../commerce/moneyBack.ts";
import { expectStatus, paymentsOf, payPlan, planOf } from "../commerce/plans.ts";
import { enrollmentsOf, openCheckout, professionalPayload } from "../commerce/shop.ts";
import { eventually } from "../support/eventually.ts";
import { withAcademy } from "../support/server/academy.ts";
import { payOnHostedPage } from "../support/server/hostedPage.ts";
import { ask, completeLessons, enrol, issue, type Learner, signUpProven, verify } from "./learners.ts";

const academy = withAcademy();

const REVOKED = { status: "revoked", reason: "withdrawn" };

/** A learner who has bought with the account's address, completed the course and received a certificate. */
async function certified(
  open: (email: string) => Promise<{ sessionId: string }>,
  receive: (learner: Learner) => Promise<{ id: string }> = (learner) => issue(academy, learner, "Ada Obi"),
) {
  const ada = await signUpProven(academy);
  const { sessionId } = await open(ada.email);
  await eventually(async () =>
    expect(await enrollmentsOf(academy, ada.email)).toMatchObject([{ status: "active" }]),
  );
  await completeLessons(academy, ada, 11);
  return { ada, sessionId, certificate: await receive(ada) };
}

/**
 * Issues a certificate during a plan, as earlier versions did. Makes the plan's order free for a moment, so that the
 * certificate is issued and linked to the order; a migration linked the earlier certificates in the same way.
 */
async function issueAsBefore(learner: Learner): Promise<{ id: string }> {
  const plan = "from public.orders where user_id = $1 and plan = 'installment'";
  const [total] = await academy.backend.query<{ pence: number }>(`select total_pence as pence ${plan}`, [
    learner.id,
  ]);
  const charge = (columns: string) =>
    academy.backend.query(`update public.orders set ${columns} where user_id = $1`, [learner.id]);
  await charge("discount_pence = subtotal_pence, vat_pence = 0, total_pence = 0");
  const certificate = await issue(academy, learner, "Ada Obi");
  await charge(
    `discount_pence = 0, vat_pence = ${total?.pence} - subtotal_pence, total_pence = ${total?.pence}`,
  );
  return certificate;
}

async function buyAtOnce(email: string) {
  const checkout = await openCheckout(academy, professionalPayload(email));
  await payOnHostedPage(checkout.url);
  return checkout;
}

const sweep = () => academy.call("issue-missed-certificates", {}, { apikey: academy.secretKey });
const reasonsOf = async (learner: Learner) =>
  (
    await academy.backend.query<{ reason: string | null }>(
      "select revoked_reason as reason from public.certificates where user_id = $1 order by issued_at",
      [learner.id],
    )
  ).map((each) => each.reason);

describe("a certificate whose payment is refunded or disputed", () => {
  it("is revoked by a full refund, no longer shows the name, and is not issued again", async () => {
    const { ada, sessionId, certificate } = await certified(buyAtOnce);
    const { intent } = await paymentOf(academy, sessionId);
    await academy.stripe.refunds.create({ payment_intent: intent, amount: 100_00 });
    await expectStatus(academy, sessionId, "paid");
    expect(await verify(academy, certificate.id)).toMatchObject({ status: "valid" });

    await academy.stripe.refunds.create({ payment_intent: intent });
    await expectStatus(academy, sessionId, "refunded");
    const answer = await verify(academy, certificate.id);
    expect(answer).toMatchObject(REVOKED);
    expect(JSON.stringify(answer)).not.toMatch(/Ada|Obi|refund/);
    expect(await reasonsOf(ada)).toEqual(["refunded"]);

    expect(await ask(academy, ada, "Ada Obi")).toMatchObject({ status: 403, body: { code: "not_entitled" } });
    await sweep();
    expect(await reasonsOf(ada)).toEqual(["refunded"]);
  });

  it("stays revoked after a new purchase, for which the sweep issues a new certificate", async () => {
    const { ada, sessionId, certificate } = await certified(buyAtOnce);
    const { intent } = await paymentOf(academy, sessionId);
    await academy.stripe.refunds.create({ payment_intent: intent });
    await expectStatus(academy, sessionId, "refunded");
    await enrol(academy, ada);
    expect(await sweep()).toMatchObject({ body: { issued: 1 } });
    expect((await issue(academy, ada, "Ada Obi")).id).not.toBe(certificate.id);
    expect(await verify(academy, certificate.id)).toMatchObject(REVOKED);
  });

  it("stays valid during a dispute and after it is won, and is revoked if it is lost", async () => {
    for (const [outcome, status] of [
      ["won", "valid"],
      ["lost", "revoked"],
    ] as const) {
      const { sessionId, certificate } = await certified(buyAtOnce);
      const id = await dispute(academy, (await paymentOf(academy, sessionId)).charge);
      await expectStatus(academy, sessionId, "disputed");
      expect(await verify(academy, certificate.id)).toMatchObject({ status: "valid" });
      await decide(academy, id, outcome);
      await expectStatus(academy, sessionId, outcome === "won" ? "paid" : "revoked");
      expect(await verify(academy, certificate.id)).toMatchObject({ status });
    }
  });

  it("stays valid when the learner also has the course through another order", async () => {
    const { ada, sessionId, certificate } = await certified(buyAtOnce);
    await enrol(academy, ada);
    const { intent } = await paymentOf(academy, sessionId);
    await academy.stripe.refunds.create({ payment_intent: intent });
    await expectStatus(academy, sessionId, "refunded");
    expect(await verify(academy, certificate.id)).toMatchObject({ status: "valid" });
  });
});

describe("a learner who is still paying by instalments", () => {
  async function finishedOnPlan(change = {}) {
    const ada = await signUpProven(academy);
    const { sessionId } = await payPlan(academy, ada.email, change);
    await eventually(async () => expect((await planOf(academy, sessionId)).schedule_id).toBeTruthy());
    await completeLessons(academy, ada, 11);
    return { ada, sessionId };
  }

  it("gets the last payment's date instead of a certificate, which the sweep issues after that payment", async () => {
    const { ada, sessionId } = await finishedOnPlan();
    const due = new Date();
    due.setUTCMonth(due.getUTCMonth() + 2);
    expect(await ask(academy, ada, "Ada Obi")).toMatchObject({
      status: 409,
      body: { code: "plan_running", error: planRunningText(due.toISOString()) },
    });
    await academy.simulate("advance", { months: 1, days: 1 });
    await eventually(async () => expect(await paymentsOf(academy, sessionId)).toEqual(["paid", "paid"]));
    expect(await sweep()).toMatchObject({ body: { issued: 0, failed: 0 } });
    expect(await reasonsOf(ada)).toEqual([]);

    await academy.simulate("advance", { months: 1 });
    await eventually(async () =>
      expect(await paymentsOf(academy, sessionId)).toEqual(["paid", "paid", "paid"]),
    );
    expect(await sweep()).toMatchObject({ body: { issued: 1, failed: 0 } });
    expect((await issue(academy, ada, "Ada Obi")).holderName).toBe("Ada Obi");
  });

  it("gets a certificate through another order paid in full, and loses it when that order is refunded", async () => {
    const { ada } = await finishedOnPlan();
    await enrol(academy, ada);
    const { id } = await issue(academy, ada, "Ada Obi");
    await academy.backend.query(
      "update public.orders set status = 'refunded' where user_id = $1 and plan = 'full'",
      [ada.id],
    );
    expect(await enrollmentsOf(academy, ada.email)).toMatchObject([{ status: "active" }]);
    expect(await verify(academy, id)).toMatchObject(REVOKED);
    expect(await ask(academy, ada, "Ada Obi")).toMatchObject({ status: 409, body: { code: "plan_running" } });
  });

  it("gets no certificate through a second purchase, because that purchase is refunded", async () => {
    const { ada, sessionId } = await finishedOnPlan();
    await enrol(academy, ada);
    await academy.backend.query(
      "update public.orders set second_purchase_of = (select id from public.orders where checkout_session_id = $2) where user_id = $1 and plan = 'full'",
      [ada.id, sessionId],
    );
    expect((await ask(academy, ada, "Ada Obi")).body.code).toBe("plan_running");
  });

  it("gets a certificate immediately when a discount code made the plan free", async () => {
    const { ada, sessionId } = await finishedOnPlan();
    await academy.backend.query(
      `update public.orders set discount_pence = subtotal_pence, vat_pence = 0, total_pence = 0
       where checkout_session_id = $1`,
      [sessionId],
    );
    expect((await issue(academy, ada, "Ada Obi")).holderName).toBe("Ada Obi");
  });
});

describe("a certificate that outlives its account", () => {
  async function keptWithoutAccount() {
    const learner = await certified(buyAtOnce);
    await academy.backend.query(
      "insert into public.deletion_requests (user_id, keeps_certificate) values ($1, true)",
      [learner.ada.id],
    );
    const payment = await paymentOf(academy, learner.sessionId);
    return {
      ...learner,
      payment,
      async deleteAccount() {
        const { error } = await academy.client(academy.secretKey).auth.admin.deleteUser(learner.ada.id);
        expect(error).toBeNull();
        expect(await verify(academy, learner.certificate.id)).toMatchObject({ status: "valid" });
      },
    };
  }

  it("is revoked by a refund after the account was deleted", async () => {
    const { certificate, payment, sessionId, deleteAccount } = await keptWithoutAccount();
    await deleteAccount();
    await academy.stripe.refunds.create({ payment_intent: payment.intent });
    await expectStatus(academy, sessionId, "refunded");
    expect(await verify(academy, certificate.id)).toMatchObject(REVOKED);
  });

  it("is revoked by a dispute lost after the account was deleted", async () => {
    const { certificate, payment, sessionId, deleteAccount } = await keptWithoutAccount();
    await deleteAccount();
    await decide(academy, await dispute(academy, payment.charge), "lost");
    await expectStatus(academy, sessionId, "revoked");
    expect(await verify(academy, certificate.id)).toMatchObject(REVOKED);
  });

  it("stays valid while the deleted account has another order that has not been refunded", async () => {
    const { ada, certificate, payment, sessionId, deleteAccount } = await keptWithoutAccount();
    await enrol(academy, ada);
    const [later] = await academy.backend.query<{ id: string }>(
      "select id from public.orders where user_id = $1 and tier = 'student'",
      [ada.id],
    );
    await deleteAccount();
    await academy.stripe.refunds.create({ payment_intent: payment.intent });
    await expectStatus(academy, sessionId, "refunded");
    expect(await verify(academy, certificate.id)).toMatchObject({ status: "valid" });
    await academy.backend.query("update public.orders set status = 'refunded' where id = $1", [later?.id]);
    expect(await verify(academy, certificate.id)).toMatchObject(REVOKED);
  });
});

describe("a certificate that an earlier version issued during a plan", () => {
  async function paused() {
    const learner = await certified(async (email) => {
      const checkout = await payPlan(academy, email);
      await eventually(async () =>
        expect((await planOf(academy, checkout.sessionId)).schedule_id).toBeTruthy(),
      );
      return checkout;
    }, issueAsBefore);
    const { id } = await planOf(academy, learner.sessionId);
    await academy.backend.query(
      "update public.orders set status = 'past_due', grace_until = now() where id = $1",
      [id],
    );
    await academy.backend.query("select public.pause_overdue($1)", [id]);
    return { ...learner, orderId: id };
  }

  it("stays valid while access is paused for an overdue payment", async () => {
    const { ada, certificate } = await paused();
    expect(await enrollmentsOf(academy, ada.email)).toMatchObject([{ status: "paused" }]);
    expect(await verify(academy, certificate.id)).toMatchObject({ status: "valid" });
    expect((await issue(academy, ada, "Ada Obi")).id).toBe(certificate.id);
  });

  it("is revoked when the plan ends unpaid", async () => {
    const { ada, certificate, orderId } = await paused();
    await academy.backend.query("update public.orders set plan_ended_at = now() where id = $1", [orderId]);
    expect(await verify(academy, certificate.id)).toMatchObject(REVOKED);
    expect(await reasonsOf(ada)).toEqual(["revoked"]);
  });

  it("stays valid when the plan ends fully paid after a pause", async () => {
    const { certificate, orderId } = await paused();
    await academy.backend.query(
      `insert into public.order_payments (order_id, number, amount_pence, due_at, paid_at)
       select $1, number, 36000, now(), now() from generate_series(1, 3) as number
       on conflict (order_id, number) do update set paid_at = now()`,
      [orderId],
    );
    await academy.backend.query("update public.orders set plan_ended_at = now() where id = $1", [orderId]);
    expect(await verify(academy, certificate.id)).toMatchObject({ status: "valid" });
  });
});

it("a certificate that the academy withdraws by hand is not issued again", async () => {
  const { ada, certificate } = await certified(buyAtOnce);
  await academy.backend.query(
    "update public.certificates set revoked_at = now(), revoked_reason = 'withdrawn' where id = $1",
    [certificate.id],
  );
  expect(await verify(academy, certificate.id)).toMatchObject(REVOKED);
  await sweep();
  expect(await ask(academy, ada, "Ada Obi")).toMatchObject({
    status: 409,
    body: { code: "certificate_revoked" },
  });
  expect(await reasonsOf(ada)).toEqual(["withdrawn"]);
});
