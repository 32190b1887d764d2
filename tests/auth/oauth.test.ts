import { randomInt } from "node:crypto";
import { createClient, type Provider, type SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { withBackend } from "../support/server/backend.ts";
import { type ProviderAccount, startFakeProvider } from "../support/server/fakeProvider.ts";
import { expectConsoleError } from "../support/setup/failOnConsoleError.ts";

const SITE = "http://academy.test";
const PAGE = `${SITE}/auth/callback?next=%2Facademy`;

const provider = await startFakeProvider();
const backend = withBackend({ providers: { google: provider.settings, github: provider.settings } });
afterAll(() => provider.close());
beforeEach(() => backend.query("delete from auth.attempts"));

/** A browser with plain supabase-js and without a session. */
const browser = (flowType: "pkce" | "implicit" = "pkce") =>
  createClient(SITE, backend.publishableKey, {
    auth: { flowType, persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: (input, init) => backend.fetch(String(input).slice(SITE.length), init) },
  });

let people = 0;
const providerAccount = (fields: Partial<ProviderAccount> = {}): ProviderAccount => ({
  id: randomInt(1e9),
  name: "Ada Mary Obi",
  email: `ada-${++people}@example.com`,
  isVerified: true,
  ...fields,
});

async function addressFor(client: SupabaseClient, name: Provider, redirectTo = PAGE): Promise<string> {
  const { data, error } = await client.auth.signInWithOAuth({
    provider: name,
    options: {
      redirectTo,
      scopes: "openid",
      queryParams: { prompt: "select_account" },
      skipBrowserRedirect: true,
    },
  });
  if (error || !data.url) throw error ?? new Error("signInWithOAuth returned no URL");
  return data.url;
}

async function follow(address: URL | string): Promise<URL> {
  const { pathname, search } = new URL(address);
  const reply = await backend.fetch(pathname + search);
  expect(reply.status).toBe(302);
  return new URL(reply.headers.get("location") ?? "");
}

/** Goes to the provider and back. Returns the page of the academy to which the provider's redirect leads. */
async function comeBack(
  client: SupabaseClient,
  person: ProviderAccount | "denies",
  name: Provider = "google",
) {
  const there = await follow(await addressFor(client, name));
  return follow(provider.visit(there.href, person));
}

async function enter(person: ProviderAccount, name: Provider = "google", client = browser()) {
  const page = await comeBack(client, person, name);
  return { client, page, ...(await client.auth.exchangeCodeForSession(page.searchParams.get("code") ?? "")) };
}

const userIds = async (email: string) =>
  (await backend.query<{ id: string }>("select id from auth.users where email = $1", [email])).map(
    ({ id }) => id,
  );

describe("sign-in with Google or GitHub", () => {
  it("redirects to the provider with the return address, scopes, extra parameters and a PKCE challenge (S-088)", async () => {
    const asked = new URL(await addressFor(browser(), "google"));
    expect(asked.pathname).toBe("/auth/v1/authorize");
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      provider: "google",
      redirect_to: PAGE,
      scopes: "openid",
      prompt: "select_account",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "s256",
    });
    const there = await follow(asked);
    expect(there.origin + there.pathname).toBe(`${provider.settings.url}/o/oauth2/v2/auth`);
    expect(Object.fromEntries(there.searchParams)).toEqual({
      prompt: "select_account",
      client_id: provider.settings.clientId,
      redirect_uri: `${SITE}/auth/v1/callback`,
      response_type: "code",
      scope: "email profile openid",
      state: expect.stringMatching(/^[\w-]{36}$/),
    });
  });

  it.each(["google", "github"] as const)(
    "creates an account with the name from %s, and signs in to the same account the next time",
    async (name) => {
      const person = providerAccount();
      const first = await enter(person, name);
      expect(first.page.href).toMatch(
        /^http:\/\/academy\.test\/auth\/callback\?next=%2Facademy&code=[\w-]{36}$/,
      );
      expect(first.error).toBeNull();
      expect(first.data.user).toMatchObject({
        email: person.email,
        app_metadata: { provider: name, providers: [name] },
        identities: [{ provider: name, id: String(person.id), identity_data: { email_verified: true } }],
      });
      expect(first.data.session).not.toHaveProperty("provider_token");
      const { data: level } = await first.client.auth.mfa.getAuthenticatorAssuranceLevel();
      expect(level).toMatchObject({
        currentLevel: "aal1",
        currentAuthenticationMethods: [{ method: "oauth" }],
      });
      const profile = await first.client.from("profiles").select("first_name, last_name, email").single();
      expect(profile.data).toEqual({ first_name: "Ada Mary", last_name: "Obi", email: person.email });

      const copy = await backend.service().rpc("export_my_data", { p_user: first.data.user?.id });
      expect(copy.data).toMatchObject({
        isAddressProven: true,
        sections: { identities: [{ provider: name, known_there: { name: person.name } }] },
      });

      const renamed = await enter({ ...person, email: "another@example.com" }, name);
      expect(renamed.data.user).toMatchObject({ id: first.data.user?.id, email: person.email });
    },
  );

  it("is listed for each configured provider in the auth server's settings", async () => {
    const reply = await backend.fetch("/auth/v1/settings", { headers: { apikey: backend.publishableKey } });
    expect(await reply.json()).toMatchObject({ external: { google: true, github: true, apple: false } });
  });

  it("still requires the account's second factor", async () => {
    const person = providerAccount();
    const { client } = await enter(person);
    const { data: factor } = await client.auth.mfa.enroll({ factorType: "totp" });
    const code = new TOTP({ secret: factor?.totp.secret ?? "" }).generate();
    await client.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? "", code });
    const again = await enter(person);
    expect(again.data.user?.factors).toMatchObject([{ id: factor?.id, status: "verified" }]);
    const { data: level } = await again.client.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
    expect((await again.client.auth.updateUser({ password: "another horse" })).error).toMatchObject({
      code: "insufficient_aal",
    });
  });
});

