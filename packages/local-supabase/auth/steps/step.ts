import type { PGlite } from "@supabase/lite/pglite";
import type { JSONWebKeySet } from "jose";
import type { AuthMails } from "../authMails.ts";
import type { AttemptLimit } from "../limits/attempts.ts";

/** One request to the auth server. */
export type AuthCall = {
  request: Request;
  /** Empty where the request has none. */
  body: Record<string, unknown>;
  /** What the caller is counted by (addressBlock): from the socket, never from a header. */
  address: string;
  sql: PGlite;
  /** How many accounts may be made from one address. */
  signUpLimits: readonly AttemptLimit[];
  jwtSecret: string;
  /** The keys that verify access tokens. */
  published: JSONWebKeySet;
  mails: AuthMails;
  /** How long a code that was mailed is good. */
  codeSeconds: number;
  codeDigits: number;
};

/** What is done before @supabase/lite (`next`) answers, or instead of it. Throws AuthError. */
export type Step = (call: AuthCall, next: Next) => Promise<Response>;
/** Passes the request on, or another in its place. */
export type Next = (request: Request) => Promise<Response>;

/** The same request with another body. */
export function withBody(request: Request, body: Record<string, unknown>): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  return new Request(request.url, { method: request.method, headers, body: JSON.stringify(body) });
}
