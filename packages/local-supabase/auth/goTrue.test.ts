import { decodeJwt, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
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
const EMAIL = "ada@example.com";

let backend: TestBackend;
let token: string;
beforeAll(async () => {
  backend = await startTestBackend();
  const { data, error } = await backend.client().auth.signUp({ email: EMAIL, password: PASSWORD });
  expect(error).toBeNull();
  token = data.session?.access_token ?? "";
}, START_TIMEOUT_MS);
afterAll(() => backend.close());

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

const invalid = (message: string) => [400, "validation_failed", message];

test.each([
  ["without a type", {}, invalid("Verify requires a verification type")],
  ["with neither", { type: "recovery" }, invalid("Verify requires either a token or a token hash")],
  [
    "with both",
    { type: "recovery", token: "12345678", token_hash: "x" },
    invalid("Verify requires either a token or a token hash"),
  ],
  [
    "with a code but no email address",
    { type: "recovery", token: "12345678" },
    invalid("Only an email address should be provided on verify"),
  ],
  [
    "with a code sent to a phone",
    { type: "sms", token: "123456", phone: PHONE },
    invalid("Only an email address should be provided on verify"),
  ],
  [
    "with a code and an invalid email address",
    { type: "recovery", token: "12345678", email: "ada" },
    [422, "validation_failed", "Invalid email format"],
  ],
  [
    "with a link and an email address",
    { type: "recovery", token_hash: "x", email: EMAIL },
    invalid("Only the token_hash and type should be provided"),
  ],
  [
    "with a link of an unknown type",
    { type: "x", token_hash: "x" },
    invalid("Invalid email verification type"),
  ],
])("the verification of an emailed code or link is rejected %s", async (_, body, expected) => {
  expect(await rejection("POST verify", body)).toEqual(expected);
});

test("a user can neither change app metadata nor add a phone number", async () => {
  expect(await rejection("PUT user", { app_metadata: { role: "staff" } }, token)).toEqual([
    403,
    "not_admin",
    "Updating app_metadata requires admin privileges",
  ]);
  expect(await rejection("PUT user", { phone: PHONE }, token)).toEqual([
    422,
    "sms_send_failed",
    "Error sending phone_change OTP to provider: no SMS provider is configured",
  ]);
});

test("a forged token gets 403 bad_jwt, and a missing token gets 401", async () => {
  const forged = await new SignJWT(decodeJwt(token))
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode("another secret that is long enough too"));
  const message = "invalid JWT: unable to parse or verify signature";
  expect(await rejection("GET user", undefined, forged)).toEqual([403, "bad_jwt", message]);
  expect(await rejection("POST logout?scope=local", {}, forged)).toEqual([403, "bad_jwt", message]);
  const missing = "This endpoint requires a valid Bearer token";
  expect(await rejection("GET user")).toEqual([401, "no_authorization", missing]);
});

test.each([
  ["POST signup", { password: PASSWORD }, 422, "anonymous_provider_disabled"],
  ["POST signup", { phone: PHONE, password: PASSWORD }, 400, "phone_provider_disabled"],
  ["POST token?grant_type=password", { phone: PHONE, password: PASSWORD }, 422, "phone_provider_disabled"],
  ["POST token?grant_type=web3", {}, 400, "invalid_credentials"],
  ["POST factors/recovery-codes", {}, 404, "feature_disabled"],
  ["GET nothing", undefined, 404, "feature_disabled"],
])(
  "%s with the body %j, which is not simulated, gets the error code of a disabled feature",
  async (request, body, ...expected) => {
    expect((await rejection(request, body)).slice(0, 2)).toEqual(expected);
  },
);

test("only a caller with the secret key learns which parts of the admin API are missing", async () => {
  const request = "GET admin/audit";
  expect(await rejection(request, undefined, undefined, TEST_KEYS.secretKey)).toEqual([
    404,
    "feature_disabled",
    "GET /auth/v1/admin/audit is not simulated",
  ]);
  expect(await rejection(request)).toEqual([403, "not_admin", "User not allowed"]);
});
