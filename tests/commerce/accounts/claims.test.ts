import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { createAccount } from "../../support/server/createAccount.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { buy, mailedPassword, mailsTo } from "../moneyBack.ts";
import { payPlan, planOf, reconcile } from "../plans.ts";
import {
  enrollmentsOf,
  newEmail,
  openCheckout,
  orderOf,
  professionalPayload,
  proveAddress,
} from "../shop.ts";

const academy = withAcademy();

const ACTIVE = [{ tier: "professional", status: "active" }];
const DONE = { status: 200, body: { success: true } };
const TOO_LATE = { status: 200, body: { success: false, error: expect.stringMatching(/no longer/) } };

const correct = (claimToken: string, email: string) =>
  academy.call("correct-order-email", { claimToken, email });
const resend = (claimToken: string) => academy.call("resend-credentials", { claimToken });
const signIn = (email: string, password: string) =>
  academy.client().auth.signInWithPassword({ email, password });

const signUp = (account: { email: string; password: string; firstName?: string; lastName?: string }) =>
  createAccount(academy.client(academy.secretKey), academy.client(), account);

async function accountsOf(email: string): Promise<string[]> {
  const rows = await academy.backend.query<{ id: string }>(
    "select id from auth.users where lower(email) = lower($1)",
    [email],
  );
  return rows.map((each) => each.id);
}

