import { START_TIMEOUT_MS, TEST_KEYS, TEST_SITE_URL } from "@academy/local-supabase/testing";
import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt } from "jose";
import { TOTP, URI } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AuthBackend, startAuthBackend } from "../support/server/authBackend.ts";
import { createAccount } from "../support/server/createAccount.ts";
import { createAuthenticator, scanQrCode } from "./authenticator.ts";

const PASSWORD = "correct horse";
const STEP_MS = 30_000;

let backend: AuthBackend;
beforeAll(async () => {
  backend = await startAuthBackend();
}, START_TIMEOUT_MS);
afterAll(() => backend.close());
beforeEach(() => backend.query("delete from auth.attempts"));

let people = 0;
async function signUp() {
  const email = `person-${++people}@example.com`;
  const client = backend.client();
  const { user } = await createAccount(backend.client(TEST_KEYS.secretKey), client, {
    email,
    password: PASSWORD,
  });
  return { client, email, id: user.id };
}

async function signIn(email: string): Promise<SupabaseClient> {
  const client = backend.client();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
  return client;
}

async function enrolTotp(client: SupabaseClient, friendlyName = "Phone app") {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName });
  if (error) throw error;
  return { id: data.id, app: new TOTP({ secret: data.totp.secret }), totp: data.totp };
}

/** Each code works once. Setting the app's clock 30 seconds ahead avoids waiting for the next code. */
const nextCode = (app: TOTP) => app.generate({ timestamp: Date.now() + STEP_MS });

async function withTotp() {
  const person = await signUp();
  const factor = await enrolTotp(person.client);
  const usedCode = factor.app.generate();
  const { error } = await person.client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: usedCode });
  expect(error).toBeNull();
  return { ...person, factor, usedCode };
}

