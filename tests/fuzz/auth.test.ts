import { randomUUID } from "node:crypto";
import { AUTH_ROUTES } from "@academy/local-supabase/testing";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Learner, withBackend } from "../support/server/backend.ts";
import { FUZZ_TIMEOUT_MS, fuzz } from "./fuzz.ts";
import { nearlyJson, oddBody, oddHeaders, oddText } from "./oddInputs.ts";

/** Parts of an account that the inputs may use. Without them every input would fail at the first check. */
type Known = { email: string; factors: string[]; challenges: string[] };

const WEAK = "short";
const ANSWER = { id: "a", rawId: "a", type: "public-key", clientExtensionResults: {} };

/** Nearly valid bodies for each route. Most passwords are too short, because hashing is slow by design. */
function authBodies({ email, challenges }: Known): Record<string, fc.Arbitrary<Buffer>> {
  const near = (good: Record<string, unknown>) => nearlyJson(good);
  const mail = near({ email, create_user: false, type: "signup", data: {}, code_challenge: null });
  const account = near({
    email: "",
    password: WEAK,
    email_confirm: true,
    user_metadata: {},
  });
  const credential_response = {
    ...ANSWER,
    response: { clientDataJSON: "e30", attestationObject: "oA", authenticatorData: "AA", signature: "AA" },
  };
  return {
    "POST /auth/v1/signup": near({ email: "", password: WEAK, data: { first_name: "Ada" }, phone: null }),
    "POST /auth/v1/token": fc.oneof(
      { weight: 4, arbitrary: near({ refresh_token: "unknown", email: null, password: "" }) },
      { weight: 1, arbitrary: near({ email, password: WEAK }) },
      { weight: 1, arbitrary: near({ auth_code: randomUUID(), code_verifier: "a".repeat(43) }) },
    ),
    "POST /auth/v1/recover": mail,
    "POST /auth/v1/otp": mail,
    "POST /auth/v1/magiclink": mail,
    "POST /auth/v1/resend": mail,
    "POST /auth/v1/verify": fc
      .constantFrom("email", "recovery", "signup", "email_change", "magiclink", "invite")
      .chain((type) => near({ type, token: "12345678", email, token_hash: null })),
    "PUT /auth/v1/user": near({ email: "", password: WEAK, data: { first_name: "Ada" }, nonce: "" }),
    "POST /auth/v1/factors": fc
      .constantFrom({ factor_type: "totp", issuer: "" }, { factor_type: "phone", phone: "+447700900123" })
      .chain((factor) => near({ ...factor, friendly_name: "Phone app" })),
    "POST /auth/v1/factors/:id/challenge": near({ channel: "sms" }),
    "POST /auth/v1/factors/:id/verify": fc
      .tuple(fc.constantFrom(...challenges), fc.constantFrom("create", "request"))
      .chain(([challenge_id, type]) =>
        near({ challenge_id, code: "000000", webauthn: { type, credential_response } }),
      ),
    "POST /auth/v1/admin/users": account,
    "PUT /auth/v1/admin/users/:id": account,
  };
}

const UNNAMED_ROUTES = [
  "GET /auth/v1/authorize",
  "GET /auth/v1/callback",
  "DELETE /auth/v1/factors/:id",
  "GET /auth/v1/admin/users",
  "GET /auth/v1/admin/users/:id",
  "DELETE /auth/v1/admin/users/:id",
  "GET /auth/v1/admin/users/:id/factors",
  "DELETE /auth/v1/admin/users/:id/factors/:id",
  "POST /auth/v1/unknown",
];
const CHALLENGE = `code_challenge=${"a".repeat(43)}&code_challenge_method=s256`;
const QUERIES = [
  "?grant_type=pkce",
  `?provider=google&${CHALLENGE}&redirect_to=%00//evil.example&scopes=%00,%ff&prompt=%0d%0aset-cookie:a`,
  `?provider=constructor&${CHALLENGE}`,
  "?provider=%00&code_challenge=%00&code_challenge_method=PLAIN",
  "?state=%00&code=%00",
  `?state=${randomUUID()}&code=x`,
  `?state=${"'".repeat(36)}&error=%0d%0alocation:%20//evil.example`,
  "?grant_type=password",
  "?grant_type=refresh_token",
  "?grant_type=",
  "?scope=others",
  "?page=-1&per_page=x",
  "?type=recovery&token=x&redirect_to=https://evil.example",
  "?type=email_change&token=&redirect_to=//evil.example",
  "?redirect_to=http://localhost:3000/academy",
];

type AuthRequest = { route: string; path: string; method: string; query: string; body: Buffer };

