import { START_TIMEOUT_MS, TEST_KEYS, TEST_SITE_URL } from "@academy/local-supabase/testing";
import { decodeJwt } from "jose";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type AuthBackend, startAuthBackend } from "../support/server/authBackend.ts";

/*
 * The responses of hosted Supabase's auth server, field by field. The schemas are strict, so we cannot add fields.
 * Taken from the types of @supabase/auth-js and the public API description (supabase.com/docs/reference/self-hosting-auth).
 */

const time = z.iso.datetime({ precision: 3 });
const metadata = z.record(z.string(), z.unknown());
const factor = z.strictObject({
  id: z.uuid(),
  created_at: time,
  updated_at: time,
  status: z.enum(["verified", "unverified"]),
  friendly_name: z.string().min(1).optional(),
  factor_type: z.enum(["totp", "phone", "webauthn"]),
  phone: z.string(),
  last_challenged_at: time.nullable(),
});
const identity = z.strictObject({
  identity_id: z.uuid(),
  id: z.string(),
  user_id: z.uuid(),
  identity_data: metadata,
  provider: z.literal("email"),
  last_sign_in_at: time,
  created_at: time,
  updated_at: time,
  email: z.email(),
});
const user = z.strictObject({
  id: z.uuid(),
  aud: z.literal("authenticated"),
  role: z.literal("authenticated"),
  email: z.email(),
  phone: z.literal(""),
  email_confirmed_at: time,
  confirmed_at: time.optional(),
  last_sign_in_at: time,
  recovery_sent_at: time.optional(),
  new_email: z.email().optional(),
  email_change_sent_at: time.optional(),
  app_metadata: z.strictObject({ provider: z.literal("email"), providers: z.tuple([z.literal("email")]) }),
  user_metadata: metadata,
  identities: z.array(identity).length(1),
  factors: z.array(factor).min(1).optional(),
  created_at: time,
  updated_at: time,
  is_anonymous: z.literal(false),
});
const session = z.strictObject({
  access_token: z.jwt(),
  token_type: z.literal("bearer"),
  expires_in: z.literal(3600),
  expires_at: z.int(),
  refresh_token: z.string().min(1),
  user,
  weak_password: z.null().optional(),
});
const claims = z.strictObject({
  iss: z.literal(`${TEST_SITE_URL}/auth/v1`),
  sub: z.uuid(),
  aud: z.literal("authenticated"),
  exp: z.int(),
  iat: z.int(),
  email: z.email(),
  phone: z.literal(""),
  app_metadata: metadata,
  user_metadata: metadata,
  role: z.literal("authenticated"),
  aal: z.enum(["aal1", "aal2"]),
  amr: z.array(z.strictObject({ method: z.string(), timestamp: z.int() })).min(1),
  session_id: z.uuid(),
  is_anonymous: z.literal(false),
});
const enrolled = { id: z.uuid(), friendly_name: z.string() };
const challenged = { id: z.uuid(), expires_at: z.int() };
const failure = z.strictObject({
  code: z.int(),
  error_code: z.string(),
  msg: z.string().min(1),
  weak_password: z.strictObject({ reasons: z.array(z.enum(["length", "characters", "pwned"])) }).optional(),
});

let backend: AuthBackend;
beforeAll(async () => {
  backend = await startAuthBackend();
}, START_TIMEOUT_MS);
afterAll(() => backend.close());