describe("provider sign-in to an existing account with the same address", () => {
  const link = async (email: string, name: Provider = "google") => {
    const person = providerAccount({ email });
    const page = await comeBack(browser(), person, name);
    return { person, page };
  };
  /** The providers that the owner was notified about, in order. */
  const toldTo = async (email: string) => {
    const mails = await backend.query<{ provider: string }>(
      `select data ->> 'provider' as provider from public.mail_queue
       where kind = 'provider_joined' and recipient = $1 order by created_at`,
      [email],
    );
    return mails.map(({ provider: each }) => each);
  };
  const refused = { error: "server_error", error_code: "unexpected_failure" };
  const fields = (page: URL) => Object.fromEntries(page.searchParams);

  it("is rejected while the account's address is unverified, because a squatter may own the account", async () => {
    const squatter = await backend.signUp();
    const { page } = await link(squatter.email);
    expect(fields(page)).toMatchObject(refused);
    expect(await userIds(squatter.email)).toEqual([squatter.id]);

    // Redeeming a code does not verify the address here, because the person who set the old password may still know it.
    await backend.query(
      `update auth.users set recovery_sent_at = now(),
         recovery_token = encode(sha256(convert_to(email || '12345678', 'utf8')), 'hex') where id = $1`,
      [squatter.id],
    );
    const token = { email: squatter.email, token: "12345678", type: "recovery" as const };
    expect((await browser().auth.verifyOtp(token)).error).toBeNull();
    expect(fields((await link(squatter.email)).page)).toMatchObject(refused);
  });

  it("is allowed for accounts created by a guest purchase or through another provider, and notifies the owner", async () => {
    const email = `guest-${++people}@example.com`;
    const { data: made } = await backend.service().auth.admin.createUser({
      email,
      password: "a temporary password",
      email_confirm: true,
      app_metadata: { made_for_order: "an order" },
    });
    expect((await enter(providerAccount({ email }))).data.user?.id).toBe(made.user?.id);
    const { data } = await enter(providerAccount({ email }), "github");
    expect(data.user).toMatchObject({
      id: made.user?.id,
      app_metadata: { provider: "email", providers: ["email", "google", "github"] },
    });
    expect(await toldTo(email)).toEqual(["google", "github"]);
    const newcomer = providerAccount();
    await enter(newcomer);
    expect(await toldTo(newcomer.email)).toEqual([]);
  });

  it("is rejected when the provider has not verified the address, and creates no account", async () => {
    const owner = await enter(providerAccount());
    const email = owner.data.user?.email ?? "";
    for (const address of [email, "nobody-yet@example.com"]) {
      const page = await comeBack(
        browser(),
        providerAccount({ email: address, isVerified: false }),
        "github",
      );
      expect(fields(page)).toMatchObject({
        error: "access_denied",
        error_code: "provider_email_needs_verification",
        next: "/academy",
      });
    }
    expect(await userIds("nobody-yet@example.com")).toEqual([]);
    expect(await userIds(email)).toHaveLength(1);
  });

  it("is rejected by the database itself, so the rule applies to any auth server", async () => {
    const owner = await enter(providerAccount());
    const add = (email: string, isVerified: boolean) =>
      backend.query(
        `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
         values (gen_random_uuid(), 'github', gen_random_uuid()::text, $1, $2)`,
        [owner.data.user?.id, { email, email_verified: isVerified }],
      );
    await expect(add("another@example.com", true)).rejects.toThrow("identity_not_proven");
    const squatter = await backend.signUp();
    await backend.query("delete from auth.identities where user_id = $1", [squatter.id]);
    expect(fields((await link(squatter.email)).page)).toMatchObject(refused);
    await expect(add(owner.data.user?.email ?? "", false)).rejects.toThrow("identity_not_proven");
  });
});

