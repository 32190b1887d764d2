import { randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { PROTOCOL_VERSION } from "../../src/entities/messages.ts";
import { withAcademy } from "../support/server/academy.ts";
import { createAccount } from "../support/server/createAccount.ts";

const PASSWORD = "correct horse battery";
const PULL = {
  version: PROTOCOL_VERSION,
  epoch: null,
  cursor: 0,
  seen: 0,
  max_rows: 100,
  unsent: 0,
  refused: 0,
};

const academy = withAcademy();

async function signUp() {
  const email = `${randomUUID()}@mail.example`;
  const client = academy.client();
  const admin = academy.client(academy.secretKey);
  const { user } = await createAccount(admin, client, { email, password: PASSWORD });
  return { client, email, id: user.id };
}

async function signIn(email: string): Promise<SupabaseClient> {
  const client = academy.client();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

/** A user with an authenticator app and an aal2 session. */
async function withFactor() {
  const person = await signUp();
  const { data, error } = await person.client.auth.mfa.enroll({ factorType: "totp", friendlyName: "App" });
  if (error) throw error;
  const code = new TOTP({ secret: data.totp.secret }).generate();
  const verified = await person.client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
  const pass = async (client: SupabaseClient) => {
    // Each code works once, so this is the code of the next 30 seconds.
    const next = new TOTP({ secret: data.totp.secret }).generate({ timestamp: Date.now() + 30_000 });
    const passed = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: next });
    if (passed.error) throw passed.error;
  };
  return { ...person, pass };
}

const tokenOf = async (client: SupabaseClient) => {
  const { data } = await client.auth.getSession();
  return { authorization: `Bearer ${data.session?.access_token}` };
};
const recover = async (client: SupabaseClient, code: unknown) =>
  academy.call("use-recovery-code", { code }, await tokenOf(client));

async function makeCodes(client: SupabaseClient): Promise<string[]> {
  const { data, error } = await client.rpc("create_recovery_codes");
  if (error) throw error;
  return z.array(z.string()).length(10).parse(data);
}

/** Delivers the queue, then returns the texts of all emails to this address, keyed by subject. */
async function mailsTo(email: string) {
  await academy.call("deliver-mail", {}, { apikey: academy.backend.secretKey });
  const waiting = "select from public.mail_queue where recipient = $1 and status = 'queued'";
  // A function may still be sending after its response.
  await expect.poll(() => academy.backend.query(waiting, [email]), { timeout: 20_000 }).toEqual([]);
  return new Map(
    academy.mails().flatMap(({ to, subject, text }) => (to === email ? [[subject, text] as const] : [])),
  );
}

describe("security notices", () => {
  it("are limited to five an hour for repeated changes", async () => {
    const { email } = await withFactor();
    const change = "update auth.users set encrypted_password = gen_random_uuid()::text where email = $1";
    for (let count = 0; count < 7; count++) await academy.backend.query(change, [email]);
    const notices = "select from public.mail_queue where kind = 'password_changed' and recipient = $1";
    expect(await academy.backend.query(notices, [email])).toHaveLength(5);
  });

  it("do not report a password change when an account without a password receives another empty value", async () => {
    const { email, id } = await signUp();
    const notices = () =>
      academy.backend.query(
        "select from public.mail_queue where kind = 'password_changed' and recipient = $1",
        [email],
      );
    const setPassword = (value: string | null) =>
      academy.backend.query("update auth.users set encrypted_password = $2 where id = $1", [id, value]);
    await academy.backend.query("alter table auth.users disable trigger tell_password_changed");
    await setPassword("");
    await academy.backend.query("alter table auth.users enable trigger tell_password_changed");
    // Hosted Supabase stores '' for a new Google or GitHub user, and then null.
    await setPassword(null);
    await setPassword("");
    expect(await notices()).toEqual([]);
    await setPassword("a hash");
    expect(await notices()).toHaveLength(1);
    await setPassword(null);
    expect(await notices()).toHaveLength(2);
  });

  it("reach the owner once for each change to a sign-in method, and say what to do about it", async () => {
    const { client, email, id } = await withFactor();
    const { admin } = academy.client(academy.backend.secretKey).auth;
    expect((await client.auth.updateUser({ password: "another horse battery" })).error).toBeNull();
    expect((await client.auth.updateUser({ data: { first_name: "Bea" } })).error).toBeNull();
    const { data } = await client.auth.mfa.listFactors();
    await client.auth.mfa.unenroll({ factorId: data?.totp[0]?.id ?? "" });
    await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Never finished" });
    // In the same order as for the credentials email: the password is changed first and then marked as temporary.
    await admin.updateUserById(id, {
      password: "temporary-9",
      app_metadata: { must_change_password: true, made_for_order: "an order" },
    });
    await academy.backend.query(
      `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
       values (gen_random_uuid(), 'google', $1::text, $1::uuid, $2)`,
      [id, { email, email_verified: true }],
    );
    await admin.updateUserById(id, { email: `new-${email}` });

    const mails = await mailsTo(email);
    const subjects = [
      "A second factor was added to your account",
      "A second factor was removed from your account",
      "You can now sign in with Google",
      "The email address of your account was changed",
      "Your password was changed",
    ];
    expect(
      academy
        .mails()
        .flatMap(({ to, subject }) => (to === email ? [subject] : []))
        .sort(),
    ).toEqual(subjects.toSorted());
    for (const text of mails.values()) {
      expect(text).toMatch(/This happened on \d+ \w+ \d{4} at \d\d:\d\d, UK time/);
      expect(text).toContain("If it was not you");
      expect(text).not.toContain(`new-${email}`);
    }
    expect(mails.get("A second factor was added to your account")).toContain(
      "An authenticator app was added",
    );
    expect(mails.get("Your password was changed")).toContain(`${academy.url}/auth/forgotten-password`);
  });
});