const levels = async (client: SupabaseClient) =>
  (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;

describe("an authenticator app", () => {
  it("is enrolled with a QR code that contains its secret, and raises the verifying session to aal2 (S-045, S-055, S-089)", async () => {
    const { client, email } = await signUp();
    const { data } = await client.auth.mfa.enroll({
      factorType: "totp",
      friendlyName: "Phone app",
      issuer: "Academy",
    });
    expect(data).toMatchObject({ type: "totp", friendly_name: "Phone app" });
    const uri = URI.parse(data?.totp.uri ?? "");
    expect(uri).toMatchObject({ issuer: "Academy", label: email, digits: 6, algorithm: "SHA1" });
    expect(uri.secret.base32).toBe(data?.totp.secret);
    expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
    expect(scanQrCode(data?.totp.qr_code ?? "")).toBe(data?.totp.uri);
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({
      all: [{ status: "unverified", factor_type: "totp", friendly_name: "Phone app" }],
      totp: [],
    });
    await client.auth.refreshSession();
    expect(await levels(client)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });

    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const verified = await client.auth.mfa.challengeAndVerify({
      factorId: data?.id ?? "",
      code: new TOTP({ secret: data?.totp.secret ?? "" }).generate(),
    });
    expect(verified.data).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    expect(verified.data?.user.factors).toMatchObject([{ status: "verified", phone: "" }]);
    expect(events).toContain("MFA_CHALLENGE_VERIFIED");
    expect(await levels(client)).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
      currentAuthenticationMethods: [{ method: "totp" }, { method: "password" }],
    });
    expect((await client.auth.mfa.listFactors()).data?.totp).toHaveLength(1);
  });

  it("has a QR code with room for the longest allowed issuer and address", async () => {
    const client = backend.client();
    const email = `${"a+".repeat(30)}a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example`;
    await createAccount(backend.client(TEST_KEYS.secretKey), client, { email, password: PASSWORD });
    const enrol = (issuer: string) => client.auth.mfa.enroll({ factorType: "totp", issuer });
    const { data, error } = await enrol("🜁".repeat(32));
    expect(error).toBeNull();
    expect(scanQrCode(data?.totp.qr_code ?? "")).toBe(data?.totp.uri);
    expect((await enrol("x".repeat(65))).error).toMatchObject({ status: 400, code: "validation_failed" });
  });

  it("is required at the next sign-in, and the session keeps aal2 after a refresh (S-055)", async () => {
    const { email, factor } = await withTotp();
    const client = await signIn(email);
    expect(await levels(client)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    const { error } = await client.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: nextCode(factor.app),
    });
    expect(error).toBeNull();
    const { data } = await client.auth.refreshSession();
    expect(decodeJwt(data.session?.access_token ?? "")).toMatchObject({
      aal: "aal2",
      amr: [
        { method: "totp", timestamp: expect.any(Number) },
        { method: "password", timestamp: expect.any(Number) },
      ],
    });
  });

  it("cannot pass with a used code, even for a new challenge", async () => {
    const { email, factor, usedCode } = await withTotp();
    const client = await signIn(email);
    const again = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: usedCode });
    expect(again.error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
  });

  it("ends sessions that have not passed it when it is verified, and renews the tokens of the verifying session", async () => {
    const { client, email } = await signUp();
    const elsewhere = await signIn(email);
    const factor = await enrolTotp(client);
    const before = (await client.auth.getSession()).data.session;
    const { data } = await client.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: factor.app.generate(),
    });
    expect(data?.refresh_token).not.toBe(before?.refresh_token);
    const [was, is] = [before?.access_token, data?.access_token].map((token) => decodeJwt(token ?? ""));
    expect(is?.session_id).toBe(was?.session_id);
    expect((await elsewhere.auth.refreshSession()).error).toMatchObject({ status: 400 });
    expect((await client.auth.refreshSession()).error).toBeNull();
  });

  it("has challenges that work once, within five minutes, and only from the network address that requested them", async () => {
    const { client, factor } = await withTotp();
    const challenge = async () => {
      const { data } = await client.auth.mfa.challenge({ factorId: factor.id });
      expect((data?.expires_at ?? 0) - Date.now() / 1000).toBeGreaterThan(290);
      return data?.id ?? "";
    };
    const verify = (challengeId: string) =>
      client.auth.mfa.verify({ factorId: factor.id, challengeId, code: nextCode(factor.app) });

    const old = await challenge();
    await backend.query(
      "update auth.mfa_challenges set created_at = now() - interval '6 minutes' where id = $1",
      [old],
    );
    expect((await verify(old)).error).toMatchObject({ status: 422, code: "mfa_challenge_expired" });

    const moved = await challenge();
    await backend.query("update auth.mfa_challenges set ip_address = '192.0.2.1' where id = $1", [moved]);
    expect((await verify(moved)).error).toMatchObject({ status: 422, code: "mfa_ip_address_mismatch" });

    const good = await challenge();
    expect((await verify(good)).error).toBeNull();
    expect((await verify(good)).error).toMatchObject({ status: 422, code: "mfa_ip_address_mismatch" });
    expect((await verify(crypto.randomUUID())).error).toMatchObject({ code: "mfa_factor_not_found" });
  });

  it("accepts no further attempts after ten wrong codes", async () => {
    const { client, factor } = await withTotp();
    const attempt = async () => {
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: "000000" });
      return error?.code;
    };
    const codes = [];
    for (let count = 0; count < 11; count++) codes.push(await attempt());
    expect(new Set(codes.slice(0, 10))).toEqual(new Set(["mfa_verification_failed"]));
    expect(codes[10]).toBe("over_request_rate_limit");
  });

  it("can only be removed by an aal2 session, which returns to aal1", async () => {
    const { client, email, factor } = await withTotp();
    const half = await signIn(email);
    expect((await half.auth.mfa.unenroll({ factorId: factor.id })).error).toMatchObject({
      status: 422,
      code: "insufficient_aal",
    });
    expect((await client.auth.mfa.unenroll({ factorId: factor.id })).data).toEqual({ id: factor.id });
    await client.auth.refreshSession();
    expect(await levels(client)).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal1",
      currentAuthenticationMethods: [{ method: "password" }],
    });
    expect((await client.auth.getUser()).data.user).not.toHaveProperty("factors");
  });
});

