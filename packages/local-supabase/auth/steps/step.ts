import type { JSONWebKeySet } from "jose";
import type { AuthMails } from "../authMails.ts";
import type { AttemptLimit } from "../limits/attempts.ts";
import type { PasswordRules } from "../password/checkPassword.ts";
import type { Driver } from "../sql.ts";

/** One request to the auth server. */
export type AuthCall = {
  request: Request;
  /** An empty object if the request has no body. */
  body: Record<string, unknown>;
  /** The key for the caller's limits (addressBlock), derived from the socket and never from a header. */
  address: string;
  /** The request was made by this process, not by a network address. */
  isInternal: boolean;
  sql: Driver;
  /** Limits on the number of accounts created from one address. */
  signUpLimits: readonly AttemptLimit[];
  /** `enable_confirmations`: a sign-up creates no session before the link in an email has been used. */
  confirmsSignUps: boolean;
  passwords: PasswordRules;
  jwtSecret: string;
  /** The keys that verify access tokens. */
  published: JSONWebKeySet;
  mails: AuthMails;
  /** How long an emailed code is valid. */
  codeSeconds: number;
  codeDigits: number;
};

/** Handles a request before or instead of @supabase/lite (`next`). Throws AuthError. */
export type Step = (call: AuthCall, next: Next) => Promise<Response>;
/** Passes a request on, either the original or a replacement. */
export type Next = (request: Request) => Promise<Response>;

/** The same request with another body. */
export function withBody(request: Request, body: Record<string, unknown>): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  return new Request(request.url, { method: request.method, headers, body: JSON.stringify(body) });
}