describe("the second-factor requirement", () => {
  it("answers a wrong code with 422, whatever characters it has", async () => {
    const { email } = await withFactor();
    const client = await signIn(email);
    const { data } = await client.auth.mfa.listFactors();
    const factorId = data?.totp[0]?.id ?? "";
    for (const code of ["١٢٣٤٥٦", "１２３４５６", "123\u200b456", "12-34-56", "😀😀😀"]) {
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
      expect([code, error?.status, error?.code]).toEqual([code, 422, "mfa_verification_failed"]);
    }
  });

  it("allows only an active aal2 session to administer the account", async () => {
    const { client, email, id } = await withFactor();
    const half = await signIn(email);
    const rename = async (who: SupabaseClient, first_name: string) =>
      (await who.from("profiles").update({ first_name }).eq("id", id).select("first_name")).data;
    expect(await rename(half, "Thief")).toBeNull();
    expect(await rename(client, "Ada")).toEqual([{ first_name: "Ada" }]);
    // A token outlives its session by up to an hour.
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    const renameWith = async (first_name: string) => {
      const reply = await fetch(`${academy.url}/rest/v1/profiles?id=eq.${id}`, {
        method: "PATCH",
        headers: {
          apikey: academy.backend.publishableKey,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          prefer: "return=representation",
        },
        body: JSON.stringify({ first_name }),
      });
      return reply.json();
    };
    expect(await renameWith("Eve")).toMatchObject([{ first_name: "Eve" }]);

    expect(await academy.call("billing-portal", {}, await tokenOf(half))).toMatchObject({
      status: 403,
      body: { code: "second_factor_needed" },
    });
    expect(await academy.call("billing-portal", {}, await tokenOf(client))).toMatchObject({ status: 404 });
    await client.auth.signOut();
    expect(await renameWith("Thief")).toMatchObject({ code: "42501", hint: "session_ended" });
  });

  it("blocks all reads and writes until the session passes the second factor", async () => {
    const { email, id, pass } = await withFactor();
    const half = await signIn(email);
    const progress = { user_id: id, course_id: COURSE_ID, module_id: "1", lesson_id: "1", completed: true };
    const asks = () =>
      Promise.all([
        half.from("profiles").select(),
        half.from("course_progress").upsert(progress),
        half.rpc("sync_push", { version: PROTOCOL_VERSION, rows: [] }),
        half.rpc("sync_pull", PULL),
        half.rpc("recovery_codes_left"),
      ]);
    for (const { error, status } of await asks()) {
      expect([status, error]).toMatchObject([403, { code: "42501", hint: "second_factor_needed" }]);
    }
    await pass(half);
    for (const { error } of await asks()) expect(error).toBeNull();
  });

  it.each([
    ["issue-certificate", { courseId: COURSE_ID, holderName: "Ada Obi" }],
    ["export-my-data", {}],
    ["delete-my-account", { confirmation: "x", keepCertificate: false }],
    ["keep-my-account", {}],
    ["validate-discount-code", { code: "X" }],
  ])("rejects %s calls from a session without the second factor", async (name, body) => {
    const { email } = await withFactor();
    const half = await signIn(email);
    expect(await academy.call(name, body, await tokenOf(half))).toMatchObject({
      status: 403,
      body: { code: "second_factor_needed" },
    });
  });

  it("keeps the account's other sessions when a session without the second factor signs out everywhere", async () => {
    const { client, email } = await withFactor();
    const thief = await signIn(email);
    const signOut = async (scope: string) => {
      const address = `${academy.url}/auth/v1/logout?scope=${scope}`;
      const headers = { ...(await tokenOf(thief)), apikey: academy.backend.publishableKey };
      return (await fetch(address, { method: "POST", headers })).status;
    };
    expect(await signOut("others")).toBe(403);
    expect(await signOut("global")).toBe(204);
    expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await thief.auth.refreshSession()).error).not.toBeNull();
    expect((await client.auth.signOut({ scope: "others" })).error).toBeNull();
  });
});

