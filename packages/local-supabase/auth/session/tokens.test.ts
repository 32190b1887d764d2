import { createLocalJWKSet, decodeJwt, type JWTPayload, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { newSigningKey, type SigningKeys } from "./signingKeys.ts";
import { createTokens } from "./tokens.ts";

const SITE = "http://localhost:3000";
const SECRET = "known to the auth server and nobody else";
const [first, second] = [newSigningKey(), newSigningKey()];
const tokensWith = (...signingKeys: SigningKeys) => createTokens({ jwtSecret: SECRET, signingKeys }, SITE);

function claims(changes: JWTPayload = {}): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  return { sub: "ada", aud: "authenticated", role: "authenticated", iat: now, exp: now + 60, ...changes };
}
/** The token that @supabase/lite receives. */
async function shown(tokens: ReturnType<typeof tokensWith>, token: string): Promise<string | undefined> {
  const request = new Request(SITE, { headers: { authorization: `Bearer ${token}` } });
  return (await tokens.admit(request)).headers.get("authorization")?.slice("Bearer ".length);
}

test("anyone can verify a token with the published keys, which contain no private parts (S-090)", async () => {
  const { published, sign } = tokensWith(first, second);
  const { payload, protectedHeader } = await jwtVerify(await sign(claims()), createLocalJWKSet(published));
  expect(payload).toEqual({ ...claims(), iss: `${SITE}/auth/v1`, iat: payload.iat, exp: payload.exp });
  expect(protectedHeader).toEqual({ alg: "ES256", kid: first.kid, typ: "JWT" });
  expect(published.keys.map(({ kid }) => kid)).toEqual([first.kid, second.kid]);
  expect(published.keys.some((key) => "d" in key)).toBe(false);
});

test("a new key signs tokens, and those of the previous key stay valid until that key is removed", async () => {
  const before = await tokensWith(first).sign(claims());
  const rotated = tokensWith(second, first);
  const inner = (await shown(rotated, before)) ?? "";
  const { payload } = await jwtVerify(inner, new TextEncoder().encode(SECRET), { algorithms: ["HS256"] });
  expect(payload).toEqual(decodeJwt(before));
  expect(decodeJwt(await rotated.sign(claims())).iss).toBe(decodeJwt(before).iss);
  expect(await shown(tokensWith(second), before), "left for @supabase/lite to refuse").toBe(before);
});

test("an expired token is passed on to @supabase/lite as expired and not renewed", async () => {
  const tokens = tokensWith(first);
  const over = claims({ exp: claims().iat });
  expect(decodeJwt((await shown(tokens, await tokens.sign(over))) ?? "").exp).toBe(over.exp);
});
