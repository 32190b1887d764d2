import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { BackendKeys } from "../../backend/config.ts";
import { publicKeyOf } from "./signingKeys.ts";

const AUDIENCE = "authenticated";
/** Limits the cache of tokens whose signature has already been verified. */
const MAX_CACHED = 1000;

export type Tokens = {
  /** Returns the access token that a user receives. */
  sign(claims: JWTPayload): Promise<string>;
  /** Returns the same request with a token that @supabase/lite can verify. */
  admit(request: Request): Promise<Request>;
  /** The public parts of the keys. */
  readonly published: JSONWebKeySet;
};

/**
 * Access tokens like those of hosted Supabase: signed with ES256, so that anyone can verify them with the published keys.
 * @supabase/lite supports only HS256, so each incoming token of ours is verified and exchanged for one with the same claims
 * that is signed with the secret. No response contains the exchanged token. Other tokens are passed on unchanged:
 * @supabase/lite accepts those signed with the secret (from before there were keys) and rejects all others with each
 * service's own error.
 */
export function createTokens(keys: Pick<BackendKeys, "jwtSecret" | "signingKeys">, siteUrl: string): Tokens {
  const issuer = `${siteUrl}/auth/v1`;
  const [current] = keys.signingKeys;
  const secret = new TextEncoder().encode(keys.jwtSecret);
  const published = { keys: keys.signingKeys.map(publicKeyOf) };
  const findKey = createLocalJWKSet(published);

  /** The claims of a token that one of the keys signed for this site, even if it has expired; otherwise null. */
  async function claimsOf(token: string): Promise<JWTPayload | null> {
    try {
      const options = { algorithms: ["ES256"], issuer, audience: AUDIENCE };
      return (await jwtVerify(token, findKey, options)).payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) return error.payload;
      if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
      throw error;
    }
  }

  // Requests run one after the other, so the cache saves two signature operations for each. No entry can become stale:
  // the claims of a token never change, and @supabase/lite checks whether it has expired.
  const cached = new Map<string, string>();
  /** The token for @supabase/lite, or null if the given one is not ours. */
  async function exchange(token: string): Promise<string | null> {
    const known = cached.get(token);
    if (known) return known;
    const claims = await claimsOf(token);
    if (!claims) return null;
    const inner = await new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(secret);
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(token, inner);
    return inner;
  }

  return {
    published,
    sign: (claims) =>
      new SignJWT({ ...claims, iss: issuer })
        .setProtectedHeader({ alg: "ES256", kid: current.kid, typ: "JWT" })
        .sign(current),
    async admit(request) {
      const [, token] = /^Bearer\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
      if (token === undefined || token.startsWith("sb_")) return request;
      const inner = await exchange(token);
      if (inner === null) return request;
      const headers = new Headers(request.headers);
      headers.set("authorization", `Bearer ${inner}`);
      return new Request(request, { headers });
    },
  };
}