describe("a session with the password but not the second factor", () => {
  it("can neither add a factor nor verify one whose enrolment was unfinished", async () => {
    const { client, email } = await signUp();
    const begun = await client.auth.mfa.enroll({ factorType: "phone", phone: "+447700900001" });
    const factor = await enrolTotp(client);
    await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: factor.app.generate() });

    const thief = await signIn(email);
    expect((await thief.auth.mfa.enroll({ factorType: "totp", friendlyName: "Mine" })).error).toMatchObject({
      status: 403,
      code: "insufficient_aal",
    });
    const { data } = await thief.auth.mfa.challenge({ factorId: begun.data?.id ?? "", channel: "sms" });
    const { error } = await thief.auth.mfa.verify({
      factorId: begun.data?.id ?? "",
      challengeId: data?.id ?? "",
      code: codeOf(backend.texts.at(-1)?.text),
    });
    expect(error).toMatchObject({ status: 403, code: "insufficient_aal" });
  });

  it("can change neither the password nor the email address", async () => {
    const { email, client } = await withTotp();
    const thief = await signIn(email);
    for (const change of [{ password: "another horse" }, { email: "thief@example.com" }]) {
      expect((await thief.auth.updateUser(change)).error).toMatchObject({
        status: 401,
        code: "insufficient_aal",
      });
    }
    expect((await thief.auth.updateUser({ data: { first_name: "Bea" } })).error).toBeNull();
    expect((await client.auth.updateUser({ password: "another horse" })).error).toBeNull();
  });

  it("cannot change the password or the email address with a malformed path or token", async () => {
    const { email } = await withTotp();
    const thief = await signIn(email);
    const token = (await thief.auth.getSession()).data.session?.access_token ?? "";
    const change = async (path: string, authorization = `Bearer ${token}`) => {
      const request = new Request(`${TEST_SITE_URL}/auth/v1/${path}`, {
        method: "PUT",
        headers: { apikey: TEST_KEYS.publishableKey, authorization },
        body: JSON.stringify({ password: "another horse", email: "thief@example.com" }),
      });
      return (await backend.fetch(request)).status;
    };
    expect(await change("user?grant_type=x")).toBe(401);
    expect(await change("user", `Bearer ${token.slice(0, -9)} ${token.slice(-9)}`)).toBe(401);
    for (const path of ["%75ser", "user/", "/user", "USER", "user%3F", "admin/../%75ser"])
      expect(await change(path), path).toBe(404);
    await signIn(email);
  });
});

describe("password reset with a second factor", () => {
  it("requires the second factor before a new password is accepted", async () => {
    const { email, factor } = await withTotp();
    const client = backend.client();
    await client.auth.resetPasswordForEmail(email);
    const token = /\b\d{8}\b/.exec(backend.mails.at(-1)?.text ?? "")?.[0] ?? "";
    expect((await client.auth.verifyOtp({ email, token, type: "recovery" })).error).toBeNull();
    const choose = () => client.auth.updateUser({ password: "another horse" });
    expect((await choose()).error).toMatchObject({ status: 401, code: "insufficient_aal" });
    await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: nextCode(factor.app) });
    expect((await choose()).error).toBeNull();
    expect(await levels(client)).toMatchObject({
      currentAuthenticationMethods: [{ method: "totp" }, { method: "otp" }],
    });
  });
});

const codeOf = (text = "") => /\d{6}/.exec(text)?.[0] ?? "";

describe("a phone as a second factor", () => {
  it("is verified by a texted code that is stored only as a digest (S-045, S-089)", async () => {
    const { client } = await signUp();
    const { data } = await client.auth.mfa.enroll({
      factorType: "phone",
      phone: "+44 7700 900123",
      friendlyName: "Mobile",
    });
    expect(data).toMatchObject({ type: "phone", phone: "+44 7700 900123", friendly_name: "Mobile" });
    const factorId = data?.id ?? "";
    const challenge = await client.auth.mfa.challenge({ factorId, channel: "sms" });
    expect(challenge.data).toMatchObject({ type: "phone" });
    const sms = backend.texts.at(-1);
    expect(sms).toEqual({ to: "+447700900123", text: expect.stringMatching(/^Your code is \d{6}$/) });
    const stored = await backend.query<{ otp_code: string }>(
      "select otp_code from auth.mfa_challenges where factor_id = $1",
      [factorId],
    );
    expect(stored).toEqual([{ otp_code: expect.stringMatching(/^[0-9a-f]{64}$/) }]);

    expect((await client.auth.mfa.challenge({ factorId, channel: "sms" })).error).toMatchObject({
      status: 429,
      code: "over_sms_send_rate_limit",
    });
    const answer = { factorId, challengeId: challenge.data?.id ?? "" };
    expect((await client.auth.mfa.verify({ ...answer, code: "wrong1" })).error).toMatchObject({
      code: "mfa_verification_failed",
    });
    expect((await client.auth.mfa.verify({ ...answer, code: codeOf(sms?.text) })).error).toBeNull();
    expect((await client.auth.mfa.listFactors()).data?.phone).toMatchObject([{ phone: "447700900123" }]);
    expect(await levels(client)).toMatchObject({
      currentLevel: "aal2",
      currentAuthenticationMethods: [{ method: "mfa/phone" }, { method: "password" }],
    });
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull();
    await client.auth.refreshSession();
    expect(await levels(client)).toMatchObject({ currentAuthenticationMethods: [{ method: "password" }] });
  });

  it("can be enrolled again before the first enrolment is finished, but not with an invalid number", async () => {
    const { client } = await signUp();
    const enrol = (phone: string, friendlyName: string) =>
      client.auth.mfa.enroll({ factorType: "phone", phone, friendlyName });
    await enrol("+447700900124", "Mobile");
    expect((await enrol("+447700900124", "Mobile")).error).toBeNull();
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1);
    expect((await enrol("0113 496 0000", "Other")).error).toMatchObject({
      status: 400,
      code: "validation_failed",
    });
  });
});

