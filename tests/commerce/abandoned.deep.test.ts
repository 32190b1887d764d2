import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestAcademy, type TestAcademy } from "../support/academy.ts";
import { eventually } from "../support/eventually.ts";
import { payOnHostedPage } from "../support/hostedPage.ts";
import { mailsTo } from "./moneyBack.ts";
import { reconcile } from "./plans.ts";
import { newEmail, openCheckout, orderOf, professionalPayload, studentPayload } from "./shop.ts";

let academy: TestAcademy;
beforeAll(async () => {
  academy = await startTestAcademy();
});
afterAll(() => academy.close());
beforeEach(async () => {
  await academy.simulate("webhooks", { mode: "deliver", copies: 1, lose: null, delay_ms: 0 });
  await academy.backend.query("delete from public.rate_limits");
});

const reminders = (email: string) => mailsTo(academy, email, "Your enrolment");

/** Left on the payment page. */
async function left(email: string, hours: number, change = {}) {
  const payload = { ...professionalPayload(email), reminderConsent: true, ...change };
  const checkout = await openCheckout(academy, payload);
  await academy.backend.query(
    "update public.orders set created_at = now() - make_interval(hours => $1) where checkout_session_id = $2",
    [hours, checkout.sessionId],
  );
  return checkout;
}

describe("somebody who leaves the payment page", () => {
  it("and agreed to a reminder, gets exactly one after a day, however often it is looked", async () => {
    const email = newEmail();
    await left(email, 23);
    await reconcile(academy);
    expect(reminders(email)).toEqual([]);

    await academy.backend.query(
      "update public.orders set created_at = now() - interval '25 hours' where email = $1",
      [email],
    );
    const runs = await Promise.all([reconcile(academy), reconcile(academy), reconcile(academy)]);
    expect(runs.reduce((sum, each) => sum + Number(each.invited), 0)).toBe(1);
    await eventually(() => expect(reminders(email)).toHaveLength(1));
    expect(reminders(email)[0]).toContain(`${academy.url}/academy/checkout/professional?paymentType=full`);
    expect((await reconcile(academy)).invited).toBe(0);

    // Nor for another attempt that is left.
    await left(email, 25);
    expect((await reconcile(academy)).invited).toBe(0);
  });

  it("also when the provider has ended the session meanwhile", async () => {
    const email = newEmail();
    const { sessionId } = await left(email, 25);
    await academy.stripe.checkout.sessions.expire(sessionId);
    await eventually(async () => expect((await orderOf(academy, sessionId)).status).toBe("expired"));
    expect((await reconcile(academy)).invited).toBe(1);
    await eventually(() => expect(reminders(email)).toHaveLength(1));
  });

  it("three times, gets one mail, once the last attempt is a day old", async () => {
    const email = newEmail();
    await left(email, 60);
    await left(email, 40);
    await left(email.toUpperCase(), 2);
    expect((await reconcile(academy)).invited).toBe(0);
    await academy.backend.query(
      "update public.orders set created_at = created_at - interval '1 day' where lower(email) = $1",
      [email],
    );
    expect((await reconcile(academy)).invited).toBe(1);
    expect((await reconcile(academy)).invited).toBe(0);
  });

  it("without agreeing, or long ago, gets none", async () => {
    await left(newEmail(), 25, { reminderConsent: false });
    await left(newEmail(), 24 * 8);
    expect((await reconcile(academy)).invited).toBe(0);
  });

  it("and bought after all, by another order, gets none", async () => {
    const email = newEmail();
    await left(email, 25);
    const { url, sessionId } = await openCheckout(
      academy,
      await studentPayload(academy, email.toUpperCase()),
    );
    await payOnHostedPage(url);
    await eventually(async () => expect((await orderOf(academy, sessionId)).status).toBe("paid"));
    expect((await reconcile(academy)).invited).toBe(0);
    expect(reminders(email)).toEqual([]);
  });

  it("and buys while the reminder waits for the mail server, gets none", async () => {
    const email = newEmail();
    const { url, sessionId } = await left(email, 25);
    academy.setMailServerDown(true);
    try {
      expect((await reconcile(academy)).invited).toBe(1);
    } finally {
      academy.setMailServerDown(false);
    }
    await payOnHostedPage(url);
    await eventually(async () => expect((await orderOf(academy, sessionId)).status).toBe("paid"));
    await academy.backend.query("update public.mail_queue set next_attempt_at = now()");
    await academy.call("deliver-mail", {}, { apikey: academy.secretKey });
    expect(reminders(email)).toEqual([]);
    expect(
      await academy.backend.query(
        "select status from public.mail_queue where kind = 'reminder' and recipient = $1",
        [email],
      ),
    ).toEqual([{ status: "skipped" }]);
  });
});
