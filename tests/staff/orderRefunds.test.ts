import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { bought, decide, dispute, mailsTo } from "../commerce/moneyBack.ts";
import { chargesOf, expectPayments, expectStatus, MONTHLY_PENCE, startPlan } from "../commerce/plans.ts";
import { enrollmentsOf, orderOf } from "../commerce/shop.ts";
import { eventually } from "../support/eventually.ts";
import { withAcademy } from "../support/server/academy.ts";
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
/** £850.00 plus VAT. */
const PAID_PENCE = 1020_00;

type Asked = { orderId: string; attemptId?: string; amountPence: number; seenRefundedPence?: number };

function refund(
  { orderId, attemptId = randomUUID(), amountPence, seenRefundedPence = 0 }: Asked,
  by = staff,
) {
  const body = {
    action: "refund",
    orderId,
    attemptId,
    amountPence,
    seenRefundedPence,
    reason: "Asked by email",
  };
  return academy.call("staff-order", body, { authorization: `Bearer ${by.token}` });
}

async function refundsOf(intent: string): Promise<number[]> {
  const { data } = await academy.stripe.refunds.list({ payment_intent: intent });
  return data.map((each) => each.amount);
}

describe("a refund by staff", () => {
  it("returns everything, ends the order and its access, and is recorded with its reason", async () => {
    const { email, sessionId, orderId, intent } = await bought(academy);
    expect(await refund({ orderId, amountPence: PAID_PENCE })).toMatchObject(DONE);
    expect(await refundsOf(intent)).toEqual([PAID_PENCE]);
    expect((await orderOf(academy, sessionId)).status).toBe("refunded");
    expect(await enrollmentsOf(academy, email)).toEqual([{ tier: "professional", status: "revoked" }]);
    await eventually(() => expect(mailsTo(academy, email, "Refund")).toHaveLength(1));
    expect(await actsOn(academy, orderId)).toEqual(["refund_started", "order_refunded"]);
    const { data } = await staff.client.rpc("staff_order", { p_id: orderId });
    expect(data.timeline).toContainEqual(
      expect.objectContaining({
        kind: "staff",
        data: expect.objectContaining({ action: "refund_started", reason: "Asked by email" }),
      }),
    );
    expect(data.refusals.refund).toBe("nothing_left");
  });

  it("leaves once when two members of staff refund at the same moment", async () => {
    const { orderId, intent } = await bought(academy);
    for (const amountPence of [100_00, PAID_PENCE - 100_00]) {
      const seenRefundedPence = amountPence === 100_00 ? 0 : 100_00;
      const replies = await Promise.all(
        [staff, colleague].map((by) => refund({ orderId, amountPence, seenRefundedPence }, by)),
      );
      expect(replies.map((each) => each.status).toSorted()).toEqual([200, 409]);
    }
    expect((await refundsOf(intent)).toSorted()).toEqual([100_00, PAID_PENCE - 100_00].toSorted());
  });

  it("happens once when the same attempt is sent again, one after the other or together", async () => {
    const { orderId, intent } = await bought(academy);
    const asked = { orderId, attemptId: randomUUID(), amountPence: 50_00 };
    for (const reply of await Promise.all([refund(asked), refund(asked)])) {
      // The provider may answer the second with "in progress", which the browser repeats.
      expect([200, 502]).toContain(reply.status);
    }
    expect(await refund(asked)).toMatchObject(DONE);
    expect(await refundsOf(intent)).toEqual([50_00]);
    expect(await actsOn(academy, orderId)).toEqual(["refund_started", "order_refunded"]);
  });

  it("adds up in parts to what was paid and never to more", async () => {
    const { orderId, sessionId, intent } = await bought(academy);
    expect(await refund({ orderId, amountPence: 80_00 })).toMatchObject(DONE);
    expect((await orderOf(academy, sessionId)).status).toBe("paid");
    const late = await refund({ orderId, amountPence: 80_00 });
    expect(late).toMatchObject({ status: 409, body: { code: "changed_meanwhile" } });
    const more = await refund({ orderId, amountPence: PAID_PENCE, seenRefundedPence: 80_00 });
    expect(more).toMatchObject({ status: 409, body: { error: expect.stringMatching(/more than is left/) } });
    expect(await refund({ orderId, amountPence: 940_00, seenRefundedPence: 80_00 })).toMatchObject(DONE);
    expect((await orderOf(academy, sessionId)).status).toBe("refunded");
    expect((await refundsOf(intent)).toSorted()).toEqual([80_00, 940_00].toSorted());
  });

  it("is rejected when an amount is larger than any price can be", async () => {
    const { orderId } = await bought(academy);
    for (const amounts of [{ amountPence: 1e12 }, { amountPence: 1, seenRefundedPence: 2 ** 31 }])
      expect(await refund({ orderId, ...amounts })).toMatchObject({ status: 400 });
  });

  it("is finished by any member of staff after a crash, even when the provider had refunded before it", async () => {
    for (const isDoneAtProvider of [true, false]) {
      const { orderId, intent } = await bought(academy);
      const attemptId = randomUUID();
      const claimed = await academy.client(academy.secretKey).rpc("claim_staff_refund", {
        p_actor: staff.id,
        p_id: attemptId,
        p_order: orderId,
        p_amount_pence: 70_00,
        p_seen_refunded_pence: 0,
        p_reason: "Asked by email",
      });
      expect(claimed.data.outcome).toBe("claimed");
      if (isDoneAtProvider) {
        // As after more than a day: the provider no longer knows the idempotency key.
        const metadata = { staff_refund: attemptId };
        await academy.stripe.refunds.create({ payment_intent: intent, amount: 70_00, metadata });
      }
      const page = await colleague.client.rpc("staff_order", { p_id: orderId });
      expect(page.data.unfinished_refund).toMatchObject({ id: attemptId, amount_pence: 70_00 });
      const body = { action: "finish_refund", orderId, attemptId };
      const headers = { authorization: `Bearer ${colleague.token}` };
      expect(await academy.call("staff-order", body, headers)).toMatchObject(DONE);
      expect(await refundsOf(intent)).toEqual([70_00]);
      expect((await staff.client.rpc("staff_order", { p_id: orderId })).data).toMatchObject({
        money: { refunded_pence: 70_00 },
        unfinished_refund: null,
      });
    }
  });

  it("stays open while the provider fails, and is made once by a repeat", async () => {
    const { orderId, intent } = await bought(academy);
    const down = { status: 500, json: { error: { type: "api_error", message: "The provider is down." } } };
    proxy.setIntercept(async ({ path }) => (path.startsWith("/v1/refunds") ? down : undefined));
    expectConsoleError(/"event":"provider"/);
    const asked = { orderId, attemptId: randomUUID(), amountPence: 50_00 };
    const reply = await refund(asked);
    proxy.setIntercept();
    expect(reply).toMatchObject({ status: 502, body: { code: "payment_provider" } });
    expect(await refundsOf(intent)).toEqual([]);
    expect(await refund(asked)).toMatchObject(DONE);
    expect(await refundsOf(intent)).toEqual([50_00]);
  });

  it("says what the provider refused, and does not block the next one", async () => {
    const { orderId, intent } = await bought(academy);
    await academy.simulate("webhooks", { mode: "hold" });
    await academy.stripe.refunds.create({ payment_intent: intent, amount: 1000_00 });
    const asked = { orderId, attemptId: randomUUID(), amountPence: PAID_PENCE };
    for (const reply of [await refund(asked), await refund(asked)])
      expect(reply).toMatchObject({
        status: 409,
        body: { error: expect.stringMatching(/refused.*Nothing/) },
      });
    await academy.simulate("webhooks", { mode: "deliver" });
    await eventually(async () =>
      expect(await refund({ orderId, amountPence: 20_00, seenRefundedPence: 1000_00 })).toMatchObject(DONE),
    );
    expect(await actsOn(academy, orderId)).toEqual([
      "refund_started",
      "refund_refused",
      "refund_started",
      "order_refunded",
    ]);
  });

  it("is refused while a bank disputes the payment, and after it took the money back", async () => {
    const { orderId, sessionId, charge } = await bought(academy);
    const id = await dispute(academy, charge);
    await expectStatus(academy, sessionId, "disputed");
    expect(await refund({ orderId, amountPence: 1_00 })).toMatchObject({ status: 409 });
    await decide(academy, id, "lost");
    await expectStatus(academy, sessionId, "revoked");
    expect(await refund({ orderId, amountPence: 1_00 })).toMatchObject({ status: 409 });
  });
});

describe("a refund of a plan", () => {
  it("takes from the newest payment first, and ends the plan only when everything paid is refunded", async () => {
    const { sessionId, plan } = await startPlan(academy);
    await academy.simulate("advance", { days: 32 });
    await expectPayments(academy, sessionId, ["paid", "paid"]);
    const orderId = plan.id;
    expect(await refund({ orderId, amountPence: MONTHLY_PENCE + 10_00 })).toMatchObject(DONE);
    expect(await chargesOf(academy, plan.customer_id)).toEqual([0, MONTHLY_PENCE - 10_00]);
    expect((await academy.stripe.subscriptions.retrieve(plan.subscription_id ?? "")).status).toBe("active");
    const rest = { orderId, amountPence: MONTHLY_PENCE - 10_00, seenRefundedPence: MONTHLY_PENCE + 10_00 };
    expect(await refund(rest)).toMatchObject(DONE);
    await expectStatus(academy, sessionId, "refunded");
    expect((await academy.stripe.subscriptions.retrieve(plan.subscription_id ?? "")).status).toBe("canceled");
  });
});
