import { START_TIMEOUT_MS, TEST_KEYS, TEST_SITE_URL } from "@academy/local-supabase/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mailPaths } from "../../src/domain/mailPaths.ts";
import { paths } from "../../src/domain/paths.ts";
import { SITE } from "../../src/domain/site.ts";
import { type AuthBackend, type SentMail, startAuthBackend } from "../support/server/authBackend.ts";
import { createAccount } from "../support/server/createAccount.ts";

const PASSWORD = "correct horse";

let backend: AuthBackend;
beforeAll(async () => {
  backend = await startAuthBackend();
}, START_TIMEOUT_MS);
afterAll(() => backend.close());
beforeEach(() => backend.query("delete from auth.attempts"));

let people = 0;
async function signUp() {
  const email = `user-${++people}@example.com`;
  const client = backend.client();
  const { session } = await createAccount(backend.client(TEST_KEYS.secretKey), client, {
    email,
    password: PASSWORD,
  });
  return { client, email, refreshToken: session.refresh_token };
}

const signIn = (email: string, password = PASSWORD) =>
  backend.client().auth.signInWithPassword({ email, password });
/** The status of the response to a caller at this network address. */
async function post(path: string, body: Record<string, unknown>, address: string): Promise<number> {
  const headers = { apikey: TEST_KEYS.publishableKey };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return (await backend.fetch(new Request(`${TEST_SITE_URL}/auth/v1/${path}`, init), address)).status;
}
const signInFrom = (address: string, email: string, password = PASSWORD) =>
  post("token?grant_type=password", { email, password }, address);
const linkIn = (mail: SentMail | undefined) => /http:\S+/.exec(mail?.text ?? "")?.[0] ?? "";
const codeIn = (mail: SentMail | undefined) => /\b\d{8}\b/.exec(mail?.text ?? "")?.[0] ?? "";

/** The token is in the link's fragment, so a mail scanner that opens the link loads the page without spending the token. */
function tokenIn(mail: SentMail | undefined) {
  const { pathname, search, hash } = new URL(linkIn(mail));
  expect(search).toBe("");
  const { token_hash = "", type = "" } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  return { pathname, token_hash, type };
}

/** Does what the page's button does, in a browser without a session. */
function press(mail: SentMail | undefined, type: "recovery" | "email_change") {
  return backend.client().auth.verifyOtp({ token_hash: tokenIn(mail).token_hash, type });
}
const SPENT = { status: 403, code: "otp_expired" };

