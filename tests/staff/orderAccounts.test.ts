import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { settleBackground } from "../../functions/_shared/background.ts";
import { buy, mailedPassword, mailsTo } from "../commerce/moneyBack.ts";
import { enrollmentsOf, newEmail, orderOf, professionalPayload, proveAddress } from "../commerce/shop.ts";
import { eventually } from "../support/eventually.ts";
import { withAcademy } from "../support/server/academy.ts";
import { createAccount } from "../support/server/createAccount.ts";
import { type Member, signInAs } from "./members.ts";

const academy = withAcademy();
let staff: Member;
beforeAll(async () => {
  staff = await signInAs(academy, "staff");
});

const DONE = { status: 200, body: { success: true } };
const ACTIVE = [{ tier: "professional", status: "active" }];

const act = (body: Record<string, unknown>, token = staff.token) =>
  academy.call("staff-order", body, { authorization: `Bearer ${token}` });
const resend = (orderId: string) => act({ action: "resend", orderId });
const correct = (orderId: string, seenEmail: string, email: string) =>
  act({ action: "correct_email", orderId, seenEmail, email, reason: "Mistyped" });

async function buyAs(email: string) {
  const { sessionId } = await buy(academy, professionalPayload(email));
  return (await orderOf(academy, sessionId)).id;
}

const signIn = (email: string, password: string) =>
  academy.client().auth.signInWithPassword({ email, password });

describe("sending the sign-in details again", () => {
  it("sends one new password, however many members of staff ask at the same time", async () => {
    const email = newEmail();
    const orderId = await buyAs(email);
    await mailedPassword(academy, email);
    for (const reply of await Promise.all([resend(orderId), resend(orderId)]))
      expect(reply).toMatchObject(DONE);
    const password = await mailedPassword(academy, email, 2);
    expect((await signIn(email, password)).error).toBeNull();
    const acts = await academy.backend.query(
      "select from public.staff_actions where subject_id = $1 and action = 'credentials_resent'",
      [orderId],
    );
    expect(acts).toHaveLength(1);
  });

  it("refuses once the buyer has signed in, and says what they can do instead", async () => {
    const email = newEmail();
    const orderId = await buyAs(email);
    await signIn(email, await mailedPassword(academy, email));
    expect(await resend(orderId)).toMatchObject({
      status: 409,
      body: { code: "not_possible", error: expect.stringMatching(/Forgotten password/) },
    });
  });
});

