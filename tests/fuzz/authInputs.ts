import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { nearlyJson, oddBody, oddText } from "./oddInputs.ts";

/** Parts of an account that the inputs may use. Without them every input would fail at the first check. */
export type Known = { email: string; factors: string[]; challenges: string[] };

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

export type AuthRequest = { route: string; path: string; method: string; query: string; body: Buffer };

/** A request to one of the routes in the table, or to a route for factors or administration. */
export function authRequests(routes: string[], known: Known): fc.Arbitrary<AuthRequest> {
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
