import { timingSafeEqual } from "node:crypto";
import { decodeProtectedHeader, errors, jwtVerify } from "jose";
import type { BackendKeys } from "../../backend/config.ts";
import { AuthError } from "../authError.ts";

const BROWSER = /^\s*Mozilla\/5\.0/i;

/**
 * Accepts the secret key and tokens with the role `service_role`. As on hosted Supabase, throws the gateway's 401 if no
 * known key is sent or a browser sends the secret key, and the auth server's 403 for all other callers.
 */
export async function requireAdmin(headers: Headers, keys: BackendKeys): Promise<void> {
  const isSecret = requireApiKey(headers, keys) === "secret";
  if (isSecret && BROWSER.test(headers.get("user-agent") ?? "")) {
    throw new AuthError(401, "no_authorization", "Forbidden use of secret API key in browser");
  }
  const [, token] = /^Bearer\s+(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  const isKeyAlone = token === undefined || token.startsWith("sb_");
  const role = isKeyAlone ? (isSecret ? "service_role" : "anon") : await roleOf(token, keys.jwtSecret);
  if (role !== "service_role") throw new AuthError(403, "not_admin", "User not allowed");
}

/** Which of the two keys the request has. Throws 401 if it has neither. */
export function requireApiKey(
  headers: Headers,
  keys: Pick<BackendKeys, "secretKey" | "publishableKey">,
): "secret" | "publishable" {
  const apiKey = headers.get("apikey") ?? "";
  if (isSame(apiKey, keys.secretKey)) return "secret";
  if (isSame(apiKey, keys.publishableKey)) return "publishable";
  throw new AuthError(401, "no_authorization", apiKey ? "Invalid API key" : "No API key found in request");
}

async function roleOf(token: string, jwtSecret: string): Promise<unknown> {
  try {
    decodeProtectedHeader(token);
    const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), {
      algorithms: ["HS256"],
    });
    return payload.role;
  } catch (error) {
    if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error;
    throw new AuthError(403, "bad_jwt", "invalid JWT: unable to parse or verify signature");
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
