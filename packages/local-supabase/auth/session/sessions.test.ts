import { createPublicKey } from "node:crypto";
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { loggedErrors } from "../../testing/loggedErrors.ts";
import {
  START_TIMEOUT_MS,
  startTestBackend,
  TEST_KEYS,
  TEST_SITE_URL,
  type TestBackend,
} from "../../testing.ts";
import { newSigningKey, publicKeyOf } from "./signingKeys.ts";

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

test("a session is stored with the browser that it was used in last", async () => {
  const { data } = await signUp("browser@example.com");
  const renewed = await backend.fetch(
    new Request(`${TEST_SITE_URL}/auth/v1/token?grant_type=refresh_token`, {
      method: "POST",
      headers: {
        apikey: TEST_KEYS.publishableKey,
        "content-type": "application/json",
        "user-agent": "Firefox/132.0",
      },
      body: JSON.stringify({ refresh_token: data.session?.refresh_token }),
    }),
  );
  expect(renewed.status).toBe(200);
  const stored = await backend.query("select user_agent from auth.sessions where user_id = $1", [
    data.user?.id,
  ]);
  expect(stored).toEqual([{ user_agent: "Firefox/132.0" }]);
});

test("access tokens contain the same claims as on hosted Supabase, and policies can read them (S-087)", async () => {
  const { client, data } = await signUp("claims@example.com");
  const refreshed = await client.auth.refreshSession();
  for (const session of [data.session, refreshed.data.session]) {
    expect(decodeProtectedHeader(session?.access_token ?? "")).toMatchObject({ alg: "ES256" });
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

test("changing the password ends every other session and keeps the current one", async () => {
  const { client } = await signUp("two@example.com");
  const elsewhere = backend.client();
  await elsewhere.auth.signInWithPassword({ email: "two@example.com", password: PASSWORD });
  expect((await client.auth.updateUser({ data: { first_name: "Bea" } })).error).toBeNull();
  expect((await elsewhere.auth.getUser()).error).toBeNull();
  expect((await client.auth.updateUser({ password: "another horse" })).error).toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect((await elsewhere.auth.refreshSession()).error).toMatchObject({ status: 400 });
});

test("a refresh can be repeated if its response was lost (S-054)", async () => {
  const { data } = await signUp("train@example.com");
  const refresh_token = data.session?.refresh_token ?? "";
  const first = await backend.client().auth.refreshSession({ refresh_token });
  const again = await backend.client().auth.refreshSession({ refresh_token });
  expect(again.error).toBeNull();
  expect(again.data.session?.refresh_token).toBe(first.data.session?.refresh_token);
});

test("reusing an old refresh token ends the session, because the token may have been copied", async () => {
  const { client, data } = await signUp("copied@example.com");
  const refresh_token = data.session?.refresh_token ?? "";
  await client.auth.refreshSession();
  await client.auth.refreshSession();
  const thief = await backend.client().auth.refreshSession({ refresh_token });
  expect(thief.error).toMatchObject({ status: 400, code: "refresh_token_already_used" });
  expect((await client.auth.refreshSession()).error).toMatchObject({ status: 400 });
});

/** What a token can access: its account, second factors, other accounts, files, and whose data it reads. */
async function opens(token: string) {
  const headers = { apikey: TEST_KEYS.publishableKey, authorization: `Bearer ${token}` };
  const ask = (path: string, method = "GET") =>
    backend.fetch(new Request(`${TEST_SITE_URL}${path}`, { method, headers }));
  const data = await ask("/rest/v1/rpc/claims");
  const claims = z.object({ email: z.string() }).nullable();
  return {
    user: (await ask("/auth/v1/user")).ok,
    factors: (await ask("/auth/v1/factors/0", "DELETE")).status,
    admin: (await ask("/auth/v1/admin/users")).status,
    files: (await ask("/storage/v1/bucket")).status,
    data: data.ok ? (claims.parse(await data.json())?.email ?? "what a visitor sees") : data.status,
  };
}

const opened = (email: string) => ({ user: true, factors: 404, admin: 403, files: 200, data: email });

test("a forged token is rejected, whatever it claims (S-072)", async () => {
  const { data } = await signUp("forged@example.com");
  const real = data.session?.access_token ?? "";
  const claims = { ...decodeJwt(real), role: "service_role" };
  const [key] = TEST_KEYS.signingKeys;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const hs256 = (secret: string) =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid: key.kid }).sign(bytes(secret));
  const es256 = (changes: JWTPayload, signer = key, kid = key.kid) =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: "ES256", kid }).sign(signer);
  const stranger = newSigningKey();
  const published = createPublicKey({ key: { ...key }, format: "jwk" });
  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const [head, payload, signature] = real.split(".");

  const forged: Record<string, string> = {
    "signed with another secret": await hs256("another secret that is long enough too"),
    "signed with the public key as if it were the secret": await hs256(
      published.export({ type: "spki", format: "pem" }).toString(),
    ),
    "signed with its JSON as if it were the secret": await hs256(JSON.stringify(publicKeyOf(key))),
    "of no algorithm": `${base64({ alg: "none", typ: "JWT" })}.${base64(claims)}.`,
    "of no algorithm, with a signature": `${base64({ alg: "none" })}.${base64(claims)}.${signature}`,
    "signed with another key under the same id": await es256({}, stranger),
    "signed with a key that nobody knows": await es256({}, stranger, stranger.kid),
    "bringing its own key": await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", jwk: publicKeyOf(stranger) })
      .sign(stranger),
    "of another issuer": await es256({ iss: "https://elsewhere.example/auth/v1" }),
    "for another audience": await es256({ aud: "elsewhere" }),
    "with other claims under a real signature": `${head}.${base64(claims)}.${signature}`,
    "that is over": await es256({ exp: Math.floor(Date.now() / 1000) - 60 }),
    "of a real one without its signature": `${head}.${payload}.`,
  };
  for (const [how, token] of Object.entries(forged)) {
    const isWhole = token.split(".").every((part) => part !== "");
    // A token without three parts may be a key, so @supabase/lite does not verify it.
    const data = isWhole ? 401 : "what a visitor sees";
    expect(await opens(token), how).toEqual({ user: false, factors: 403, admin: 403, files: 401, data });
  }
  expect(await opens(real)).toEqual(opened("forged@example.com"));
});

