import { describe, expect, it } from "vitest";
import { settleBackground } from "../../../functions/_shared/background.ts";
import { exportReplySchema } from "../../../src/domain/privacy.ts";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import {
  addressTools,
  asSignedIn,
  CLAIM,
  CONFIRM,
  newAddress,
  OWNERS_PASSWORD,
  SQUATTERS_PASSWORD,
} from "../addressTools.ts";
import { buy, mailsTo } from "../moneyBack.ts";
import { payPlan, planOf } from "../plans.ts";
import { enrollmentsOf, openCheckout, orderOf, professionalPayload, studentPayload } from "../shop.ts";

const ACTIVE = [{ tier: "professional", status: "active" }];

const academy = withAcademy();

const { query, signIn, signUp, prove, squat, keysMailedTo, keyMailedTo, recoveryToken } = addressTools(
  () => academy,
);

describe("the owner of an account with an unverified address", () => {
  it("verifies it through a link while signed in, and keeps the password, second factor and session", async () => {
    const email = newAddress();
    const { client, id } = await squat(email);
    const { sessionId } = await buy(academy, professionalPayload(email));
    expect((await client.rpc("is_my_address_proven")).data).toBe(false);
    const headers = await asSignedIn(client);
    expect((await academy.call("request-address-link", {}, headers)).status).toBe(200);
    const key = await keyMailedTo(email, CONFIRM);
    const other = await signUp(newAddress());
    expect(await prove(key, undefined, await asSignedIn(other.client))).toMatchObject({
      status: 409,
      body: { code: "other_account" },
    });
    expect(await prove(key)).toMatchObject({ status: 401 });
    expect(await prove(key, undefined, headers)).toMatchObject({ body: { outcome: "confirmed" } });
    expect((await client.rpc("is_my_address_proven")).data).toBe(true);
    expect((await orderOf(academy, sessionId)).user_id).toBe(id);
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
    expect((await signIn(email, SQUATTERS_PASSWORD)).error).toBeNull();
    // A link for an account with a verified address removes nothing, even if someone else reads the emails.
    await settleBackground();
    expect((await prove(await keyMailedTo(email), OWNERS_PASSWORD)).status).toBe(404);
  });

  it("needs the account's second factor to verify it", async () => {
    const email = newAddress();
    const { client } = await squat(email);
    await academy.call("request-address-link", {}, await asSignedIn(client));
    const key = await keyMailedTo(email, CONFIRM);
    const ordinary = academy.client();
    await ordinary.auth.signInWithPassword({ email, password: SQUATTERS_PASSWORD });
    expect(await prove(key, undefined, await asSignedIn(ordinary))).toMatchObject({
      status: 403,
      body: { code: "second_factor_needed" },
    });
  });

  it("keeps the account when a link is used after the address was verified, and the link only adds the orders", async () => {
    const email = newAddress();
    const { client, id } = await squat(email);
    const { sessionId } = await buy(academy, professionalPayload(email));
    const key = await keyMailedTo(email);
    // In the meantime, the address is verified in another way.
    await query("insert into private.proven_addresses (user_id, email_key) values ($1, $2)", [id, email]);
    expect(await prove(key, OWNERS_PASSWORD)).toMatchObject({ body: { outcome: "owned" } });
    expect((await signIn(email, SQUATTERS_PASSWORD)).error).toBeNull();
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
    expect((await orderOf(academy, sessionId)).user_id).toBe(id);
  });

  it("cannot verify it with a session, a password reset or a change from a verified address", async () => {
    const email = newAddress();
    const { client } = await signUp(email);
    const token_hash = await recoveryToken(email);
    expect((await academy.client().auth.verifyOtp({ type: "recovery", token_hash })).error).toBeNull();
    expect((await client.rpc("is_my_address_proven")).data).toBe(false);

    const bought = newAddress();
    const { sessionId } = await buy(academy, professionalPayload(bought));
    const { user_id: id } = await orderOf(academy, sessionId);
    const victim = newAddress();
    await query("update auth.users set last_sign_in_at = now(), email = $1 where id = $2", [victim, id]);
    const { sessionId: theirs } = await buy(academy, await studentPayload(academy, victim));
    expect((await orderOf(academy, theirs)).user_id).toBeNull();
  });
});