describe("password reset", () => {
  it("sends the academy's own email, whose link works once and in any browser", async () => {
    const { email } = await signUp();
    await backend.client().auth.resetPasswordForEmail(email);
    const mail = backend.mails.at(-1);
    expect(mail).toMatchObject({ to: email, subject: "Choose a new password" });
    expect(mail?.text).toContain(SITE.name);
    expect(mail?.html).toContain(paths.contact());
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

  it("also accepts the emailed code, and rejects guessed codes and links", async () => {
    const { email } = await signUp();
    await backend.client().auth.resetPasswordForEmail(email);
    const mail = backend.mails.at(-1);
    const verify = (token: string) => backend.client().auth.verifyOtp({ email, token, type: "recovery" });
    // A guessed code is enough to compute the part of the link's token before the dot.
    const [digest = ""] = tokenIn(mail).token_hash.split(".");
    for (const token_hash of [digest, `${digest}.`, `${digest}.${"0".repeat(64)}`, "x"]) {
      const guess = await backend.client().auth.verifyOtp({ token_hash, type: "recovery" });
      expect(guess.error, token_hash).toMatchObject(SPENT);
    }
    expect((await verify("00000000")).error).toMatchObject(SPENT);
    // Address and code concatenate to the same text as the real pair, but the guess would count against another account.
    const code = codeIn(mail);
    const cut = { email: email + code.slice(0, 4), token: code.slice(4), type: "recovery" } as const;
    expect((await backend.client().auth.verifyOtp(cut)).error).toMatchObject(SPENT);
    const { data } = await verify(code);
    expect(data.user?.email).toBe(email);
    for (let count = 0; count < 9; count++) await verify("00000000");
    expect((await verify("00000000")).error).toMatchObject({ status: 429, code: "over_request_rate_limit" });
    // A link cannot be guessed, so failed guesses by others do not block it.
    await backend.client().auth.resetPasswordForEmail(email);
    expect((await press(backend.mails.at(-1), "recovery")).data.user?.email).toBe(email);
  });

  it("gives the same answer for unknown and rate-limited addresses, and links only to this site", async () => {
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

describe("changing the email address", () => {
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

  it("takes effect after both addresses have confirmed, in either order, each by its own link", async () => {
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

  it("requires both confirmations, even when a request is malformed or differently encoded", async () => {
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
    expect(opened.status, "opening a link changes nothing").toBe(404);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    expect(await post({ token_hash }, "?type=recovery"), "the first of two confirmations").toBe(200);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    expect(await post({ token_hash })).toBe(403);
    expect(await post({ token_hash: tokenIn(next).token_hash })).toBe(200);
    expect((await signIn(to)).error).toBeNull();
  });

  it("voids the earlier links when requested again, and rejects an address that is taken", async () => {
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

  it("also saves a new password and name from the same request", async () => {
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

describe("password handling", () => {
  it("rejects a common password at sign-up, change and creation by an administrator", async () => {
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

  it("keeps the password when the request sends null, and saves the other fields", async () => {
    const { client, email } = await signUp();
    const nothing = { password: null as unknown as string, data: { first_name: "Bea" } }; // possible in JSON, though not in the types
    const { data, error } = await client.auth.updateUser(nothing);
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ first_name: "Bea" });
    expect((await signIn(email)).error).toBeNull();
  });

  it("rejects a password of more than 72 bytes, because bcrypt reads no more", async () => {
    const long = { status: 400, code: "validation_failed" };
    const { client, email } = await signUp();
    expect((await client.auth.updateUser({ password: "é".repeat(37) })).error).toMatchObject(long);
    expect((await client.auth.updateUser({ password: "é".repeat(36) })).error).toBeNull();
    expect((await signIn(email, "é".repeat(36))).error).toBeNull();
  });

  it("limits wrong attempts per network address, for existing and unknown accounts alike", async () => {
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
    expect(await signInFrom("192.0.2.7", email), "the owner, from another address").toBe(200);
  });

  it("allows the owner to sign in from a familiar network, however many wrong attempts others make", async () => {
    const { email } = await signUp();
    const [home, library, abroad] = ["2001:db8:0:1::5", "198.51.100.1", "192.0.2.7"];
    expect(await signInFrom(home, email)).toBe(200);
    // Counts as a hundred attempts without computing a hundred slow hashes.
    const oftenFrom = async (address: string, account: string) => {
      expect(await signInFrom(address, account, "wrong one")).toBe(400);
      await backend.query("update auth.attempts set count = 100");
    };
    await oftenFrom("203.0.113.5", email);
    expect(await signInFrom("203.0.113.77", email, "wrong one"), "unfamiliar networks are blocked").toBe(429);
    expect(
      await signInFrom("2001:db8:0:1:9999::1", email),
      "the owner, from another address of the home network",
    ).toBe(200);
    expect(await signInFrom("2001:db8:0:2::5", email), "another network").toBe(429);

    expect(
      await signInFrom(abroad, email),
      "the password alone is not enough from an unfamiliar network",
    ).toBe(429);
    await backend.client().auth.resetPasswordForEmail(email);
    const { token_hash } = tokenIn(backend.mails.at(-1));
    expect(await post("verify", { token_hash, type: "recovery" }, abroad)).toBe(200);
    expect(await signInFrom(abroad, email), "the emailed link has made the network familiar").toBe(200);

    await backend.query("delete from auth.attempts");
    expect(await signInFrom(library, email)).toBe(200);
    await oftenFrom(library, "nobody@example.com");
    expect(await signInFrom(library, "somebody@example.com", "wrong one")).toBe(429);
    expect(await signInFrom(library, email), "despite wrong attempts by others in the same network").toBe(
      200,
    );
  });
});

describe("sessions", () => {
  it("end on this device, on all others or everywhere, as requested (S-053, S-087)", async () => {
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

describe("sign-in", () => {
  it("always creates a new session, even when the browser already has one", async () => {
    const { client, email, refreshToken } = await signUp();
    const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect(data.session?.refresh_token).not.toBe(refreshToken);
    const sessions = await backend.query("select from auth.sessions where user_id = $1", [data.user?.id]);
    expect(sessions).toHaveLength(2);
  });
});

describe("the auth server", () => {
  it("rejects requests to every hosted Supabase endpoint that the academy does not use", async () => {
    const { client } = await signUp();
    const token = (await client.auth.getSession()).data.session?.access_token;
    const headers = { apikey: TEST_KEYS.publishableKey, authorization: `Bearer ${token}` };
    const refused: [method: string, path: string, status: number][] = [
      ["GET", "verify?token=x&type=recovery", 404],
      ["POST", "otp", 404],
      ["POST", "magiclink", 404],
      ["POST", "resend", 404],
      ["POST", "callback", 404],
      ["POST", "invite", 403],
      ["PATCH", "user", 404],
      ["GET", "settings/", 404],
      ["GET", "reauthenticate", 404],
    ];
    for (const [method, path, status] of refused) {
      const reply = await backend.fetch(new Request(`${TEST_SITE_URL}/auth/v1/${path}`, { method, headers }));
      expect(reply.status, path).toBe(status);
    }
    const settings = await backend.fetch(new Request(`${TEST_SITE_URL}/auth/v1/settings`, { headers }));
    expect(await settings.json()).toMatchObject({ external: { email: true } });
  });
});