describe("an attacker", () => {
  it("cannot redeem a code twice, without its verifier, or for a banned account", async () => {
    const person = providerAccount();
    const page = await comeBack(browser(), person);
    const code = page.searchParams.get("code") ?? "";
    const redeem = async (given: Record<string, unknown>) => {
      const reply = await backend.fetch("/auth/v1/token?grant_type=pkce", {
        method: "POST",
        headers: { apikey: backend.publishableKey },
        body: JSON.stringify(given),
      });
      return { status: reply.status, code: (await reply.json()).error_code };
    };
    expect(await redeem({ auth_code: code, code_verifier: "a".repeat(43) })).toEqual({
      status: 400,
      code: "bad_code_verifier",
    });
    expect(await redeem({ auth_code: code })).toMatchObject({ status: 400, code: "validation_failed" });
    expect(await redeem({ auth_code: code, code_verifier: {} })).toMatchObject({ status: 400 });

    const mine = browser();
    const own = await comeBack(mine, person);
    const ownCode = own.searchParams.get("code") ?? "";
    expect((await mine.auth.exchangeCodeForSession(ownCode)).error).toBeNull();
    expect(await redeem({ auth_code: ownCode, code_verifier: "a".repeat(43) })).toMatchObject({
      status: 404,
      code: "flow_state_not_found",
    });
    await backend.query("update auth.users set banned_until = 'infinity' where email = $1", [person.email]);
    expect((await enter(person)).error).toMatchObject({ code: "user_banned" });
  });

  it("cannot return from the provider twice, too late, or with a forged state", async () => {
    const client = browser();
    const there = await follow(await addressFor(client, "google"));
    const back = provider.visit(there.href, providerAccount());
    expect((await follow(back)).searchParams.get("code")).not.toBeNull();
    const spent = await follow(back);
    expect(spent.origin + spent.pathname).toBe(`${SITE}/`);
    expect(spent.searchParams.get("error_code")).toBe("bad_oauth_state");

    const late = await follow(await addressFor(client, "google"));
    await backend.query(
      "update auth.flow_state set created_at = now() - interval '11 minutes' where id::text = $1",
      [late.searchParams.get("state")],
    );
    const told = await follow(provider.visit(late.href, providerAccount()));
    expect(told.pathname).toBe("/auth/callback");
    expect(told.searchParams.get("error_code")).toBe("bad_oauth_state");
    const forged = provider.visit(there.href, providerAccount());
    for (const state of ["", "x", "\0", "' or true --", crypto.randomUUID()]) {
      forged.searchParams.set("state", state);
      expect((await follow(forged)).searchParams.get("error_code")).toBe("bad_oauth_state");
    }
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    `${SITE}.evil.example/`,
    `${SITE}@evil.example/`,
    "http://127.0.0.1:8080/",
    "javascript:alert(1)",
  ])("cannot redirect a user to %s", async (address) => {
    const there = await follow(await addressFor(browser(), "google", address));
    const page = await follow(provider.visit(there.href, providerAccount()));
    expect(page.origin + page.pathname).toBe(`${SITE}/`);
  });

  it("cannot override the protocol's parameters in the URL", async () => {
    const asked = new URL(await addressFor(browser(), "google"));
    for (const [name, value] of Object.entries({
      redirect_uri: "https://evil.example/",
      client_id: "another",
      state: "mine",
      response_type: "token",
    }))
      asked.searchParams.set(name, value);
    const there = await follow(asked);
    expect(there.searchParams.get("redirect_uri")).toBe(`${SITE}/auth/v1/callback`);
    expect(there.searchParams.get("client_id")).toBe(provider.settings.clientId);
    expect(there.searchParams.get("response_type")).toBe("code");
    expect(there.searchParams.get("state")).not.toBe("mine");
  });

  it("cannot start a sign-in without a challenge, with an unconfigured provider, or too often", async () => {
    const ask = async (address: string) => {
      const { pathname, search } = new URL(address);
      const reply = await backend.fetch(pathname + search);
      return { status: reply.status, ...(reply.status === 302 ? {} : await reply.json()) };
    };
    expect(await ask(await addressFor(browser("implicit"), "google"))).toMatchObject({
      status: 400,
      error_code: "validation_failed",
    });
    expect(await ask(await addressFor(browser(), "apple"))).toMatchObject({
      status: 400,
      error_code: "validation_failed",
    });
    await backend.query("update auth.attempts set count = 1000");
    await ask(await addressFor(browser(), "google"));
    await backend.query("update auth.attempts set count = 1000");
    expect(await ask(await addressFor(browser(), "google"))).toMatchObject({
      status: 429,
      error_code: "over_request_rate_limit",
    });
  });
});

describe("an unsuccessful sign-in with a provider", () => {
  it("returns to the callback page with access_denied when the user declines", async () => {
    const page = await comeBack(browser(), "denies");
    expect(page.pathname).toBe("/auth/callback");
    expect(Object.fromEntries(page.searchParams)).toMatchObject({ error: "access_denied", next: "/academy" });
  });

  it("does not block other requests while the provider is slow", async () => {
    const client = browser();
    const there = await follow(await addressFor(client, "google"));
    const answer = provider.hold();
    let isBack = false;
    const back = follow(provider.visit(there.href, providerAccount())).then((page) => {
      isBack = true;
      return page;
    });
    await backend.signUp();
    expect(isBack).toBe(false);
    answer();
    expect((await back).searchParams.get("code")).not.toBeNull();
  });

  it("reports a failure of the provider to the user and logs the cause", async () => {
    expectConsoleError(/^Signing in with google failed: \/token answered 400$/);
    provider.setDown(true);
    const page = await comeBack(browser(), providerAccount());
    provider.setDown(false);
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      error: "server_error",
      error_code: "unexpected_failure",
    });
  });
});
