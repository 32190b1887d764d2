import { AUTH_ROUTES } from "@academy/local-supabase/testing";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Learner, withBackend } from "../support/backend.ts";
import { type AuthRequest, authRequests, type Known } from "./authInputs.ts";
import { FUZZ_TIMEOUT_MS, fuzz } from "./fuzz.ts";
import { oddHeaders } from "./oddInputs.ts";

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
