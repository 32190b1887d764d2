import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { buy, decide, dispute, mailsTo, paymentOf } from "../moneyBack.ts";
import { expectStatus, mailsOf, payPlan, planOf, reconcile } from "../plans.ts";
import { enrollmentsOf, newEmail, openCheckout, orderOf, professionalPayload } from "../shop.ts";

const academy = withAcademy();

const ACTIVE = [{ tier: "professional", status: "active" }];

const refundPayment = (intent: string) => academy.stripe.refunds.create({ payment_intent: intent });

describe("a guest who pays for the same tier twice", () => {
  it("gets the second payment refunded automatically, is notified by email and keeps the first order", async () => {
    const email = newEmail();
    const first = await buy(academy, professionalPayload(email));
    const second = await buy(academy, professionalPayload(email.toUpperCase()));
    expect((await reconcile(academy)).refunded).toBe(1);
    await expectStatus(academy, second.sessionId, "refunded");
    expect((await orderOf(academy, first.sessionId)).status).toBe("paid");
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    const { charge } = await paymentOf(academy, second.sessionId);
    expect(await academy.stripe.charges.retrieve(charge)).toMatchObject({ refunded: true });
    await eventually(() =>
      expect(mailsTo(academy, email, "Refund")).toEqual([
        expect.stringContaining("You have this course through another order"),
      ]),
    );
    expect((await reconcile(academy)).refunded).toBe(0);
    expect(await mailsOf(academy, second.sessionId)).toMatchObject({ refund: 1 });
  });

  it("keeps exactly one order when both are paid concurrently", async () => {
    await academy.simulate("webhooks", { mode: "hold" });
    const email = newEmail();
    const checkouts = [
      await openCheckout(academy, professionalPayload(email)),
      await openCheckout(academy, professionalPayload(email)),
    ];
    for (const { url } of checkouts) await payOnHostedPage(url);
    await Promise.all(checkouts.map(({ sessionId }) => academy.call("verify-guest-payment", { sessionId })));
    await reconcile(academy);
    const states = await Promise.all(checkouts.map(({ sessionId }) => orderOf(academy, sessionId)));
    expect(states.map((each) => each.status).sort()).toEqual(["paid", "refunded"]);
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
  });

  it("keeps the second order when the first has already been refunded by hand", async () => {
    const email = newEmail();
    const first = await buy(academy, professionalPayload(email));
    const second = await buy(academy, professionalPayload(email));
    await refundPayment((await paymentOf(academy, first.sessionId)).intent);
    await expectStatus(academy, first.sessionId, "refunded");
    expect((await reconcile(academy)).refunded).toBe(0);
    expect((await orderOf(academy, second.sessionId)).status).toBe("paid");
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
  });

  it("keeps one of two later orders when the first is refunded by hand", async () => {
    const email = newEmail();
    const [first, second, third] = [
      await buy(academy, professionalPayload(email)),
      await buy(academy, professionalPayload(email)),
      await buy(academy, professionalPayload(email)),
    ];
    await refundPayment((await paymentOf(academy, first.sessionId)).intent);
    await expectStatus(academy, first.sessionId, "refunded");
    expect((await reconcile(academy)).refunded).toBe(1);
    expect((await orderOf(academy, second.sessionId)).status).toBe("paid");
    await expectStatus(academy, third.sessionId, "refunded");
  });

  it("gets the second payment refunded only after a dispute about the first is won", async () => {
    const email = newEmail();
    const first = await buy(academy, professionalPayload(email));
    const id = await dispute(academy, (await paymentOf(academy, first.sessionId)).charge);
    await expectStatus(academy, first.sessionId, "disputed");
    const second = await buy(academy, professionalPayload(email));
    expect((await reconcile(academy)).refunded).toBe(0);
    expect((await orderOf(academy, second.sessionId)).status).toBe("paid");
    await decide(academy, id, "won");
    await expectStatus(academy, first.sessionId, "paid");
    expect((await reconcile(academy)).refunded).toBe(1);
    await expectStatus(academy, second.sessionId, "refunded");
  });

  it("keeps the second order when a dispute about the first is lost", async () => {
    const email = newEmail();
    const first = await buy(academy, professionalPayload(email));
    const second = await buy(academy, professionalPayload(email));
    await decide(academy, await dispute(academy, (await paymentOf(academy, first.sessionId)).charge), "lost");
    await expectStatus(academy, first.sessionId, "revoked");
    expect((await reconcile(academy)).refunded).toBe(0);
    expect((await orderOf(academy, second.sessionId)).status).toBe("paid");
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
  });

  it("is refunded even after deleting the account", async () => {
    const email = newEmail();
    await buy(academy, professionalPayload(email));
    const { sessionId } = await buy(academy, professionalPayload(email));
    const { user_id: id } = await orderOf(academy, sessionId);
    await academy.client(academy.secretKey).auth.admin.deleteUser(id ?? "");
    expect((await reconcile(academy)).refunded).toBe(1);
    await expectStatus(academy, sessionId, "refunded");
  });

  it("is not charged for further months when the second purchase is a plan", async () => {
    const email = newEmail();
    await buy(academy, professionalPayload(email));
    const { sessionId } = await payPlan(academy, email);
    await eventually(async () => expect((await planOf(academy, sessionId)).schedule_id).toBeTruthy());
    expect((await reconcile(academy)).refunded).toBe(1);
    await expectStatus(academy, sessionId, "refunded");
    const { subscription_id: subscription } = await planOf(academy, sessionId);
    expect(await academy.stripe.subscriptions.retrieve(subscription ?? "")).toMatchObject({
      status: "canceled",
    });
  });
});
