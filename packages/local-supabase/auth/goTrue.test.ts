import { decodeJwt, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  START_TIMEOUT_MS,
  startTestBackend,
  TEST_KEYS,
  TEST_SITE_URL,
  type TestBackend,
} from "../testing.ts";

/** Tests responses in which GoTrue and @supabase/lite differ: github.com/supabase/auth, internal/api. */

const PASSWORD = "correct horse";
const PHONE = "+447700900123";
const CHALLENGE = "c".repeat(43);

let backend: TestBackend;
let token: string;
beforeAll(async () => {
  backend = await startTestBackend();
  token = (await signUp("ada@example.com")).token;
}, START_TIMEOUT_MS);
afterAll(() => backend.close());

async function signUp(email: string) {
  const { data, error } = await backend.client().auth.signUp({ email, password: PASSWORD });
  expect(error).toBeNull();
  return { user: data.user, token: data.session?.access_token ?? "" };
}

const failure = z.object({ code: z.int(), error_code: z.string(), msg: z.string() });

/** The status, code and message of a rejection, from GoTrue's JSON. */
async function rejection(request: string, body?: unknown, bearer?: string, key = TEST_KEYS.publishableKey) {
  const [method = "", path = ""] = request.split(" ");
  const reply = await backend.fetch(
    new Request(`${TEST_SITE_URL}/auth/v1/${path}`, {
      method,
      headers: {
        apikey: key,
        "content-type": "application/json",
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const { code, error_code, msg } = failure.parse(await reply.json());
  expect([code, reply.headers.get("x-sb-error-code")]).toEqual([reply.status, error_code]);
  return [reply.status, error_code, msg];
}

describe("validation of request bodies", () => {
  test.each([["text"], [["a", "list"]], [7], [true]])(
    "user metadata that is %j is rejected",
    async (data) => {
      const account = { email: "odd@example.com", password: PASSWORD };
      const bad = [400, "bad_json", "Could not parse request body as JSON: data must be an object"];
      expect(await rejection("POST signup", { ...account, data })).toEqual(bad);
      expect(await rejection("PUT user", { data }, token)).toEqual(bad);
    },
  );

  test("a user can neither change app metadata nor add a phone number", async () => {
    expect(await rejection("PUT user", { app_metadata: { role: "staff" } }, token)).toEqual([
      403,
      "not_admin",
      "Updating app_metadata requires admin privileges",
    ]);
    expect(await rejection("PUT user", { phone: "0800 nonsense" }, token)).toEqual([
      400,
      "validation_failed",
      "Invalid phone number format (E.164 required)",
    ]);
    expect(await rejection("PUT user", { phone: PHONE }, token)).toEqual([
      422,
      "sms_send_failed",
      "Error sending phone_change OTP to provider: no SMS provider is configured",
    ]);
  });

  test("sign-up and sign-in reject a request with both an email address and a phone number", async () => {
    const both = { email: "both@example.com", phone: PHONE, password: PASSWORD };
    const only = "Only an email address or phone number should be provided on";
    expect(await rejection("POST signup", both)).toEqual([400, "validation_failed", `${only} signup.`]);
    expect(await rejection("POST token?grant_type=password", both)).toEqual([
      400,
      "validation_failed",
      `${only} login.`,
    ]);
  });

  test("a PKCE challenge requires a method and must have the format of RFC 7636", async () => {
    const account = { email: "pkce@example.com", password: PASSWORD };
    const half = [400, "validation_failed", "PKCE flow requires code_challenge_method and code_challenge"];
    for (const request of ["POST signup", "POST recover"]) {
      expect(await rejection(request, { ...account, code_challenge: CHALLENGE })).toEqual(half);
      expect(await rejection(request, { ...account, code_challenge_method: "s256" })).toEqual(half);
      const short = { ...account, code_challenge_method: "s256", code_challenge: "short" };
      expect(await rejection(request, short)).toEqual([
        400,
        "validation_failed",
        "code challenge has to be between 43 and 128 characters",
      ]);
      const odd = { ...short, code_challenge: `${CHALLENGE}!` };
      expect(await rejection(request, odd)).toEqual([
        400,
        "validation_failed",
        "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes",
      ]);
    }
    expect(await rejection("POST token?grant_type=pkce", { auth_code: "", code_verifier: "" })).toEqual([
      400,
      "validation_failed",
      "invalid request: both auth code and code verifier should be non-empty",
    ]);
  });
});

describe("POST /verify", () => {
  const email = "ada@example.com";
  const invalid = (message: string) => [400, "validation_failed", message];
  test.each([
    ["a request without a type", {}, invalid("Verify requires a verification type")],
    ["a type on its own", { type: "recovery" }, invalid("Verify requires either a token or a token hash")],
    [
      "a code and a link",
      { type: "recovery", token: "12345678", token_hash: "x" },
      invalid("Verify requires either a token or a token hash"),
    ],
    [
      "a code without an email address or phone number",
      { type: "recovery", token: "12345678" },
      invalid("Only an email address or phone number should be provided on verify"),
    ],
    [
      "a code with both an email address and a phone number",
      { type: "recovery", token: "12345678", email, phone: PHONE },
      invalid("Only an email address or phone number should be provided on verify"),
    ],
    [
      "a code with an invalid email address",
      { type: "recovery", token: "12345678", email: "ada" },
      [422, "validation_failed", "Invalid email format"],
    ],
    [
      "a link with an email address",
      { type: "recovery", token_hash: "x", email },
      invalid("Only the token_hash and type should be provided"),
    ],
    ["a link of an unknown type", { type: "x", token_hash: "x" }, invalid("Invalid email verification type")],
    [
      "a wrong link",
      { type: "recovery", token_hash: "x" },
      [403, "otp_expired", "Email link is invalid or has expired"],
    ],
    [
      "a wrong code",
      { type: "recovery", token: "12345678", email },
      [403, "otp_expired", "Token has expired or is invalid"],
    ],
    [
      "a code of the wrong length",
      { type: "recovery", token: "123", email },
      [403, "otp_expired", "Token has expired or is invalid"],
    ],
    [
      "a code sent to a phone",
      { type: "sms", token: "123456", phone: PHONE },
      [403, "otp_expired", "Token has expired or is invalid"],
    ],
  ])("rejects %s with GoTrue's error", async (_, body, expected) => {
    expect(await rejection("POST verify", body)).toEqual(expected);
  });
});

describe("tokens", () => {
  test("a forged token gets 403 bad_jwt, and a missing token gets 401", async () => {
    const forged = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode("another secret that is long enough too"));
    const message = "invalid JWT: unable to parse or verify signature";
    expect(await rejection("GET user", undefined, forged)).toEqual([403, "bad_jwt", message]);
    expect(await rejection("POST logout?scope=local", {}, forged)).toEqual([403, "bad_jwt", message]);
    expect(await rejection("GET user")).toEqual([
      401,
      "no_authorization",
      "This endpoint requires a valid Bearer token",
    ]);
  });
});

describe("disabled features", () => {
  test.each([
    ["POST sso", { domain: "example.com" }, 404, "saml_provider_disabled", "SAML 2.0 is disabled"],
    ["GET sso/saml/metadata", undefined, 404, "saml_provider_disabled", "SAML 2.0 is disabled"],
    ["POST passkeys/authentication/options", {}, 404, "passkey_disabled", "Passkeys are disabled"],
    [
      "GET .well-known/oauth-authorization-server",
      undefined,
      404,
      "feature_disabled",
      "OAuth server is disabled",
    ],
    ["POST token?grant_type=web3", {}, 422, "web3_provider_disabled", "Web3 provider is disabled"],
    [
      "POST token?grant_type=id_token",
      { provider: "google", id_token: "x" },
      400,
      "provider_disabled",
      'Provider (issuer "google") is not enabled',
    ],
    [
      "POST signup",
      { password: PASSWORD },
      422,
      "anonymous_provider_disabled",
      "Anonymous sign-ins are disabled",
    ],
    [
      "POST signup",
      { phone: PHONE, password: PASSWORD },
      400,
      "phone_provider_disabled",
      "Phone signups are disabled",
    ],
    [
      "POST token?grant_type=password",
      { phone: PHONE, password: PASSWORD },
      422,
      "phone_provider_disabled",
      "Phone logins are disabled",
    ],
    ["POST otp", { phone: PHONE }, 400, "phone_provider_disabled", "Unsupported phone provider"],
    [
      "POST otp",
      { email: "ada@example.com" },
      422,
      "email_provider_disabled",
      "Login with magic link is disabled",
    ],
    ["POST otp", {}, 400, "validation_failed", "One of email or phone must be set"],
    [
      "POST otp",
      { email: "ada@example.com", phone: PHONE },
      400,
      "validation_failed",
      "Only an email address or phone number should be provided",
    ],
    [
      "POST resend",
      { type: "email_change", email: "ada@example.com" },
      404,
      "feature_disabled",
      "Resending emails is not available here",
    ],
    ["POST invite", { email: "b@example.com" }, 403, "not_admin", "User not allowed"],
  ])("%s with the body %j is rejected", async (request, body, ...expected) => {
    expect(await rejection(request, body)).toEqual(expected);
  });

  test("only a signed-in user learns that identity linking and the OAuth server are disabled", async () => {
    const off = [404, "manual_linking_disabled", "Manual linking is disabled"];
    expect(await rejection("GET user/identities/authorize?provider=google", undefined, token)).toEqual(off);
    expect(await rejection(`DELETE user/identities/${crypto.randomUUID()}`, undefined, token)).toEqual(off);
    expect(await rejection("GET user/oauth/grants", undefined, token)).toEqual([
      404,
      "feature_disabled",
      "OAuth server is disabled",
    ]);
    expect(await rejection("GET user/identities/authorize")).toEqual([
      401,
      "no_authorization",
      "This endpoint requires a valid Bearer token",
    ]);
  });

  test("only a caller with the secret key learns which parts of the admin API are missing", async () => {
    const { secretKey } = TEST_KEYS;
    for (const request of [
      "POST invite",
      "POST admin/generate_link",
      "GET admin/audit",
      "GET admin/sso/providers",
    ]) {
      expect(
        await rejection(request, request.startsWith("POST") ? {} : undefined, undefined, secretKey),
      ).toEqual([404, "feature_disabled", "This part of the admin API is not available here"]);
    }
    expect(await rejection("GET admin/oauth/clients", undefined, undefined, secretKey)).toEqual([
      404,
      "feature_disabled",
      "OAuth server is disabled",
    ]);
    expect(await rejection("GET admin/audit")).toEqual([403, "not_admin", "User not allowed"]);
  });

  test("a path that GoTrue does not have gets GoTrue's plain 404", async () => {
    const request = new Request(`${TEST_SITE_URL}/auth/v1/nothing`, {
      headers: { apikey: TEST_KEYS.publishableKey },
    });
    const reply = await backend.fetch(request);
    expect([reply.status, await reply.text()]).toEqual([404, "404 page not found"]);
  });
});

test("the response to a sign-up contains the same identity as later responses", async () => {
  const { user, token } = await signUp("same@example.com");
  const { data } = await backend.client().auth.getUser(token);
  expect(user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: false });
  expect(user?.identities).toEqual(data.user?.identities);
  expect(user?.user_metadata).toEqual(data.user?.user_metadata);
});