describe("a temporary password that has not been changed yet", () => {
  async function withTemporaryPassword() {
    const { email, id } = await signUp();
    const { error } = await academy.client(academy.backend.secretKey).auth.admin.updateUserById(id, {
      password: "temporary-9",
      app_metadata: { must_change_password: true },
    });
    if (error) throw error;
    const client = academy.client();
    const signedIn = await client.auth.signInWithPassword({ email, password: "temporary-9" });
    if (signedIn.error) throw signedIn.error;
    return { client, id };
  }

  it("allows nothing but its own change, after which the same token works everywhere", async () => {
    const { client } = await withTemporaryPassword();
    const token = await tokenOf(client);
    const pull = async () => {
      const reply = await fetch(`${academy.url}/rest/v1/rpc/sync_pull`, {
        method: "POST",
        headers: { ...token, apikey: academy.backend.publishableKey, "content-type": "application/json" },
        body: JSON.stringify(PULL),
      });
      return [reply.status, await reply.json()];
    };
    const copy = () => academy.call("export-my-data", {}, token);
    expect(await pull()).toMatchObject([403, { hint: "password_change_needed" }]);
    expect(await copy()).toMatchObject({ status: 403, body: { code: "password_change_needed" } });

    expect((await client.auth.updateUser({ password: "a password of my own" })).error).toBeNull();
    expect(await pull()).toMatchObject([200, {}]);
    expect(await copy()).toMatchObject({ status: 200 });
  });

  it("must be replaced by a different one: neither changed metadata nor the same password ends the requirement", async () => {
    const { client } = await withTemporaryPassword();
    const same = await client.auth.updateUser({ password: "temporary-9" });
    expect(same.error).toMatchObject({ code: "same_password" });
    await client.auth.updateUser({ data: { must_change_password: false } });
    const token = await tokenOf(client);
    await fetch(`${academy.url}/auth/v1/user`, {
      method: "PUT",
      headers: { ...token, apikey: academy.backend.publishableKey, "content-type": "application/json" },
      body: JSON.stringify({ app_metadata: { must_change_password: false } }),
    });
    await client.auth.refreshSession();
    expect((await client.from("profiles").select()).error).toMatchObject({ hint: "password_change_needed" });
  });
});