describe("correcting the email address of an order", () => {
  it("moves the order, its access and its emails, more than once, and repeats without an effect", async () => {
    const [wrong, alsoWrong, right] = [newEmail(), newEmail(), newEmail()];
    const orderId = await buyAs(wrong);
    expect(await correct(orderId, wrong, alsoWrong)).toMatchObject(DONE);
    expect(await correct(orderId, alsoWrong, right)).toMatchObject(DONE);
    expect(await correct(orderId, alsoWrong, right)).toMatchObject(DONE);
    const password = await mailedPassword(academy, right);
    await eventually(() => expect(mailsTo(academy, right, "Receipt")).toHaveLength(1));
    expect((await signIn(right, password)).error).toBeNull();
    expect(await enrollmentsOf(academy, right)).toEqual(ACTIVE);
    for (const email of [wrong, alsoWrong]) expect(await enrollmentsOf(academy, email)).toEqual([]);
    const { data } = await staff.client.rpc("staff_order", { p_id: orderId });
    expect(data.timeline.filter((each: { kind: string }) => each.kind === "staff")).toHaveLength(2);
  });

  it("moves every other email about the order that is still queued, and no email that was sent", async () => {
    const [wrong, alsoWrong, right] = [newEmail(), newEmail(), newEmail()];
    const orderId = await buyAs(wrong);
    await academy.backend.query(
      `insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data, status, next_attempt_at)
       select kind, kind || ':' || $1, $2, $1::uuid, '{"number": 2, "is_reminder": false}', status, now() + interval '1 hour' from (values
         ('payment_failed', 'queued'), ('access_paused', 'queued'), ('recovered', 'sent')
       ) as mails (kind, status)`,
      [orderId, wrong],
    );
    expect(await correct(orderId, wrong, alsoWrong)).toMatchObject(DONE);
    await settleBackground();
    // As if they had not been delivered before the second correction.
    await academy.backend.query("update public.mail_queue set status = 'queued' where recipient = $1", [
      alsoWrong,
    ]);
    expect(await correct(orderId, alsoWrong, right)).toMatchObject(DONE);
    const mails = await academy.backend.query<{ kind: string; recipient: string }>(
      `select kind, recipient from public.mail_queue
       where order_id = $1 and kind in ('payment_failed', 'access_paused', 'recovered')
         and (recipient = $2 or status in ('queued', 'sent'))
       order by kind`,
      [orderId, right],
    );
    expect(mails).toEqual([
      { kind: "access_paused", recipient: right },
      { kind: "payment_failed", recipient: right },
      { kind: "recovered", recipient: wrong },
    ]);
  });

  it("sends the first receipt again after the data of the emails was erased, and nothing that lacks its data", async () => {
    const [wrong, right] = [newEmail(), newEmail()];
    const orderId = await buyAs(wrong);
    await eventually(() => expect(mailsTo(academy, wrong, "Receipt")).toHaveLength(1));
    await settleBackground();
    await academy.backend.query(
      `insert into public.mail_queue (kind, dedupe_key, recipient, order_id, data, status)
       values ('refund', 'refund:' || $1, $2, $1::uuid, '{"amount_pence": 100}', 'sent')`,
      [orderId, wrong],
    );
    await academy.backend.query(
      "update public.mail_queue set finished_at = now() - interval '91 days' where order_id = $1",
      [orderId],
    );
    const job = (name: string) => academy.call(name, {}, { apikey: academy.secretKey });
    expect((await job("apply-retention")).status).toBe(200);
    expect(await correct(orderId, wrong, right)).toMatchObject(DONE);
    await eventually(() => expect(mailsTo(academy, right, "Receipt")).toHaveLength(1));
    expect(await job("deliver-mail")).toMatchObject({ status: 200, body: { failed: 0 } });
    const queued = "select from public.mail_queue where order_id = $1 and status = 'queued'";
    expect(await academy.backend.query(queued, [orderId])).toEqual([]);
  });

  it("refuses an address that someone else has corrected meanwhile", async () => {
    const [wrong, right] = [newEmail(), newEmail()];
    const orderId = await buyAs(wrong);
    expect(await correct(orderId, wrong, right)).toMatchObject(DONE);
    expect(await correct(orderId, wrong, newEmail())).toMatchObject({
      status: 409,
      body: { code: "changed_meanwhile" },
    });
  });

  it("never takes an order from an account whose owner has used it since the payment", async () => {
    const email = newEmail();
    const account = { email, password: "correct horse battery", firstName: "Ada", lastName: "Obi" };
    const device = academy.client();
    const { session } = await createAccount(academy.client(academy.secretKey), device, account);
    await proveAddress(academy, email);
    const orderId = await buyAs(email);
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    // No new sign-in: the session is older than the payment.
    const renewed = await device.auth.refreshSession(session);
    expect(renewed.error).toBeNull();
    // As with an auth server that does not count a renewal as a sign-in.
    const before = "update auth.users set last_sign_in_at = now() - interval '1 day' where email = $1";
    await academy.backend.query(before, [email]);
    const other = newEmail();
    expect(await correct(orderId, email, other)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/refund this order/) },
    });
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    expect(await academy.backend.query("select from auth.users where email = $1", [other])).toEqual([]);
  });
});

describe("the function for orders", () => {
  it("does nothing for a wrong request", async () => {
    const email = newEmail();
    const orderId = await buyAs(email);
    const refund = { action: "refund", orderId, attemptId: randomUUID(), seenRefundedPence: 0, reason: "x" };
    for (const amountPence of [0, -1, 1.5, "1"])
      expect((await act({ ...refund, amountPence })).status, String(amountPence)).toBe(400);
    expect((await act({ ...refund, amountPence: 1, reason: " " })).status).toBe(400);
    expect((await resend(randomUUID())).status).toBe(404);
    expect(
      await academy.backend.query("select from public.staff_actions where subject_id = $1", [orderId]),
    ).toEqual([]);
  });
});
