import { START_TIMEOUT_MS, TEST_KEYS, TEST_SITE_URL } from "@academy/local-supabase/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mailPaths } from "../../src/domain/mailPaths.ts";
import { SITE } from "../../src/domain/site.ts";
import { type AuthBackend, type SentMail, startAuthBackend } from "../support/authBackend.ts";

const PASSWORD = "correct horse";

let backend: AuthBackend;
beforeAll(async () => {
  backend = await startAuthBackend();
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
/** The status of a call from that address. */
async function post(path: string, body: Record<string, unknown>, address: string): Promise<number> {
  const headers = { apikey: TEST_KEYS.publishableKey };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return (await backend.fetch(new Request(`${TEST_SITE_URL}/auth/v1/${path}`, init), address)).status;
}
const signInFrom = (address: string, email: string, password = PASSWORD) =>
  post("token?grant_type=password", { email, password }, address);
const linkIn = (mail: SentMail | undefined) => /http:\S+/.exec(mail?.text ?? "")?.[0] ?? "";
const codeIn = (mail: SentMail | undefined) => /\b\d{8}\b/.exec(mail?.text ?? "")?.[0] ?? "";

/** What the page behind a mail's link reads from its address: a scanner that opens it asks for the page and no more. */
function tokenIn(mail: SentMail | undefined) {
  const { pathname, search, hash } = new URL(linkIn(mail));
  expect(search).toBe("");
  const { token_hash = "", type = "" } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  return { pathname, token_hash, type };
}

/** Presses the button of that page, in a browser that knows nothing. */
function press(mail: SentMail | undefined, type: "recovery" | "email_change") {
  return backend.client().auth.verifyOtp({ token_hash: tokenIn(mail).token_hash, type });
}
const SPENT = { status: 403, code: "otp_expired" };

describe("a forgotten password", () => {
  it("is replaced by way of a mail in our words, whose link works once and in any browser", async () => {
    const { email } = await signUp();
    await backend.client().auth.resetPasswordForEmail(email);
    const mail = backend.mails.at(-1);
    expect(mail).toMatchObject({ to: email, subject: "Choose a new password" });
    expect(mail?.text).toContain(SITE.name);
    expect(mail?.html).toContain(SITE.supportEmail);
    expect(tokenIn(mail)).toMatchObject({ pathname: mailPaths.resetPassword(), type: "recovery" });

    const browser = backend.client();
    const { token_hash } = tokenIn(mail);
    const { data } = await browser.auth.verifyOtp({ token_hash, type: "recovery" });
    expect(data.user?.email).toBe(email);
    expect((await browser.auth.updateUser({ password: "another horse" })).error).toBeNull();
    expect((await signIn(email, "another horse")).error).toBeNull();
    expect((await signIn(email)).error).toMatchObject({ code: "invalid_credentials" });
    expect((await press(mail, "recovery")).error).toMatchObject(SPENT);
  });

  it("is replaced by the code of the mail as well, and not by trying codes or links", async () => {
    const { email } = await signUp();
    await backend.client().auth.resetPasswordForEmail(email);
    const mail = backend.mails.at(-1);
    const verify = (token: string) => backend.client().auth.verifyOtp({ email, token, type: "recovery" });
    // Whoever guesses a code can work out what stands before the dot of a link.
    const [digest = ""] = tokenIn(mail).token_hash.split(".");
    for (const token_hash of [digest, `${digest}.`, `${digest}.${"0".repeat(64)}`, "x"]) {
      const guess = await backend.client().auth.verifyOtp({ token_hash, type: "recovery" });
      expect(guess.error, token_hash).toMatchObject(SPENT);
    }
    expect((await verify("00000000")).error).toMatchObject(SPENT);
    // One text to whoever looks it up, and a guess that would count for another account.
    const code = codeIn(mail);
    const cut = { email: email + code.slice(0, 4), token: code.slice(4), type: "recovery" } as const;
    expect((await backend.client().auth.verifyOtp(cut)).error).toMatchObject(SPENT);
    const { data } = await verify(code);
    expect(data.user?.email).toBe(email);
    for (let count = 0; count < 9; count++) await verify("00000000");
    expect((await verify("00000000")).error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    // A link is not to be found by trying, so it opens the account whatever strangers have tried.
    await backend.client().auth.resetPasswordForEmail(email);
    expect((await press(backend.mails.at(-1), "recovery")).data.user?.email).toBe(email);
  });

  it("is answered alike for somebody unknown and for who has had mails enough; the link leads nowhere but to us", async () => {
    const { email } = await signUp();
    const sent = backend.mails.length;
    const ask = (to: string, redirectTo = TEST_SITE_URL) =>
      backend.client().auth.resetPasswordForEmail(to, { redirectTo });
    const answer = await ask("nobody@example.com");
    expect(await ask(email, "https://phishing.example/")).toEqual(answer);
    expect(backend.mails).toHaveLength(sent + 1);
    expect(new URL(linkIn(backend.mails.at(-1))).origin).toBe(TEST_SITE_URL);
    expect(backend.mails.at(-1)?.text).not.toContain("phishing");
    for (const to of ["nobody@example.com", email]) {
      for (let count = 0; count < 6; count++) expect(await ask(to)).toEqual(answer);
    }
    expect(backend.mails).toHaveLength(sent + 5);
    expect((await press(backend.mails.at(-1), "recovery")).data.user?.email).toBe(email);
  });
});

describe("a mail to confirm a step", () => {
  it("speaks in our words too, and a stranger's mails are not counted as the person's own", async () => {
    const { client, email } = await signUp();
    for (let count = 0; count < 6; count++) await backend.client().auth.resetPasswordForEmail(email);
    for (let count = 0; count < 5; count++) expect((await client.auth.reauthenticate()).error).toBeNull();
    expect(backend.mails.at(-1)).toMatchObject({ to: email, subject: "Your confirmation code" });
    expect(codeIn(backend.mails.at(-1))).toHaveLength(8);
    expect((await client.auth.reauthenticate()).error).toMatchObject({ code: "over_email_send_rate_limit" });
  });
});

describe("a new e-mail address", () => {
  const ask = async () => {
    const person = await signUp();
    const to = `new-${person.email}`;
    const { data, error } = await person.client.auth.updateUser({ email: to });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: person.email, new_email: to });
    const [current, next] = backend.mails.slice(-2);
    expect([current?.to, next?.to]).toEqual([person.email, to]);
    return { ...person, to, current, next };
  };

  it("counts when both addresses have agreed, in either order, each with its own link", async () => {
    for (const isNewFirst of [true, false]) {
      const { email, to, current, next } = await ask();
      const [first, last] = isNewFirst ? [next, current] : [current, next];
      expect(tokenIn(first)).toMatchObject({ pathname: mailPaths.emailChange(), type: "email_change" });
      expect(await press(first, "email_change")).toMatchObject({ error: null, data: { session: null } });
      expect((await signIn(to)).error).toMatchObject({ code: "invalid_credentials" });
      expect((await press(first, "email_change")).error).toMatchObject(SPENT);
      expect((await press(last, "email_change")).data.user?.email).toBe(to);
      const { data } = await signIn(to);
      expect(data.user).toMatchObject({ email: to, identities: [{ identity_data: { email: to } }] });
      expect(data.user?.new_email).toBeUndefined();
      expect((await signIn(email)).error).toMatchObject({ code: "invalid_credentials" });
      expect((await press(last, "email_change")).error).toMatchObject(SPENT);
    }
  });

  it("counts only with both, whatever is sent in place of a link or however it is sent", async () => {
    const { client, email, to, current, next } = await ask();
    const post = async (body: Record<string, unknown>, query = "") => {
      const headers = { apikey: TEST_KEYS.publishableKey };
      const init = { method: "POST", headers, body: JSON.stringify({ type: "email_change", ...body }) };
      return (await backend.fetch(new Request(`${TEST_SITE_URL}/auth/v1/verify${query}`, init))).status;
    };
    const { token_hash } = tokenIn(current);
    const [digest = ""] = token_hash.split(".");
    expect(await post({ token_hash: ["x"] })).toBe(400);
    expect(await post({ type: ["email_change"], token_hash })).toBe(400);
    expect(await post({ token_hash: digest })).toBe(403);
    expect(await post({ token_hash, type: "recovery" })).toBe(403);
    expect(await post({ token_hash: "", email, token: digest })).toBe(403);
    const opened = await backend.fetch(
      new Request(`${TEST_SITE_URL}/auth/v1/verify?token=${digest}&type=email_change`),
    );
    expect(opened.status, "a link that acts when it is opened").toBe(404);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    expect(await post({ token_hash }, "?type=recovery"), "the first yes, which is half").toBe(200);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    expect(await post({ token_hash })).toBe(403);
    expect(await post({ token_hash: tokenIn(next).token_hash })).toBe(200);
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
      expect((await press(mail, "email_change")).error).toMatchObject(SPENT);
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

  it("of nothing is none: null changes what came with it and leaves the password", async () => {
    const { client, email } = await signUp();
    const nothing = { password: null as unknown as string, data: { first_name: "Bea" } }; // what JSON can say
    const { data, error } = await client.auth.updateUser(nothing);
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ first_name: "Bea" });
    expect((await signIn(email)).error).toBeNull();
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
    expect(await signInFrom("192.0.2.7", email), "its owner, from another address").toBe(200);
  });

  it("that is right always opens the account where its owner has been before, whatever strangers try", async () => {
    const { email } = await signUp();
    const [home, library, abroad] = ["2001:db8:0:1::5", "198.51.100.1", "192.0.2.7"];
    expect(await signInFrom(home, email)).toBe(200);
    // A hundred tries, without the hundred hashes that each takes its time.
    const oftenFrom = async (address: string, account: string) => {
      expect(await signInFrom(address, account, "wrong one")).toBe(400);
      await backend.query("update auth.attempts set count = 100");
    };
    await oftenFrom("203.0.113.5", email);
    expect(await signInFrom("203.0.113.77", email, "wrong one"), "nobody new may go on").toBe(429);
    expect(await signInFrom("2001:db8:0:1:9999::1", email), "home, by another address of the same line").toBe(
      200,
    );
    expect(await signInFrom("2001:db8:0:2::5", email), "another line").toBe(429);

    expect(await signInFrom(abroad, email), "new places ask for more than the password").toBe(429);
    await backend.client().auth.resetPasswordForEmail(email);
    const { token_hash } = tokenIn(backend.mails.at(-1));
    expect(await post("verify", { token_hash, type: "recovery" }, abroad)).toBe(200);
    expect(await signInFrom(abroad, email), "the mail has made it known").toBe(200);

    await backend.query("delete from auth.attempts");
    expect(await signInFrom(library, email)).toBe(200);
    await oftenFrom(library, "nobody@example.com");
    expect(await signInFrom(library, "somebody@example.com", "wrong one")).toBe(429);
    expect(await signInFrom(library, email), "a neighbour's tries").toBe(200);
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
  it("passes on no request that it does not check itself", async () => {
    const { client } = await signUp();
    const token = (await client.auth.getSession()).data.session?.access_token;
    const headers = { apikey: TEST_KEYS.publishableKey, authorization: `Bearer ${token}` };
    const refused: [method: string, path: string, status: number][] = [
      ["GET", "verify?token=x&type=recovery", 404],
      ["POST", "otp", 400],
      ["POST", "magiclink", 400],
      ["POST", "resend", 404],
      ["POST", "callback", 404],
      ["POST", "invite", 403],
      ["PATCH", "user", 404],
      ["GET", "settings/", 404],
      ["HEAD", "reauthenticate", 404],
    ];
    for (const [method, path, status] of refused) {
      const reply = await backend.fetch(new Request(`${TEST_SITE_URL}/auth/v1/${path}`, { method, headers }));
      expect(reply.status, path).toBe(status);
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