describe("recovery codes", () => {
  it("are shown once, only to an aal2 session, and cannot be read afterwards", async () => {
    const { client, email } = await withFactor();
    const half = await signIn(email);
    const refused = { code: "42501" };
    expect((await half.rpc("create_recovery_codes")).error).toMatchObject(refused);
    expect((await academy.client().rpc("create_recovery_codes")).error).toMatchObject(refused);

    const first = await makeCodes(client);
    const codes = await makeCodes(client);
    expect(new Set([...first, ...codes]).size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    expect((await client.rpc("recovery_codes_left")).data).toBe(10);
    const rows = await academy.backend.query("select * from public.recovery_codes");
    expect(codes.some((code) => JSON.stringify(rows).includes(code))).toBe(false);
    for (const who of [client, academy.client()]) {
      expect((await who.from("recovery_codes").select()).error).toMatchObject(refused);
      const args = { p_user: randomUUID(), p_code: "x" };
      expect((await who.rpc("use_recovery_code", args)).error).toMatchObject(refused);
      expect((await who.rpc("spend_recovery_codes", { p_user: randomUUID() })).error).toMatchObject(refused);
    }
    expect((await recover(half, first[0])).status, "a code from the previous set").toBe(403);
  });

  it("cannot be created with an ended session's token, and are deleted with the factors they replace", async () => {
    const { client, email, id } = await withFactor();
    const [code = ""] = await makeCodes(client);
    const stolen = await tokenOf(client);
    const makeWithStolen = async () => {
      const reply = await fetch(`${academy.url}/rest/v1/rpc/create_recovery_codes`, {
        method: "POST",
        headers: { ...stolen, apikey: academy.backend.publishableKey },
      });
      return reply.status;
    };
    const { data } = await client.auth.mfa.listFactors();
    expect((await client.auth.mfa.unenroll({ factorId: data?.totp[0]?.id ?? "" })).error).toBeNull();
    expect(await makeWithStolen(), "the session is aal1 by now").toBe(403);

    const again = await signIn(email);
    const enrolled = await again.auth.mfa.enroll({ factorType: "totp", friendlyName: "New" });
    if (enrolled.error) throw enrolled.error;
    const app = new TOTP({ secret: enrolled.data.totp.secret });
    const factorId = enrolled.data.id;
    expect((await again.auth.mfa.challengeAndVerify({ factorId, code: app.generate() })).error).toBeNull();
    expect((await again.rpc("recovery_codes_left")).data).toBe(0);
    expect((await recover(await signIn(email), code)).status).toBe(403);
    expect(await makeWithStolen(), "the session has ended").toBe(403);

    // Adding a second factor leaves the recovery codes valid.
    await makeCodes(again);
    const key = await academy.backend.query<{ id: string }>(
      "insert into auth.mfa_factors (user_id, factor_type) values ($1, 'webauthn') returning id",
      [id],
    );
    await academy.backend.query("update auth.mfa_factors set status = 'verified' where id = $1", [
      key[0]?.id,
    ]);
    expect((await again.rpc("recovery_codes_left")).data).toBe(10);
  });

  it("work once in place of a lost factor, and the owner is notified", async () => {
    const { client, email } = await withFactor();
    const [code = "", other = ""] = await makeCodes(client);
    const lost = await signIn(email);
    const typed = ` ${code.toLowerCase().replaceAll("-", " ")} `;
    expect(await recover(lost, typed)).toMatchObject({ status: 200, body: { success: true } });

    expect((await lost.auth.refreshSession()).error).toBeNull();
    expect((await lost.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({ nextLevel: "aal1" });
    expect((await lost.auth.mfa.listFactors()).data?.all).toEqual([]);
    expect((await lost.auth.updateUser({ password: "another horse battery" })).error).toBeNull();
    expect((await client.auth.refreshSession()).error).toMatchObject({ status: 400 });
    const mails = await mailsTo(email);
    // The owner receives no separate email for each factor that the code removed.
    expect([...mails.keys()].sort()).toEqual([
      "A recovery code was used on your account",
      "A second factor was added to your account",
      "New recovery codes were generated for your account",
      "Your password was changed",
    ]);
    expect(mails.get("A recovery code was used on your account")).toContain(`${academy.url}/academy/account`);
    for (const spent of [code, other]) expect((await recover(lost, spent)).status).toBe(403);
    expect((await lost.rpc("recovery_codes_left")).data).toBe(0);
  });

  it("do not work for another user or an anonymous caller, and cannot be guessed", async () => {
    const { client, email } = await withFactor();
    const [code = ""] = await makeCodes(client);
    const stranger = await withFactor();
    expect(await recover(stranger.client, code)).toMatchObject({
      status: 403,
      body: { success: false, code: "recovery_code_invalid" },
    });
    expect((await academy.call("use-recovery-code", { code })).status).toBe(401);
    expect((await recover(stranger.client, 7)).status).toBe(400);

    const thief = await signIn(email);
    const statuses = [];
    for (let count = 0; count < 11; count++) statuses.push((await recover(thief, "0000")).status);
    expect(new Set(statuses.slice(0, 10))).toEqual(new Set([403]));
    expect(statuses[10]).toBe(429);
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
  });
});
