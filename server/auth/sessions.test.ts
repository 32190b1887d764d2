import { rmSync } from "node:fs";
import { createClient } from "@supabase/supabase-js";
import { decodeJwt, SignJWT } from "jose";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { expectConsoleError } from "../../tests/support/failOnConsoleError.ts";
import { startBackend } from "../backend/start.ts";
import {
  migrationsFolder,
  START_TIMEOUT_MS,
  startTestBackend,
  TEST_KEYS,
  TEST_SITE_URL,
  type TestBackend,
} from "../backend/startTestBackend.ts";

const PASSWORD = "correct horse";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({
    "20260101000000_claims.sql":
      "create function public.claims() returns jsonb language sql stable as $$ select auth.jwt() $$;",
  });
}, START_TIMEOUT_MS);
afterAll(() => backend.close());

async function signUp(email: string) {
  const client = backend.client();
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { first_name: "Ada", last_name: "Obi" } },
  });
  expect(error).toBeNull();
  return { client, data };
}

test("a new account is signed in at once with the names it gave (S-044, S-087)", async () => {
  const { data } = await signUp("Ada@Example.com");
  expect(data.user).toMatchObject({
    email: "ada@example.com",
    user_metadata: { first_name: "Ada", last_name: "Obi" },
  });
  expect(data.user?.created_at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
});

test("access tokens carry hosted Supabase's claims, and policies see them (S-087)", async () => {
  const { client, data } = await signUp("claims@example.com");
  const refreshed = await client.auth.refreshSession();
  for (const session of [data.session, refreshed.data.session]) {
    expect(decodeJwt(session?.access_token ?? "")).toMatchObject({
      iss: `${TEST_SITE_URL}/auth/v1`,
      sub: data.user?.id,
      role: "authenticated",
      aal: "aal1",
      app_metadata: { provider: "email" },
      user_metadata: { first_name: "Ada" },
    });
  }
  expect((await client.rpc("claims")).data).toMatchObject({
    aal: "aal1",
    app_metadata: { provider: "email" },
  });
});

test("a wrong password and an unknown person are told the same (S-101)", async () => {
  await signUp("known@example.com");
  for (const email of ["known@example.com", "unknown@example.com"]) {
    const { error } = await backend.client().auth.signInWithPassword({ email, password: "wrong one" });
    expect(error).toMatchObject({
      status: 400,
      code: "invalid_credentials",
      message: "Invalid login credentials",
    });
  }
});

test("a changed password ends every other session and keeps this one", async () => {
  const { client } = await signUp("two@example.com");
  const elsewhere = backend.client();
  await elsewhere.auth.signInWithPassword({ email: "two@example.com", password: PASSWORD });
  expect((await client.auth.updateUser({ data: { first_name: "Bea" } })).error).toBeNull();
  expect((await elsewhere.auth.getUser()).error).toBeNull();
  expect((await client.auth.updateUser({ password: "another horse" })).error).toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await elsewhere.auth.refreshSession()).error).toMatchObject({ status: 400 });
});

test("a refresh whose answer was lost on the way can be asked for again (S-054)", async () => {
  const { data } = await signUp("train@example.com");
  const refresh_token = data.session?.refresh_token ?? "";
  const first = await backend.client().auth.refreshSession({ refresh_token });
  const again = await backend.client().auth.refreshSession({ refresh_token });
  expect(again.error).toBeNull();
  expect(again.data.session?.refresh_token).toBe(first.data.session?.refresh_token);
});

test("a refresh token that was used up long ago ends the session: somebody copied it", async () => {
  const { client, data } = await signUp("copied@example.com");
  const refresh_token = data.session?.refresh_token ?? "";
  await client.auth.refreshSession();
  await client.auth.refreshSession();
  const thief = await backend.client().auth.refreshSession({ refresh_token });
  expect(thief.error).toMatchObject({ status: 400, code: "refresh_token_already_used" });
  expect((await client.auth.refreshSession()).error).toMatchObject({ status: 400 });
});

test("a signed-out session refreshes no more (S-053)", async () => {
  const { client, data } = await signUp("leaving@example.com");
  await client.auth.signOut();
  const { error } = await backend
    .client()
    .auth.refreshSession({ refresh_token: data.session?.refresh_token ?? "" });
  expect(error).toMatchObject({ status: 400 });
});

test("a token signed with another secret is nobody's (S-072)", async () => {
  const { data } = await signUp("forged@example.com");
  const forged = await new SignJWT(decodeJwt(data.session?.access_token ?? ""))
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode("another secret that is long enough too"));
  expect((await backend.client().auth.getUser(forged)).error).toMatchObject({ status: 403, code: "bad_jwt" });
  const headers = { apikey: TEST_KEYS.publishableKey, authorization: `Bearer ${forged}` };
  const reply = await backend.fetch(
    new Request(`${TEST_SITE_URL}/rest/v1/rpc/claims`, { method: "POST", headers, body: "{}" }),
  );
  expect(reply.status).toBe(401);
});

test("a link in a recovery mail leads back to the site with a complete token", async () => {
  await signUp("forgetful@example.com");
  await backend.client().auth.resetPasswordForEmail("forgetful@example.com");
  const mail = backend.mails.at(-1);
  expect(mail).toMatchObject({ to: "forgetful@example.com" });
  const link = /http:\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  const reply = await backend.fetch(
    new Request(link, { headers: { apikey: TEST_KEYS.publishableKey }, redirect: "manual" }),
  );
  const [page, fragment] = (reply.headers.get("location") ?? "").split("#");
  expect(page).toBe(`${TEST_SITE_URL}/`);
  const token = new URLSearchParams(fragment).get("access_token") ?? "";
  expect(decodeJwt(token)).toMatchObject({ aal: "aal1", email: "forgetful@example.com" });
  expect((await backend.client().auth.getUser(token)).error).toBeNull();
});

test("whoever sends the mails may use the database; a mail that fails is told to those who are known already", async () => {
  const outcomes: unknown[] = [];
  const migrationsDir = migrationsFolder({});
  onTestFinished(() => rmSync(migrationsDir, { recursive: true }));
  const other = await startBackend({
    dataDir: ":memory:",
    keys: TEST_KEYS,
    siteUrl: TEST_SITE_URL,
    migrationsDir,
    onAuthMail: async () => {
      outcomes.push(await other.query("select 1 as one"));
      if (outcomes.length >= 2) throw new Error("the mail server is away");
    },
  });
  const client = createClient(TEST_SITE_URL, TEST_KEYS.publishableKey, {
    global: { fetch: (input, init) => other.fetch(new Request(input, init)) },
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const email = "ada@example.com";
  await client.auth.signUp({ email, password: PASSWORD });
  expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
  expectConsoleError(/An auth mail could not be sent/);
  expect((await client.auth.resetPasswordForEmail(email)).error, "as for somebody unknown").toBeNull();
  expect((await client.auth.updateUser({ email: "obi@example.com" })).error).toMatchObject({ status: 500 });
  expect(outcomes).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]]);
  await other.close();
});
