import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AuthMail } from "../../server/backend/authMail.ts";
import {
  START_TIMEOUT_MS,
  startTestBackend,
  TEST_KEYS,
  TEST_SITE_URL,
  type TestBackend,
} from "../../server/backend/startTestBackend.ts";
import { SITE } from "../../src/domain/site.ts";

const PASSWORD = "correct horse";
const PAGE = `${TEST_SITE_URL}/auth/new-password`;

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
}, START_TIMEOUT_MS);
afterAll(() => backend.close());
beforeEach(() => backend.query("delete from auth.attempts"));

let people = 0;
async function signUp() {
  const email = `somebody-${++people}@example.com`;
  const client = backend.client();
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  expect(error).toBeNull();
  return { client, email, refreshToken: data.session?.refresh_token ?? "" };
}

const signIn = (email: string, password = PASSWORD) =>
  backend.client().auth.signInWithPassword({ email, password });
const linkIn = (mail: AuthMail | undefined) => /http:\S+/.exec(mail?.text ?? "")?.[0] ?? "";
const codeIn = (mail: AuthMail | undefined) => /\b\d{8}\b/.exec(mail?.text ?? "")?.[0] ?? "";

/** Opens a mail's link in a browser that knows nothing; answers where it leads and what the address carries. */
async function open(link: string) {
  const reply = await backend.fetch(new Request(link, { redirect: "manual" }));
  const [page, fragment] = (reply.headers.get("location") ?? "").split("#");
  return { page, carried: Object.fromEntries(new URLSearchParams(fragment)) };
}

