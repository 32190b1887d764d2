import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { BackendKeys } from "../../backend/config.ts";
import { publicKeyOf } from "./signingKeys.ts";

const AUDIENCE = "authenticated";
/** So many devices can be busy at a time without a signature being verified twice. */
const MAX_REMEMBERED = 1000;

export type Tokens = {
  /** The access token that a learner gets. */
  sign(claims: JWTPayload): Promise<string>;
  /** The same request as @supabase/lite understands it. */
  admit(request: Request): Promise<Request>;
  /** The public halves of the keys. */
  readonly published: JSONWebKeySet;
};

/**
 * Access tokens as hosted Supabase's: signed with ES256, so that everybody can verify them with the published keys.
 * @supabase/lite knows HS256 alone. So where a request comes in, and nowhere else, a token of ours is verified and
 * exchanged for one with the same claims that is signed with the secret; no reply carries that one. Every other token
 * goes on as it is: @supabase/lite takes those that the secret has signed (from before there were keys) and refuses
 * what it cannot verify, in the words of each service.
 */
export function createTokens(keys: Pick<BackendKeys, "jwtSecret" | "signingKeys">, siteUrl: string): Tokens {
  const issuer = `${siteUrl}/auth/v1`;
  const [current] = keys.signingKeys;
  const secret = new TextEncoder().encode(keys.jwtSecret);
  const published = { keys: keys.signingKeys.map(publicKeyOf) };
  const findKey = createLocalJWKSet(published);

  /** Of a token that one of the keys has signed for this academy, else null. It may be over: whoever is asked says so. */
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

  // Requests wait for each other, so they should not each wait for two signatures. Nothing that may change is remembered:
  // the same token always has the same claims, and @supabase/lite looks whether its time is over.
  const remembered = new Map<string, string>();
  /** The token for @supabase/lite, or null for what is not ours. */
  async function exchange(token: string): Promise<string | null> {
    const known = remembered.get(token);
    if (known) return known;
    const claims = await claimsOf(token);
    if (!claims) return null;
    const inner = await new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(secret);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(token, inner);
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