test("supabase-js verifies tokens locally with the published keys and rejects a forged signature (S-072, S-090)", async () => {
  const { client, data } = await signUp("verified@example.com");
  const token = data.session?.access_token ?? "";
  await client.auth.signOut();
  const verifier = backend.client();
  expect((await verifier.auth.getUser(token)).error, "the session is over").not.toBeNull();
  expect((await verifier.auth.getClaims(token)).data?.claims).toMatchObject({
    email: "verified@example.com",
  });
  const [head, , signature] = token.split(".");
  const changed = Buffer.from(JSON.stringify({ ...decodeJwt(token), role: "service_role" }));
  const { error } = await verifier.auth.getClaims(`${head}.${changed.toString("base64url")}.${signature}`);
  expect(error?.message).toBe("Invalid JWT signature");
});

test("a token issued before signing keys were introduced stays valid until it expires", async () => {
  const { data } = await signUp("before@example.com");
  const before = await new SignJWT(decodeJwt(data.session?.access_token ?? ""))
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .sign(new TextEncoder().encode(TEST_KEYS.jwtSecret));
  expect(await opens(before)).toEqual(opened("before@example.com"));
  expect((await backend.client().auth.getClaims(before)).data?.claims.sub).toBe(data.user?.id);
});

test("the email sender can use the database, and only a signed-in user learns that an email was not sent", async () => {
  const outcomes: unknown[] = [];
  await using other = await startTestBackend(
    {},
    {
      onAuthMail: async () => {
        outcomes.push(await other.query("select 1 as one"));
        if (outcomes.length >= 2) throw new Error("the mail server is away");
      },
    },
  );
  const client = other.client();
  const email = "ada@example.com";
  await client.auth.signUp({ email, password: PASSWORD });
  expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
  const logged = await loggedErrors(async () => {
    expect((await client.auth.resetPasswordForEmail(email)).error, "as for an unknown address").toBeNull();
    const change = await client.auth.updateUser({ email: "obi@example.com" });
    expect(change.error).toMatchObject({ status: 500 });
  });
  expect(logged).toHaveLength(2);
  for (const line of logged) expect(line).toMatch(/^An auth message could not be sent:/);
  expect(outcomes).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]]);
});