describe("a guest who corrects a mistyped email address", () => {
  it("gets the course, credentials and receipt at the right address, and the wrong address gives no access", async () => {
    const [wrong, right] = [newEmail(), newEmail()];
    const { claimToken } = await buy(academy, professionalPayload(wrong));
    const wrongPassword = await mailedPassword(academy, wrong);
    expect(await correct(claimToken, right)).toMatchObject(DONE);

    const password = await mailedPassword(academy, right);
    expect((await signIn(right, password)).error).toBeNull();
    expect(await enrollmentsOf(academy, right)).toEqual(ACTIVE);
    await eventually(() => expect(mailsTo(academy, right, "Receipt")).toHaveLength(1));
    expect((await signIn(wrong, wrongPassword)).error).not.toBeNull();
    expect(await enrollmentsOf(academy, wrong)).toEqual([]);
    expect(await accountsOf(wrong)).toEqual([]);
    const profiles = await academy.backend.query("select * from public.profiles where lower(email) = $1", [
      right,
    ]);
    expect(profiles).toMatchObject([{ first_name: "Ama", organization: "Example Ltd" }]);
  });

  it("can do so only once, and a repeated request gets the same response", async () => {
    const [wrong, right, third] = [newEmail(), newEmail(), newEmail()];
    const { claimToken, sessionId } = await buy(academy, professionalPayload(wrong));
    expect(await correct(claimToken, right)).toMatchObject(DONE);
    expect(await correct(claimToken, right.toUpperCase())).toMatchObject(DONE);
    expect(await correct(claimToken, third)).toMatchObject(TOO_LATE);
    expect((await orderOf(academy, sessionId)).user_id).toBe((await accountsOf(right))[0]);
    expect(await accountsOf(third)).toEqual([]);
  });

  it("gets only one of two concurrent corrections applied, and no unused account is left", async () => {
    const [wrong, one, two] = [newEmail(), newEmail(), newEmail()];
    const { claimToken, sessionId } = await buy(academy, professionalPayload(wrong));
    const replies = await Promise.all([correct(claimToken, one), correct(claimToken, two)]);
    expect(replies.map((each) => each.body.success).sort()).toEqual([false, true]);
    const accounts = [...(await accountsOf(one)), ...(await accountsOf(two)), ...(await accountsOf(wrong))];
    expect(accounts).toEqual([(await orderOf(academy, sessionId)).user_id]);
  });

  it("can choose an existing account's verified address, and only the course is added to that account", async () => {
    const [wrong, right] = [newEmail(), newEmail()];
    const password = "their own password";
    await signUp({ email: right, password, firstName: "Own", lastName: "Name" });
    await proveAddress(academy, right);
    const { claimToken } = await buy(academy, professionalPayload(wrong));
    const reply = await correct(claimToken, right);
    expect(reply).toMatchObject(DONE);
    expect(Object.keys(reply.body)).toEqual(["success"]);
    expect((await signIn(right, password)).error).toBeNull();
    expect(await enrollmentsOf(academy, right)).toEqual(ACTIVE);
    await eventually(() => expect(mailsTo(academy, right, "AI Fluency")).toHaveLength(1));
    const profiles = await academy.backend.query("select * from public.profiles where lower(email) = $1", [
      right,
    ]);
    expect(profiles).toMatchObject([{ first_name: "Own", organization: null }]);
  });

  it("removes the course from an existing account with the wrong address, which is otherwise unchanged", async () => {
    const [wrong, right] = [newEmail(), newEmail()];
    await signUp({ email: wrong, password: "their own password" });
    await proveAddress(academy, wrong);
    // The account's owner signed in before this purchase.
    await academy.backend.query(
      "update auth.users set last_sign_in_at = now() - interval '1 day' where email = $1",
      [wrong],
    );
    const { claimToken } = await buy(academy, professionalPayload(wrong));
    expect(await correct(claimToken, right)).toMatchObject(DONE);
    expect(await enrollmentsOf(academy, right)).toEqual(ACTIVE);
    expect(await enrollmentsOf(academy, wrong)).toEqual([{ tier: "professional", status: "revoked" }]);
    expect((await signIn(wrong, "their own password")).error).toBeNull();
  });

  it("cannot do so after the first sign-in", async () => {
    const email = newEmail();
    const { claimToken } = await buy(academy, professionalPayload(email));
    expect((await signIn(email, await mailedPassword(academy, email))).error).toBeNull();
    expect(await correct(claimToken, newEmail())).toMatchObject(TOO_LATE);
    expect(await resend(claimToken)).toMatchObject(TOO_LATE);
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
  });

  it("cannot do so after a refund", async () => {
    const { claimToken, sessionId } = await buy(academy, professionalPayload(newEmail()));
    await academy.backend.query(
      "update public.orders set status = 'refunded' where checkout_session_id = $1",
      [sessionId],
    );
    expect(await correct(claimToken, newEmail())).toMatchObject(TOO_LATE);
    expect(await resend(claimToken)).toMatchObject(TOO_LATE);
  });

  it("moves the whole plan, including the provider's customer", async () => {
    const [wrong, right] = [newEmail(), newEmail()];
    const { claimToken, sessionId } = await payPlan(academy, wrong);
    await eventually(async () => expect((await planOf(academy, sessionId)).schedule_id).toBeTruthy());
    expect(await correct(claimToken, right)).toMatchObject(DONE);
    const { customer_id: customer } = await planOf(academy, sessionId);
    expect(await academy.stripe.customers.retrieve(customer ?? "")).toMatchObject({ email: right });
    expect(await enrollmentsOf(academy, right)).toEqual(ACTIVE);
    await eventually(() => expect(mailsTo(academy, right, "Your 3-month plan")).toHaveLength(1));
  });

  it("stops queued emails to the wrong address", async () => {
    const [wrong, right] = [newEmail(), newEmail()];
    academy.setMailServerDown(true);
    try {
      const { claimToken } = await buy(academy, professionalPayload(wrong));
      expect(await correct(claimToken, right)).toMatchObject(DONE);
    } finally {
      academy.setMailServerDown(false);
    }
    await academy.backend.query("update public.mail_queue set next_attempt_at = now()");
    await academy.call("deliver-mail", {}, { apikey: academy.secretKey });
    await mailedPassword(academy, right);
    expect(academy.mails().filter((each) => each.to === wrong)).toEqual([]);
  });
});

describe("a guest's order that moves to another account", () => {
  it("stays paid when it was a second purchase on the previous account", async () => {
    const [other, right] = [newEmail(), newEmail()];
    const first = await buy(academy, professionalPayload(other));
    const { claimToken, sessionId } = await buy(academy, professionalPayload(other));
    expect(await correct(claimToken, right)).toMatchObject(DONE);
    await reconcile(academy);
    expect((await orderOf(academy, sessionId)).status).toBe("paid");
    expect((await orderOf(academy, first.sessionId)).status).toBe("paid");
    expect(await enrollmentsOf(academy, right)).toEqual(ACTIVE);
    expect(await enrollmentsOf(academy, other)).toEqual(ACTIVE);
  });

  it("is refunded as a second purchase when the new account already has the course", async () => {
    const [wrong, right] = [newEmail(), newEmail()];
    const first = await buy(academy, professionalPayload(right));
    const { claimToken, sessionId } = await buy(academy, professionalPayload(wrong));
    expect(await correct(claimToken, right)).toMatchObject(DONE);
    await reconcile(academy);
    expect((await orderOf(academy, sessionId)).status).toBe("refunded");
    expect((await orderOf(academy, first.sessionId)).status).toBe("paid");
    expect(await enrollmentsOf(academy, right)).toEqual(ACTIVE);
  });

  it("leaves a second purchase behind, which the old account keeps as its first", async () => {
    const [other, right] = [newEmail(), newEmail()];
    const { claimToken, sessionId } = await buy(academy, professionalPayload(other));
    const second = await buy(academy, professionalPayload(other));
    expect(await correct(claimToken, right)).toMatchObject(DONE);
    await reconcile(academy);
    expect((await orderOf(academy, sessionId)).status).toBe("paid");
    expect((await orderOf(academy, second.sessionId)).status).toBe("paid");
    expect(await enrollmentsOf(academy, other)).toEqual(ACTIVE);
  });
});