describe("an order that an earlier version attached without a verified address", () => {
  /** A plan attached to a squatter's account, as an earlier version left it. */
  async function attachedBefore(email: string) {
    const squatter = await squat(email);
    const { sessionId } = await payPlan(academy, email);
    await eventually(async () => expect((await planOf(academy, sessionId)).schedule_id).toBeTruthy());
    await query("update public.orders set user_id = $1 where checkout_session_id = $2", [
      squatter.id,
      sessionId,
    ]);
    return { ...squatter, sessionId, headers: await asSignedIn(squatter.client) };
  }

  it("still gives access, but hides the buyer's data until the address is verified", async () => {
    const email = newAddress();
    const { client, headers } = await attachedBefore(email);
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
    expect((await client.from("order_payments").select("id")).data).toEqual([]);
    expect(await academy.call("billing-portal", {}, headers)).toMatchObject({
      status: 403,
      body: { code: "address_unproven", error: expect.stringMatching(/confirm your email address/i) },
    });
    const before = exportReplySchema.parse((await academy.call("export-my-data", {}, headers)).body);
    expect(before.sections.order_payments).toEqual([]);
    expect(Object.keys(before.sections.orders?.[0] ?? {}).sort()).toEqual(
      ["course_id", "created_at", "id", "paid_at", "plan", "status", "tier"].sort(),
    );
    expect(JSON.stringify(before)).not.toMatch(/invoice_url|cus_|Ama|Example Ltd/);

    await academy.call("request-address-link", {}, headers);
    const key = await keyMailedTo(email, CONFIRM);
    expect((await prove(key, undefined, headers)).status).toBe(200);
    expect((await client.from("order_payments").select("id")).data).toHaveLength(1);
    expect((await academy.call("billing-portal", {}, headers)).status).toBe(200);
    const after = exportReplySchema.parse((await academy.call("export-my-data", {}, headers)).body);
    expect(JSON.stringify(after.sections.order_payments)).toMatch(/invoice_url/);
  });

  it("becomes claimable again when the account is deleted, and its plan continues", async () => {
    const email = newAddress();
    const { id, sessionId } = await attachedBefore(email);
    await query(
      "insert into public.deletion_requests (user_id, keeps_certificate, due_at) values ($1, false, now())",
      [id],
    );
    const job = await academy.call("delete-due-accounts", {}, { apikey: academy.secretKey });
    expect(job.body).toMatchObject({ failed: 0 });
    expect(await planOf(academy, sessionId)).toMatchObject({ status: "paid", plan_ended_at: null });
    await settleBackground();
    const [newest = ""] = await keysMailedTo(email);
    expect(await prove(newest, OWNERS_PASSWORD)).toMatchObject({ body: { outcome: "claimed" } });
    expect(await enrollmentsOf(academy, email)).toEqual(ACTIVE);
  });
});

it("an order placed while signed in belongs to the signed-in account, whatever address was typed", async () => {
  const victim = newAddress();
  const squatter = await squat(victim);
  const { client, id } = await signUp(newAddress());
  const payload = { ...professionalPayload(victim), isAuthenticated: true };
  const { url, sessionId } = await openCheckout(academy, payload, await asSignedIn(client));
  await payOnHostedPage(url);
  await eventually(async () => expect((await orderOf(academy, sessionId)).user_id).toBe(id));
  expect(mailsTo(academy, victim, CLAIM)).toEqual([]);
  await buy(academy, await studentPayload(academy, victim));
  expect((await prove(await keyMailedTo(victim), OWNERS_PASSWORD)).status).toBe(200);
  expect((await orderOf(academy, sessionId)).user_id).toBe(id);
  expect(await enrollmentsOf(academy, victim)).toEqual([{ tier: "student", status: "active" }]);
  expect(squatter.id).not.toBe(id);
});