/** A request to one of the routes in the table, or to a route for factors or administration. */
function authRequests(routes: string[], known: Known): fc.Arbitrary<AuthRequest> {
  const bodies = authBodies(known);
  const all = [...new Set([...routes, ...Object.keys(bodies), ...UNNAMED_ROUTES])];
  const odd = oddText.map((text) => encodeURIComponent(text.toWellFormed()));
  // Never deletes the account's own factors, which the other inputs need.
  const id = (route: string) =>
    route.startsWith("DELETE") ? odd : fc.oneof(fc.constantFrom(...known.factors, randomUUID()), odd);
  return fc.constantFrom(...all).chain((route) => {
    const [method = "", path = ""] = route.split(" ");
    const near = bodies[route] ?? oddBody;
    return fc
      .record({
        id: id(route),
        query: fc.constantFrom("", ...QUERIES),
        body: fc.oneof({ weight: 5, arbitrary: near }, { weight: 1, arbitrary: oddBody }),
      })
      .map(({ id: named, query, body }) => ({
        route,
        method,
        path: path.replaceAll(":id", named),
        query,
        body,
      }));
  });
}

const backend = withBackend({
  onAuthText: async () => undefined,
  // No server listens at this address. None is needed, because no input contains a valid state.
  providers: { google: { clientId: "academy", secret: "secret", url: "http://127.0.0.1:9" } },
});

let ada: Learner;
let stranger: Learner;
let known: Known;
beforeAll(async () => {
  // Discards attempts, so that no limit keeps an input from being processed.
  await backend.query(
    "create function auth.never() returns trigger language plpgsql as 'begin return null; end'",
  );
  await backend.query(
    "create trigger never before insert on auth.attempts for each row execute function auth.never()",
  );
  [ada, stranger] = [await backend.signUp(), await backend.signUp()];
  const { mfa } = (await backend.clientFor(ada)).auth;
  known = { email: ada.email, factors: [], challenges: [] };
  for (const factor of [
    { factorType: "totp", friendlyName: "App" },
    { factorType: "webauthn", friendlyName: "Key" },
  ] as const) {
    const { id } = (await mfa.enroll(factor)).data ?? {};
    const { data } = await mfa.challenge({ factorId: id ?? "" });
    known.factors.push(id ?? "");
    known.challenges.push(data?.id ?? "");
  }
  expect([...known.factors, ...known.challenges].every(Boolean)).toBe(true);
});

const account = ({ id }: Learner) =>
  backend.query(
    "select email, encrypted_password, banned_until, raw_user_meta_data from auth.users where id = $1",
    [id],
  );
/** Where supabase-js reads the message: in the auth server's errors, and in errors raised before it is reached. */
const failure = z.union([z.looseObject({ msg: z.string() }), z.looseObject({ message: z.string() })]);

type Sent = AuthRequest & { headers: Record<string, string> };

function requests(): fc.Arbitrary<Sent> {
  const callers = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constant({
        apikey: backend.publishableKey,
        authorization: `Bearer ${ada.session.access_token}`,
      }),
    },
    { weight: 2, arbitrary: fc.constant({ apikey: backend.secretKey }) },
    { weight: 1, arbitrary: oddHeaders },
  );
  return fc.tuple(authRequests(AUTH_ROUTES, known), callers).map(([request, caller]) => ({
    ...request,
    // Signing out would end the session that the other inputs need.
    headers: request.route.endsWith("/logout") ? { apikey: backend.publishableKey } : caller,
    [fc.toStringMethod]: () => JSON.stringify({ ...request, caller, body: request.body.toString("latin1") }),
  }));
}

async function isAnsweredWell({ method, path, query, headers, body }: Sent): Promise<void> {
  // The copy satisfies the type checker, which requires a plain buffer.
  const init = { method, headers, ...(method === "GET" ? {} : { body: new Uint8Array(body) }) };
  const reply = await backend.fetch(`${path}${query}`, init);
  expect(reply.headers.get("location") ?? "").not.toMatch(/^\W*(https?:)?\/\/evil/);
  const text = await reply.text();
  expect(reply.status, text).toBeLessThan(500);
  // The pause between two texts to one phone applies even when no attempts are counted.
  if (!text.includes("over_sms_send_rate_limit")) expect(reply.status).not.toBe(429);
  const isJson = reply.headers.get("content-type")?.includes("json");
  if (reply.status >= 400 && isJson) failure.parse(JSON.parse(text));
}

describe("the auth server answers any request", { timeout: FUZZ_TIMEOUT_MS }, () => {
  it("without an internal error and without changing another user's account", async () => {
    const before = await account(stranger);
    // Requests for an email are delayed on purpose, so several run in parallel.
    await fuzz(requests(), isAnsweredWell, { lanes: 8 });
    expect(await account(stranger)).toEqual(before);
    expect(await backend.query("select from auth.users where email !~ '^[^\\s@]+@[^\\s@]+$'")).toEqual([]);
  });
});