describe("a forgotten password", () => {
  it("is replaced by way of a mail in our words, whose link works once and in any browser", async () => {
    const { email } = await signUp();
    await backend.client().auth.resetPasswordForEmail(email, { redirectTo: PAGE });
    const mail = backend.mails.at(-1);
    expect(mail).toMatchObject({ to: email, subject: "Choose a new password" });
    expect(mail?.text).toContain(SITE.name);
    expect(mail?.html).toContain(SITE.supportEmail);

    const { page, carried } = await open(linkIn(mail));
    expect(page).toBe(PAGE);
    expect(carried).toMatchObject({ type: "recovery", token_type: "bearer" });
    const browser = backend.client();
    const { access_token = "", refresh_token = "" } = carried;
    expect((await browser.auth.setSession({ access_token, refresh_token })).error).toBeNull();
    expect((await browser.auth.updateUser({ password: "another horse" })).error).toBeNull();
    expect((await signIn(email, "another horse")).error).toBeNull();
    expect((await signIn(email)).error).toMatchObject({ code: "invalid_credentials" });
    expect((await open(linkIn(mail))).carried).toMatchObject({ error_code: "otp_expired" });
  });

  it("is replaced by the code of the mail as well, and not by trying codes", async () => {
    const { email } = await signUp();
    await backend.client().auth.resetPasswordForEmail(email);
    const verify = (token: string) => backend.client().auth.verifyOtp({ email, token, type: "recovery" });
    expect((await verify("00000000")).error).toMatchObject({ status: 403, code: "otp_expired" });
    const { data } = await verify(codeIn(backend.mails.at(-1)));
    expect(data.user?.email).toBe(email);
    for (let count = 0; count < 9; count++) await verify("00000000");
    expect((await verify("00000000")).error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  });

  it("is answered alike for somebody unknown, and only so often; the link leads nowhere but to us", async () => {
    const { email } = await signUp();
    const sent = backend.mails.length;
    const ask = (to: string, redirectTo = PAGE) =>
      backend.client().auth.resetPasswordForEmail(to, { redirectTo });
    expect(await ask("nobody@example.com")).toEqual(await ask(email, "https://phishing.example/"));
    expect(backend.mails).toHaveLength(sent + 1);
    expect(linkIn(backend.mails.at(-1))).not.toContain("phishing");
    for (const to of ["nobody@example.com", email]) {
      for (let count = 0; count < 4; count++) await ask(to);
      expect((await ask(to)).error).toMatchObject({ status: 429, code: "over_email_send_rate_limit" });
    }
  });
});

describe("a mail to sign in or to confirm a step", () => {
  it("speaks in our words too, and its code works", async () => {
    const { client, email } = await signUp();
    await backend.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
    const mail = backend.mails.at(-1);
    expect(mail).toMatchObject({ to: email, subject: "Your link to sign in" });
    const visitor = backend.client();
    const { data } = await visitor.auth.verifyOtp({ email, token: codeIn(mail), type: "email" });
    expect(data.user?.email).toBe(email);

    expect((await client.auth.reauthenticate()).error).toBeNull();
    expect(backend.mails.at(-1)).toMatchObject({ to: email, subject: "Your confirmation code" });
    expect(codeIn(backend.mails.at(-1))).toHaveLength(8);
    // Three more: the link to sign in was counted too.
    for (let count = 0; count < 3; count++) await client.auth.reauthenticate();
    expect((await client.auth.reauthenticate()).error).toMatchObject({ code: "over_email_send_rate_limit" });
  });
});

describe("a new e-mail address", () => {
  const ask = async () => {
    const person = await signUp();
    const to = `new-${person.email}`;
    const { data, error } = await person.client.auth.updateUser({ email: to }, { emailRedirectTo: PAGE });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: person.email, new_email: to });
    const [current, next] = backend.mails.slice(-2);
    expect([current?.to, next?.to]).toEqual([person.email, to]);
    return { ...person, to, current, next };
  };

  it("counts when both addresses have agreed, in either order", async () => {
    const { email, to, current, next } = await ask();
    const half = await open(linkIn(next));
    expect(half).toMatchObject({ page: PAGE, carried: { message: expect.stringContaining("other email") } });
    expect((await signIn(to)).error).toMatchObject({ code: "invalid_credentials" });
    expect((await open(linkIn(next))).carried).toMatchObject({ error_code: "otp_expired" });
    expect((await open(linkIn(current))).carried).toMatchObject({ type: "email_change" });
    const { data } = await signIn(to);
    expect(data.user).toMatchObject({ email: to, identities: [{ identity_data: { email: to } }] });
    expect(data.user?.new_email).toBeUndefined();
    expect((await signIn(email)).error).toMatchObject({ code: "invalid_credentials" });
  });

  it("can be agreed to with the codes of both mails", async () => {
    const { email, to, current, next } = await ask();
    const verify = (address: string, token: string) =>
      backend.client().auth.verifyOtp({ email: address, token, type: "email_change" });
    const half = await verify(email, codeIn(current));
    expect(half).toMatchObject({ error: null, data: { session: null } });
    const { data } = await verify(to, codeIn(next));
    expect(data.user?.email).toBe(to);
  });

  it("counts only with both, whatever is sent in place of a code or however it is sent", async () => {
    const { client, email, to, current, next } = await ask();
    const post = async (body: Record<string, unknown>, query = "") => {
      const headers = { apikey: TEST_KEYS.publishableKey };
      const init = { method: "POST", headers, body: JSON.stringify({ type: "email_change", ...body }) };
      return (await backend.fetch(new Request(`${TEST_SITE_URL}/auth/v1/verify${query}`, init))).status;
    };
    const token = codeIn(current);
    expect(await post({ token_hash: ["x"], email, token })).toBe(400);
    expect(await post({ type: ["email_change"], email, token })).toBe(400);
    expect(await post({ token_hash: "x", email, token })).toBe(403);
    const link = linkIn(current);
    expect((await backend.fetch(new Request(link, { method: "HEAD" }))).status).toBe(404);
    for (const other of ["%74ype=recovery", "%74ype=email_change", "type=recovery"]) {
      const mixed = link.replace("?", `?${other}&`);
      await open(other.endsWith("recovery") ? mixed : mixed.replace(/token=[^&]+/, "token=x"));
    }
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    expect(await post({ token_hash: "", email, token }), "the first yes, which is half").toBe(200);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    for (let count = 0; count < 10; count++) await post({ token_hash: "", email, token });
    expect(await post({ token_hash: "", email, token }), "counted").toBe(429);

    const written = linkIn(next).replace(/redirect_to=[^&]+/, (same) => `${same}%0A`);
    expect((await open(written)).carried).toMatchObject({ type: "email_change" });
    expect((await signIn(to)).error).toBeNull();
  });

  it("asked for again makes the earlier mails void, and one that is taken is refused", async () => {
    const { client, email, current, next } = await ask();
    const { email: taken } = await signUp();
    expect((await client.auth.updateUser({ email: taken })).error).toMatchObject({
      status: 422,
      code: "email_exists",
    });
    await client.auth.updateUser({ email: `other-${email}` });
    for (const mail of [current, next]) {
      expect((await open(linkIn(mail))).carried).toMatchObject({ error_code: "otp_expired" });
    }
  });

  it("does not lose a new password or name that came with it", async () => {
    const { client, email } = await signUp();
    const { data, error } = await client.auth.updateUser({
      email: `with-${email}`,
      password: "another horse",
      data: { first_name: "Bea" },
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ user_metadata: { first_name: "Bea" }, new_email: `with-${email}` });
    expect((await signIn(email, "another horse")).error).toBeNull();
  });
});