async function call<S extends z.ZodType>(
  [method, path]: [string, string],
  body: unknown,
  shape: S,
  headers: Record<string, string> = {},
  status = 200,
): Promise<z.output<S>> {
  const reply = await backend.fetch(
    new Request(`${TEST_SITE_URL}/auth/v1/${path}`, {
      method,
      headers: { apikey: TEST_KEYS.publishableKey, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const json: unknown = await reply.json();
  expect(reply.status, JSON.stringify(json)).toBe(status);
  const { data, error } = shape.safeParse(json);
  if (error) throw new Error(`${method} ${path}: ${z.prettifyError(error)}\n${JSON.stringify(json)}`);
  if (status >= 400) {
    expect(json).toMatchObject({ code: status, error_code: reply.headers.get("x-sb-error-code") });
  }
  return data;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const account = { email: "ada@example.com", password: "correct horse" };

test("the auth server returns accounts, sessions and second factors in hosted Supabase's shapes (S-087, S-089)", async () => {
  const metadata = { first_name: "Ada" };
  const unconfirmed = user
    .omit({ email_confirmed_at: true, last_sign_in_at: true })
    .extend({ confirmation_sent_at: time });
  const direct = { email: "direct@example.com", password: account.password, data: metadata };
  await call(["POST", "signup"], direct, unconfirmed);
  const service = { apikey: TEST_KEYS.secretKey };
  const created = { ...account, email_confirm: true, user_metadata: metadata };
  await call(["POST", "admin/users"], created, user.omit({ last_sign_in_at: true }), service);
  const signedIn = await call(["POST", "token?grant_type=password"], account, session);
  claims.parse(decodeJwt(signedIn.access_token));
  const { refresh_token } = signedIn;
  const refreshed = await call(["POST", "token?grant_type=refresh_token"], { refresh_token }, session);
  const mine = bearer(refreshed.access_token);
  await call(["GET", "user"], undefined, user, mine);
  await call(["PUT", "user"], { data: { last_name: "Obi" } }, user, mine);
  await call(["PUT", "user"], { email: "obi@example.com" }, user.required({ new_email: true }), mine);
  await call(["POST", "recover"], { email: account.email }, z.strictObject({}));

  const totp = await call(
    ["POST", "factors"],
    { factor_type: "totp", friendly_name: "App" },
    z.strictObject({
      ...enrolled,
      type: z.literal("totp"),
      totp: z.strictObject({
        qr_code: z.string().startsWith("<svg"),
        secret: z.string().regex(/^[A-Z2-7]{32}$/),
        uri: z.string().startsWith("otpauth://totp/"),
      }),
    }),
    mine,
  );
  const phone = await call(
    ["POST", "factors"],
    { factor_type: "phone", phone: "+447700900123" },
    z.strictObject({ ...enrolled, type: z.literal("phone"), phone: z.literal("+447700900123") }),
    mine,
  );
  const passkey = await call(
    ["POST", "factors"],
    { factor_type: "webauthn", friendly_name: "Key" },
    z.strictObject({ ...enrolled, type: z.literal("webauthn") }),
    mine,
  );
  const challenge = await call(
    ["POST", `factors/${totp.id}/challenge`],
    {},
    z.strictObject({ ...challenged, type: z.literal("totp") }),
    mine,
  );
  await call(
    ["POST", `factors/${phone.id}/challenge`],
    { channel: "sms" },
    z.strictObject({ ...challenged, type: z.literal("phone") }),
    mine,
  );
  await call(
    ["POST", `factors/${passkey.id}/challenge`],
    { webauthn: { rpId: "localhost" } },
    z.strictObject({
      ...challenged,
      type: z.literal("webauthn"),
      webauthn: z.strictObject({
        type: z.literal("create"),
        credential_options: z.strictObject({
          publicKey: z.looseObject({
            challenge: z.string().min(1),
            rp: z.strictObject({ id: z.literal("localhost"), name: z.string() }),
            user: z.strictObject({ id: z.string(), name: z.email(), displayName: z.string() }),
            pubKeyCredParams: z.array(z.strictObject({ type: z.literal("public-key"), alg: z.int() })).min(1),
          }),
        }),
      }),
    }),
    mine,
  );
  const code = new TOTP({ secret: totp.totp.secret }).generate();
  const verified = await call(
    ["POST", `factors/${totp.id}/verify`],
    { challenge_id: challenge.id, code },
    session,
    mine,
  );
  expect(claims.parse(decodeJwt(verified.access_token))).toMatchObject({ aal: "aal2" });
  expect(verified.user.factors).toHaveLength(3);

  const admin = { apikey: TEST_KEYS.secretKey };
  const path = `admin/users/${verified.user.id}`;
  await call(["GET", path], undefined, user, admin);
  await call(["GET", `${path}/factors`], undefined, z.array(factor).length(3), admin);
  await call(["DELETE", `${path}/factors/${passkey.id}`], undefined, factor, admin);
  const removed = z.strictObject({ id: z.literal(phone.id) });
  await call(["DELETE", `factors/${phone.id}`], undefined, removed, bearer(verified.access_token));
});

test.each<[string, [string, string], unknown, number, string]>([
  ["no token", ["POST", "factors"], {}, 401, "no_authorization"],
  [
    "a wrong password",
    ["POST", "token?grant_type=password"],
    { ...account, password: "x" },
    400,
    "invalid_credentials",
  ],
  [
    "an unknown refresh token",
    ["POST", "token?grant_type=refresh_token"],
    { refresh_token: crypto.randomUUID() },
    400,
    "refresh_token_not_found",
  ],
  [
    "an account that is not confirmed",
    ["POST", "token?grant_type=password"],
    { ...account, email: "direct@example.com" },
    400,
    "email_not_confirmed",
  ],
  [
    "a common password",
    ["POST", "signup"],
    { email: "x@example.com", password: "password1" },
    422,
    "weak_password",
  ],
  ["a short password", ["POST", "signup"], { email: "x@example.com", password: "abc" }, 422, "weak_password"],
  [
    "a code that was not sent",
    ["POST", "verify"],
    { ...account, token: "00000000", type: "recovery" },
    403,
    "otp_expired",
  ],
  ["a body that is not a JSON object", ["POST", "recover"], [], 400, "bad_json"],
  ["an invalid address", ["POST", "recover"], { email: "nobody" }, 400, "validation_failed"],
])(
  "a request with %s is rejected with hosted Supabase's error code",
  async (_, request, body, status, code) => {
    const reply = await call(request, body, failure, {}, status);
    expect(reply.error_code).toBe(code);
  },
);
