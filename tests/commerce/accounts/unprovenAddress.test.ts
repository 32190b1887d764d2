import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { settleBackground } from "../../../functions/_shared/background.ts";
import { exportReplySchema } from "../../../src/domain/privacy.ts";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { expectConsoleError } from "../../support/setup/failOnConsoleError.ts";
import {
  addressTools,
  asSignedIn,
  CLAIM,
  newAddress,
  OWNERS_PASSWORD,
  SQUATTERS_PASSWORD,
} from "../addressTools.ts";
import { buy, mailsTo } from "../moneyBack.ts";
import { mailsOf, payPlan, planOf, reconcile } from "../plans.ts";
import { enrollmentsOf, orderOf, professionalPayload, studentPayload } from "../shop.ts";

const ACTIVE = [{ tier: "professional", status: "active" }];

const academy = withAcademy();

const { query, signIn, prove, squat, keysMailedTo, keyMailedTo } = addressTools(() => academy);

describe("a guest whose address belongs to a squatter's account", () => {
  it("pays without giving the squatter access to the course, the order, the card or an invoice", async () => {
    const email = newAddress();
    const { client, id } = await squat(email);
    const { sessionId } = await payPlan(academy, email.toUpperCase());
    await eventually(async () => expect((await planOf(academy, sessionId)).schedule_id).toBeTruthy());

    expect(await orderOf(academy, sessionId)).toMatchObject({ status: "paid", user_id: null });
    expect(await enrollmentsOf(academy, email)).toEqual([]);
    expect((await client.from("orders").select("id")).data).toEqual([]);
    expect((await client.from("order_payments").select("id")).data).toEqual([]);
    const headers = await asSignedIn(client);
    expect(await academy.call("billing-portal", {}, headers)).toMatchObject({ status: 404 });
    const { sections } = exportReplySchema.parse((await academy.call("export-my-data", {}, headers)).body);
    expect([sections.orders, sections.order_payments, sections.course_enrollments]).toEqual([[], [], []]);
    expect(JSON.stringify(sections)).not.toMatch(/claim|Ama|receipt/);
    expect(await query("select first_name from public.profiles where id = $1", [id])).toEqual([
      { first_name: "" },
    ]);
    expect(await mailsOf(academy, sessionId)).toEqual({ claim: 1, receipt: 1, plan_schedule: 1 });
  });

  it("takes over the account and the course with the link and a new password", async () => {
    const email = newAddress();
    const { client, id } = await squat(email);
    await client.auth.updateUser({ data: { first_name: "Squatter" } });
    const refreshToken = (await client.auth.getSession()).data.session?.refresh_token ?? "";
    const headers = await asSignedIn(client);
    const { sessionId } = await buy(academy, professionalPayload(email));
    const key = await keyMailedTo(email);

    expect(await prove(key, OWNERS_PASSWORD)).toMatchObject({ status: 200, body: { outcome: "claimed" } });

    expect(await orderOf(academy, sessionId)).toMatchObject({ status: "paid", user_id: id });
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    const owner = await signIn(email, OWNERS_PASSWORD);
    expect(owner.error).toBeNull();
    expect(owner.data.user?.factors ?? []).toEqual([]);
    expect((await signIn(email, SQUATTERS_PASSWORD)).error?.code).toBe("invalid_credentials");
    const renewed = await academy.client().auth.refreshSession({ refresh_token: refreshToken });
    expect(renewed.error).not.toBeNull();
    expect((await academy.call("export-my-data", {}, headers)).status).toBe(401);
    expect(await query("select from public.recovery_codes where user_id = $1", [id])).toEqual([]);
    expect(await query("select from auth.known_addresses where user_id = $1", [id])).toHaveLength(1);
    await eventually(() =>
      expect(mailsTo(academy, email, "You now have sole control of your account")).toHaveLength(1),
    );
    await settleBackground();
    expect(mailsTo(academy, email, "Your password was changed")).toEqual([]);
    expect(mailsTo(academy, email, "A second factor was removed")).toEqual([]);

    expect(await prove(key, "once more with another")).toMatchObject({
      status: 404,
      body: { code: "not_found" },
    });
    // From now on the address is verified: the next guest order is attached, and a provider may sign in to the account.
    const next = await buy(academy, await studentPayload(academy, email));
    expect((await orderOf(academy, next.sessionId)).user_id).toBe(id);
  });

  it("claims all orders with the address in one step, and a second order for the same tier is refunded", async () => {
    const email = newAddress();
    await squat(email);
    const first = await buy(academy, professionalPayload(email));
    const second = await buy(academy, professionalPayload(email.toUpperCase()));
    const third = await buy(academy, await studentPayload(academy, email));
    await reconcile(academy);
    expect(await enrollmentsOf(academy, email)).toEqual([]);
    for (const { sessionId } of [first, second, third]) {
      expect(await orderOf(academy, sessionId)).toMatchObject({ status: "paid", user_id: null });
    }
    expect((await prove(await keyMailedTo(email), OWNERS_PASSWORD)).status).toBe(200);
    await reconcile(academy);
    const statuses = await Promise.all(
      [first, second, third].map(async ({ sessionId }) => (await orderOf(academy, sessionId)).status),
    );
    expect(statuses).toEqual(["paid", "refunded", "paid"]);
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
  });

  it("loses nothing when the squatter requests deletion of the account before or after the claim", async () => {
    const [early, late] = [newAddress(), newAddress()];
    for (const email of [early, late]) {
      const { client } = await squat(email);
      await buy(academy, professionalPayload(email));
      await keyMailedTo(email);
      const asked = { confirmation: email, keepCertificate: false };
      const reply = await academy.call("delete-my-account", asked, await asSignedIn(client));
      expect(reply.status).toBe(200);
    }
    expect((await prove(await keyMailedTo(late), OWNERS_PASSWORD)).status).toBe(200);
    await query("update public.deletion_requests set due_at = now()");
    const job = await academy.call("delete-due-accounts", {}, { apikey: academy.secretKey });
    expect(job.body).toEqual({ deleted: 1, failed: 0 });
    const { data } = await signIn(late, OWNERS_PASSWORD);
    expect(data.user?.app_metadata).not.toHaveProperty("deletion_due_at");
    expect(await enrollmentsOf(academy, late)).toEqual(ACTIVE);

    expect(await prove(await keyMailedTo(early), OWNERS_PASSWORD)).toMatchObject({
      body: { outcome: "claimed" },
    });
    expect((await signIn(early, OWNERS_PASSWORD)).error).toBeNull();
    expect(await enrollmentsOf(academy, early)).toEqual(ACTIVE);
  });

  it("gets an account once a deletion that has already begun is finished", async () => {
    const email = newAddress();
    const { id } = await squat(email);
    await buy(academy, professionalPayload(email));
    const key = await keyMailedTo(email);
    await query(
      "insert into public.deletion_requests (user_id, keeps_certificate, due_at, begun_at) values ($1, false, now(), now())",
      [id],
    );
    expect(await prove(key, OWNERS_PASSWORD)).toMatchObject({
      status: 409,
      body: { code: "being_deleted" },
    });
    await academy.call("delete-due-accounts", {}, { apikey: academy.secretKey });
    expect((await prove(key, OWNERS_PASSWORD)).status).toBe(200);
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
  });

  it("can repeat a claim interrupted after any step, while the account stays locked", async () => {
    const service = academy.client(academy.secretKey);
    for (const steps of [1, 2]) {
      const email = newAddress();
      const { client, id } = await squat(email);
      await buy(academy, professionalPayload(email));
      const key = await keyMailedTo(email);
      const p_token_hash = createHash("sha256").update(key).digest("hex");
      const begun = await service.rpc("begin_address_claim", { p_token_hash });
      expect(begun.data).toMatchObject({ outcome: "locked", user_id: id });
      if (steps === 2) await service.auth.admin.updateUserById(id, { password: "typed before the crash" });
      expect((await signIn(email, SQUATTERS_PASSWORD)).error).not.toBeNull();
      expect((await client.auth.updateUser({ password: "taken back again" })).error).not.toBeNull();
      expect(await enrollmentsOf(academy, email)).toEqual([]);
      expect(await prove(key, OWNERS_PASSWORD)).toMatchObject({ body: { outcome: "claimed" } });
      expect((await signIn(email, OWNERS_PASSWORD)).error).toBeNull();
      expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    }
  });

  it("cannot finish a claim to an account that was not locked", async () => {
    const email = newAddress();
    const { id } = await squat(email);
    await buy(academy, professionalPayload(email));
    const p_token_hash = createHash("sha256")
      .update(await keyMailedTo(email))
      .digest("hex");
    const finished = await academy
      .client(academy.secretKey)
      .rpc("finish_address_claim", { p_token_hash, p_user: id });
    expect(finished.data).toBe(false);
    expect(await enrollmentsOf(academy, email)).toEqual([]);
  });

  it("receives an error for a weak password and can use the link again", async () => {
    const email = newAddress();
    await squat(email);
    await buy(academy, professionalPayload(email));
    const key = await keyMailedTo(email);
    expect(await prove(key, "12345")).toMatchObject({ status: 400, body: { code: "bad_request" } });
    expect(await prove(key, "password123")).toMatchObject({ status: 400, body: { code: "weak_password" } });
    expect((await prove(key, OWNERS_PASSWORD)).status).toBe(200);
  });

  it.each([
    [422, "weak_password", 400, "weak_password"],
    [400, "validation_failed", 400, "weak_password"],
    [500, "unexpected_failure", 500, "internal"],
  ])(
    "can use the link again after the auth server answered %i %s to the password",
    async (status, error_code, seen, code) => {
      const email = newAddress();
      await squat(email);
      await buy(academy, professionalPayload(email));
      const key = await keyMailedTo(email);
      const { fetch } = globalThis;
      const refusing = vi
        .spyOn(globalThis, "fetch")
        .mockImplementation(async (to, init) =>
          init?.method === "PUT" && String(to).includes("/auth/v1/admin/users/")
            ? Response.json({ code: status, error_code, msg: "Refused" }, { status })
            : fetch(to, init),
        );
      if (seen === 500) expectConsoleError(/Refused/);
      const reply = await prove(key, OWNERS_PASSWORD);
      expect(refusing).toHaveBeenCalled();
      refusing.mockRestore();
      expect(reply).toMatchObject({ status: seen, body: { code } });
      expect((await prove(key, OWNERS_PASSWORD)).status).toBe(200);
    },
  );

  it("gets another link on request, and the response does not reveal whether an order is waiting", async () => {
    const [email, other] = [newAddress(), newAddress()];
    await squat(email);
    await buy(academy, professionalPayload(email));
    await keyMailedTo(email);
    const ask = (address: string) => academy.call("request-address-link", { email: address });
    const [known, unknown] = [await ask(` ${email.toUpperCase()} `), await ask(other)];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    await eventually(async () => expect(await keysMailedTo(email)).toHaveLength(2));
    await settleBackground();
    expect(mailsTo(academy, other, CLAIM)).toEqual([]);
    for (let count = 0; count < 7; count++) await ask(email);
    await settleBackground();
    // The link sent after the payment and four more.
    expect(await keysMailedTo(email)).toHaveLength(5);
    const [newest = "", ...older] = await keysMailedTo(email);
    await query("update private.address_links set created_at = now() - interval '31 days' where email = $1", [
      email,
    ]);
    expect((await prove(newest, OWNERS_PASSWORD)).status).toBe(404);
    await query("update private.address_links set created_at = now() - interval '29 days' where email = $1", [
      email,
    ]);
    expect((await prove(older.at(-1) ?? "", OWNERS_PASSWORD)).status).toBe(200);
    expect((await prove(newest, OWNERS_PASSWORD)).status).toBe(404);
  });

  it("can request the email again and correct the address from the browser that placed the order", async () => {
    const [wrong, right] = [newAddress(), newAddress()];
    await squat(wrong);
    await squat(right);
    const { claimToken, sessionId } = await buy(academy, professionalPayload(wrong));
    await keyMailedTo(wrong);
    expect((await academy.call("resend-credentials", { claimToken })).body).toEqual({ success: true });
    await eventually(async () => expect(await keysMailedTo(wrong)).toHaveLength(2));
    const corrected = await academy.call("correct-order-email", { claimToken, email: right });
    expect(corrected.body).toEqual({ success: true });
    expect((await orderOf(academy, sessionId)).user_id).toBeNull();
    // Verifying the wrong address gives no access.
    await prove(await keyMailedTo(wrong), OWNERS_PASSWORD);
    expect(await enrollmentsOf(academy, wrong)).toEqual([]);
    expect((await prove(await keyMailedTo(right), OWNERS_PASSWORD)).status).toBe(200);
    expect(await enrollmentsOf(academy, right)).toEqual(ACTIVE);
  });

  it("gets no link after a refund", async () => {
    const email = newAddress();
    await squat(email);
    academy.setMailServerDown(true);
    try {
      const { sessionId } = await buy(academy, professionalPayload(email));
      await settleBackground();
      await query("update public.orders set status = 'refunded' where checkout_session_id = $1", [sessionId]);
    } finally {
      academy.setMailServerDown(false);
    }
    await query("update public.mail_queue set next_attempt_at = now() where status = 'queued'");
    await academy.call("deliver-mail", {}, { apikey: academy.secretKey });
    await eventually(() => expect(mailsTo(academy, email, "Receipt")).toHaveLength(1));
    expect(mailsTo(academy, email, CLAIM)).toEqual([]);
  });
});
