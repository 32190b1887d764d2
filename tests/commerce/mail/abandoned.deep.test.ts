import { describe, expect, it } from "vitest";
import { settleBackground } from "../../../functions/_shared/background.ts";
import { type Learner, signUp } from "../../certificate/learners.ts";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { mailsTo } from "../moneyBack.ts";
import { reconcile } from "../plans.ts";
import { newEmail, openCheckout, orderOf, professionalPayload, studentPayload } from "../shop.ts";

const academy = withAcademy();

const reminders = (email: string) => mailsTo(academy, email, "Finish enrolling");

/** A learner whose email address is verified. */
async function confirmed(): Promise<Learner> {
  const learner = await signUp(academy);
  await academy.backend.query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"made_for_order": "one"}' where id = $1`,
    [learner.id],
  );
  return learner;
}

/** An order abandoned on the payment page `hours` ago by a signed-in learner, or by a guest who typed this address. */
async function left(by: Learner | string, hours: number, change = {}) {
  const [email, headers, isAuthenticated] =
    typeof by === "string" ? [by, {}, false] : [by.email, { authorization: `Bearer ${by.token}` }, true];
  const payload = { ...professionalPayload(email), isAuthenticated, reminderConsent: true, ...change };
  const checkout = await openCheckout(academy, payload, headers);
  await academy.backend.query(
    "update public.orders set created_at = now() - make_interval(hours => $1) where checkout_session_id = $2",
    [hours, checkout.sessionId],
  );
  return checkout;
}

describe("a reminder about an abandoned checkout", () => {
  it("is never sent to an address that a guest typed, even with consent", async () => {
    const email = newEmail();
    await left(email, 25, { firstName: "your account will be closed: confirm at https://evil.example" });
    const owner = await confirmed();
    await left(owner.email, 25);
    expect((await reconcile(academy)).invited).toBe(0);
    await settleBackground();
    expect([...reminders(email), ...reminders(owner.email)]).toEqual([]);
  });

  it("is sent only to a signed-in learner at the account's own verified address", async () => {
    const unproven = await signUp(academy);
    await left(unproven, 25);
    const owner = await confirmed();
    const victim = newEmail();
    await left(owner, 25, { email: victim });
    expect((await reconcile(academy)).invited).toBe(0);
    await settleBackground();
    expect([...reminders(unproven.email), ...reminders(victim)]).toEqual([]);
  });
});

describe("a signed-in learner with a verified address who abandons a checkout", () => {
  it("gets exactly one reminder after a day, even with concurrent runs of the reconciler", async () => {
    const learner = await confirmed();
    const { email } = learner;
    await left(learner, 23);
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

    // Another abandoned attempt causes no second reminder.
    await left(learner, 25);
    expect((await reconcile(academy)).invited).toBe(0);
  });

  it("gets the reminder even when the checkout session has expired", async () => {
    const learner = await confirmed();
    const { email } = learner;
    const { sessionId } = await left(learner, 25);
    await academy.stripe.checkout.sessions.expire(sessionId);
    await eventually(async () => expect((await orderOf(academy, sessionId)).status).toBe("expired"));
    expect((await reconcile(academy)).invited).toBe(1);
    await eventually(() => expect(reminders(email)).toHaveLength(1));
  });

  it("gets one reminder for three attempts, a day after the last one", async () => {
    const learner = await confirmed();
    const { email } = learner;
    await left(learner, 60);
    await left(learner, 40);
    await left(learner, 2, { email: email.toUpperCase() });
    expect((await reconcile(academy)).invited).toBe(0);
    await academy.backend.query(
      "update public.orders set created_at = created_at - interval '1 day' where lower(email) = $1",
      [email],
    );
    expect((await reconcile(academy)).invited).toBe(1);
    expect((await reconcile(academy)).invited).toBe(0);
  });

  it("gets no reminder without consent or after a week", async () => {
    await left(await confirmed(), 25, { reminderConsent: false });
    await left(await confirmed(), 24 * 8);
    expect((await reconcile(academy)).invited).toBe(0);
  });

  it("gets no reminder after buying through another order", async () => {
    const learner = await confirmed();
    const { email } = learner;
    await left(learner, 25);
    const { url, sessionId } = await openCheckout(
      academy,
      await studentPayload(academy, email.toUpperCase()),
    );
    await payOnHostedPage(url);
    await eventually(async () => expect((await orderOf(academy, sessionId)).status).toBe("paid"));
    expect((await reconcile(academy)).invited).toBe(0);
    expect(reminders(email)).toEqual([]);
  });

  it("gets no reminder after buying while the reminder is queued", async () => {
    const learner = await confirmed();
    const { email } = learner;
    const { url, sessionId } = await left(learner, 25);
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