describe("a password", () => {
  it("that everybody tries first is refused, wherever it is chosen", async () => {
    const { client } = await signUp();
    const weak = { status: 422, code: "weak_password", reasons: ["pwned"] };
    const email = "weak@example.com";
    expect((await backend.client().auth.signUp({ email, password: "Password123" })).error).toMatchObject(
      weak,
    );
    expect((await client.auth.updateUser({ password: "liverpool1" })).error).toMatchObject(weak);
    const { admin } = backend.client(TEST_KEYS.secretKey).auth;
    expect((await admin.createUser({ email, password: "qwertyuiop" })).error).toMatchObject(weak);
  });

  it("longer than bcrypt reads is refused, counted in bytes", async () => {
    const long = { status: 400, code: "validation_failed" };
    const { client, email } = await signUp();
    expect((await client.auth.updateUser({ password: "é".repeat(37) })).error).toMatchObject(long);
    expect((await client.auth.updateUser({ password: "é".repeat(36) })).error).toBeNull();
    expect((await signIn(email, "é".repeat(36))).error).toBeNull();
  });

  it("that is wrong is not tried without end, by one on an account or by anybody, known or not", async () => {
    const { email } = await signUp();
    for (const account of [email, "nobody@example.com"]) {
      const codes = [];
      for (let count = 0; count < 11; count++) codes.push((await signIn(account, "wrong one")).error?.code);
      expect(new Set(codes.slice(0, 10))).toEqual(new Set(["invalid_credentials"]));
      expect(codes[10]).toBe("over_request_rate_limit");
    }
    expect((await signIn(email)).error).toMatchObject({ status: 429 });
    for (const query of ["grant%5Ftype=x&grant_type=password", "grant_type=password&grant_type=x"]) {
      const request = new Request(`${TEST_SITE_URL}/auth/v1/token?${query}`, {
        method: "POST",
        headers: { apikey: TEST_KEYS.publishableKey },
        body: JSON.stringify({ email, password: PASSWORD }),
      });
      expect((await backend.fetch(request)).status, query).not.toBe(200);
    }
    const elsewhere = await backend.fetch(
      new Request(`${TEST_SITE_URL}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: TEST_KEYS.publishableKey },
        body: JSON.stringify({ email, password: PASSWORD }),
      }),
      "192.0.2.7",
    );
    expect(elsewhere.status, "its owner, from another address").toBe(200);
  });
});

describe("a registered address", () => {
  it("is told as such to those who sign up, a few times (S-101)", async () => {
    const { email } = await signUp();
    const again = () => backend.client().auth.signUp({ email, password: PASSWORD });
    for (let count = 0; count < 20; count++) {
      expect((await again()).error).toMatchObject({ status: 422, code: "user_already_exists" });
    }
    expect((await again()).error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
  });
});

describe("sessions", () => {
  it("are ended here, elsewhere or everywhere, as the person asks (S-053, S-087)", async () => {
    const { email, client: here } = await signUp();
    const device = async () => {
      const client = backend.client();
      await client.auth.signInWithPassword({ email, password: PASSWORD });
      return client;
    };
    const isAlive = async (client: typeof here) => (await client.auth.refreshSession()).error === null;
    const [tablet, phone] = [await device(), await device()];
    await tablet.auth.signOut({ scope: "local" });
    expect([await isAlive(here), await isAlive(phone)]).toEqual([true, true]);
    await here.auth.signOut({ scope: "others" });
    expect([await isAlive(here), await isAlive(phone)]).toEqual([true, false]);
    const laptop = await device();
    await laptop.auth.signOut({ scope: "global" });
    expect(await isAlive(here)).toBe(false);
  });
});

describe("a session", () => {
  it("is a new one at each sign-in, whatever the browser held before", async () => {
    const { client, email, refreshToken } = await signUp();
    const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(data.session?.refresh_token).not.toBe(refreshToken);
    const sessions = await backend.query("select from auth.sessions where user_id = $1", [data.user?.id]);
    expect(sessions).toHaveLength(2);
  });
});

describe("the auth server", () => {
  it("has nothing but what is looked after here", async () => {
    const { client } = await signUp();
    const token = (await client.auth.getSession()).data.session?.access_token;
    const headers = { apikey: TEST_KEYS.publishableKey, authorization: `Bearer ${token}` };
    const unknown: [string, string][] = [
      ["GET", "authorize?provider=github"],
      ["POST", "callback"],
      ["POST", "invite"],
      ["PATCH", "user"],
      ["GET", "settings/"],
      ["HEAD", "reauthenticate"],
    ];
    for (const [method, path] of unknown) {
      const reply = await backend.fetch(new Request(`${TEST_SITE_URL}/auth/v1/${path}`, { method, headers }));
      expect(reply.status, path).toBe(404);
    }
    const settings = await backend.fetch(new Request(`${TEST_SITE_URL}/auth/v1/settings`, { headers }));
    expect(await settings.json()).toMatchObject({ external: { email: true } });
  });
});

describe("the signing keys", () => {
  it("are published for caches, and verify what a learner is given (S-090)", async () => {
    const reply = await backend.fetch(new Request(`${TEST_SITE_URL}/auth/v1/.well-known/jwks.json`));
    expect(reply.headers.get("cache-control")).toBe("public, max-age=600");
    const [key] = TEST_KEYS.signingKeys;
    const { d: _, ...shown } = key;
    expect(await reply.json()).toEqual({
      keys: [{ ...shown, alg: "ES256", use: "sig", key_ops: ["verify"], ext: true }],
    });
    const { client, email } = await signUp();
    expect((await client.auth.getClaims()).data?.claims).toMatchObject({ email, aal: "aal1" });
  });
});