describe("text messages", () => {
  const ask = async ({ client }: { client: SupabaseClient }, phone: string) => {
    const enrolled = await client.auth.mfa.enroll({ factorType: "phone", phone, friendlyName: phone });
    const factorId = enrolled.data?.id ?? "";
    const { error } = await client.auth.mfa.challenge({ factorId, channel: "sms" });
    await client.auth.mfa.unenroll({ factorId });
    return error?.code ?? "sent";
  };

  it("are limited to five an hour per phone number, across all accounts", async () => {
    const people = [await signUp(), await signUp()];
    const replies = [];
    for (let count = 0; count < 6; count++) {
      for (const person of people.slice(count % 2, (count % 2) + 1))
        replies.push(await ask(person, "+447700900555"));
    }
    expect(replies).toEqual([...Array(5).fill("sent"), "over_sms_send_rate_limit"]);
  });

  it("still reach a verified phone after other accounts have used up its number's limit", async () => {
    const [owner, stranger] = [await signUp(), await signUp()];
    const phone = "+447700900556";
    const enrolled = await owner.client.auth.mfa.enroll({ factorType: "phone", phone, friendlyName: "Mine" });
    const factorId = enrolled.data?.id ?? "";
    const text = () => owner.client.auth.mfa.challenge({ factorId, channel: "sms" });
    const challengeId = (await text()).data?.id ?? "";
    const code = codeOf(backend.texts.at(-1)?.text);
    expect((await owner.client.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull();
    for (let count = 0; count < 4; count++) expect(await ask(stranger, phone)).toBe("sent");
    expect(await ask(stranger, phone)).toBe("over_sms_send_rate_limit");
    // Skips the five seconds between two texts.
    await backend.query("update auth.mfa_factors set last_challenged_at = null where id = $1", [factorId]);
    expect((await text()).error).toBeNull();
  });

  it("are limited to twenty a day for one account or network address, across all numbers", async () => {
    const [person, other] = [await signUp(), await signUp()];
    let number = 447_700_900_600;
    for (let count = 0; count < 20; count++) expect(await ask(person, `+${number++}`)).toBe("sent");
    expect(await ask(other, `+${number++}`), "from the same address").toBe("over_sms_send_rate_limit");
  });
});

describe("a passkey", () => {
  const origin = TEST_SITE_URL;
  const rpId = "localhost";

  async function challenge(client: SupabaseClient, factorId: string, type: "create" | "request") {
    const { data, error } = await client.auth.mfa.challenge({ factorId, webauthn: { rpId } });
    if (error) throw error;
    expect(data.webauthn.type).toBe(type);
    const { publicKey } = data.webauthn.credential_options;
    const bytes = new Uint8Array(publicKey.challenge as ArrayBuffer);
    return { id: data.id, publicKey, challenge: Buffer.from(bytes).toString("base64url") };
  }

  it("is created and used only on this site and for the current challenge (S-045, S-089)", async () => {
    const { client, email } = await signUp();
    // A counter that needs all 32 bits.
    const key = createAuthenticator(3_000_000_000);
    const enrolled = await client.auth.mfa.enroll({ factorType: "webauthn", friendlyName: "Key" });
    expect(enrolled.data).toEqual({ id: expect.any(String), type: "webauthn", friendly_name: "Key" });
    const factorId = enrolled.data?.id ?? "";

    const made = await challenge(client, factorId, "create");
    expect(made.publicKey).toMatchObject({ rp: { id: rpId }, user: { name: email } });
    const register = (response: unknown) =>
      client.auth.mfa.verify({
        factorId,
        challengeId: made.id,
        // supabase-js expects a browser object; this one has the fields that it reads.
        webauthn: { type: "create", rpId, credential_response: response as never },
      });
    const elsewhere = key.create({ challenge: made.challenge, origin: "http://phishing.example", rpId });
    expect((await register(elsewhere)).error).toMatchObject({ status: 422, code: "mfa_verification_failed" });
    expect((await register(key.create({ challenge: made.challenge, origin, rpId }))).error).toBeNull();
    expect(await levels(client)).toMatchObject({
      currentLevel: "aal2",
      currentAuthenticationMethods: [{ method: "mfa/webauthn" }, { method: "password" }],
    });

    const next = await signIn(email);
    const asked = await challenge(next, factorId, "request");
    const answer = (response: unknown) =>
      next.auth.mfa.verify({
        factorId,
        challengeId: asked.id,
        webauthn: { type: "request", rpId, credential_response: response as never },
      });
    const stranger = createAuthenticator().get({ challenge: asked.challenge, origin, rpId });
    expect((await answer(stranger)).error).toMatchObject({ code: "mfa_verification_failed" });
    const stale = key.get({ challenge: made.challenge, origin, rpId });
    expect((await answer(stale)).error).toMatchObject({ code: "mfa_verification_failed" });
    const signed = key.get({ challenge: asked.challenge, origin, rpId });
    expect((await answer(signed)).error).toBeNull();
    expect((await answer(signed)).error).toMatchObject({ code: "mfa_ip_address_mismatch" });
    expect(await levels(next)).toMatchObject({ currentLevel: "aal2" });
  });
});

describe("second factors", () => {
  it("have unique names and are limited to ten per account (S-045)", async () => {
    const { client } = await withTotp();
    const names = Array.from({ length: 9 }, (_, number) => `App ${number}`);
    expect(
      (await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone app" })).error,
    ).toMatchObject({
      status: 422,
      code: "mfa_factor_name_conflict",
    });
    for (const friendlyName of names) {
      expect((await client.auth.mfa.enroll({ factorType: "totp", friendlyName })).error).toBeNull();
    }
    expect(
      (await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "One more" })).error,
    ).toMatchObject({
      status: 422,
      code: "too_many_enrolled_mfa_factors",
    });
  });

  it("are inaccessible to other users and to anonymous callers (S-074)", async () => {
    const { factor } = await withTotp();
    const { client: stranger } = await signUp();
    for (const reply of [
      await stranger.auth.mfa.challenge({ factorId: factor.id }),
      await stranger.auth.mfa.unenroll({ factorId: factor.id }),
    ]) {
      expect(reply.error).toMatchObject({ status: 404, code: "mfa_factor_not_found" });
    }
    const call = (headers: Record<string, string>) =>
      backend.fetch(new Request(`${TEST_SITE_URL}/auth/v1/factors`, { method: "POST", headers, body: "{}" }));
    const { publishableKey: apikey } = TEST_KEYS;
    const attempts: Record<string, string>[] = [
      {},
      { apikey },
      { apikey, authorization: "Bearer a.b.c" },
      { apikey, authorization: `Bearer ${apikey}` },
    ];
    expect(await Promise.all(attempts.map(async (headers) => (await call(headers)).status))).toEqual([
      401, 401, 403, 401,
    ]);
  });

  it("can be listed and removed with the secret key", async () => {
    const { id, factor, client } = await withTotp();
    const { mfa } = backend.client(TEST_KEYS.secretKey).auth.admin;
    const listed = await mfa.listFactors({ userId: id });
    expect(listed.data?.factors).toMatchObject([{ id: factor.id, status: "verified" }]);
    expect(JSON.stringify(listed)).not.toContain(factor.totp.secret);
    expect((await mfa.deleteFactor({ userId: id, id: factor.id })).error).toBeNull();
    await client.auth.refreshSession();
    expect(await levels(client)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal1" });
  });
});