it("the account with a mistyped address is kept if someone signs in before its removal", async () => {
  const [wrong, right] = [newEmail(), newEmail()];
  const { claimToken, sessionId } = await buy(academy, professionalPayload(wrong));
  const password = await mailedPassword(academy, wrong);
  const service = academy.client(academy.secretKey);
  const { data } = await service.auth.admin.createUser({ email: right, password: "their own password" });
  const { id } = await orderOf(academy, sessionId);
  // Simulates a process that died before it removed the account with the mistyped address.
  await service.rpc("correct_order_email", { p_order: id, p_email: right, p_user: data.user?.id });
  expect((await signIn(wrong, password)).error).toBeNull();
  expect(await correct(claimToken, right)).toMatchObject(DONE);
  expect(await accountsOf(wrong)).toHaveLength(1);
  expect(await enrollmentsOf(academy, wrong)).toMatchObject([{ status: "revoked" }]);
});

describe("a guest whose credentials email did not arrive", () => {
  it("can have it sent again, with a new password that works", async () => {
    const email = newEmail();
    const { claimToken } = await buy(academy, professionalPayload(email));
    const first = await mailedPassword(academy, email);
    expect(await resend(claimToken)).toMatchObject(DONE);
    const second = await mailedPassword(academy, email, 2);
    expect(second).not.toBe(first);
    expect((await signIn(email, first)).error).not.toBeNull();
    expect((await signIn(email, second)).error).toBeNull();
    expect(await resend(claimToken)).toMatchObject(TOO_LATE);
  });

  it("gets no password for an existing account with a verified address, though the response is the same", async () => {
    const email = newEmail();
    await signUp({ email, password: "their own password" });
    await proveAddress(academy, email);
    const { claimToken } = await buy(academy, professionalPayload(email));
    expect(await resend(claimToken)).toMatchObject(DONE);
    await eventually(() => expect(mailsTo(academy, email, "AI Fluency")).toHaveLength(2));
    expect(mailsTo(academy, email, "Your sign-in details")).toEqual([]);
    expect((await signIn(email, "their own password")).error).toBeNull();
  });
});

describe("a request to correct an order's address is rejected (S-099)", () => {
  it("with a session id, a made-up token, an unpaid order or too many attempts", async () => {
    const email = newEmail();
    const { sessionId } = await buy(academy, professionalPayload(email));
    for (const token of [sessionId, "made-up", (await orderOf(academy, sessionId)).id]) {
      expect(await correct(token, newEmail())).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(await resend(token)).toMatchObject({ status: 404, body: { success: false } });
    }
    const open = await openCheckout(academy, professionalPayload(newEmail()));
    expect(await correct(open.claimToken, newEmail())).toMatchObject({
      status: 200,
      body: { success: false, error: "This payment has not been completed." },
    });
    for (let count = 0; count < 25; count++) await resend("made-up");
    expect(await resend("made-up")).toMatchObject({ status: 429 });
  });

  it("for an order that a signed-in learner placed", async () => {
    const email = newEmail();
    const { session } = await signUp({ email, password: "their own password" });
    const headers = { authorization: `Bearer ${session.access_token}` };
    const payload = { ...professionalPayload(email), isAuthenticated: true };
    const { claimToken, url, sessionId } = await openCheckout(academy, payload, headers);
    await payOnHostedPage(url);
    await eventually(async () => expect((await orderOf(academy, sessionId)).status).toBe("paid"));
    expect(await correct(claimToken, newEmail())).toMatchObject(TOO_LATE);
  });
});
