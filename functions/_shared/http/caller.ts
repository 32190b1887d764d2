import { extractCredentials, verifyAuth } from "@supabase/server/core";
import { isAuthRetryableFetchError, type User } from "@supabase/supabase-js";
import { Refusal } from "./refusal.ts";
import type { Call } from "./serve.ts";

export type Caller = { kind: "anonymous" } | { kind: "user"; userId: string } | { kind: "invalid" };

/**
 * Identifies the caller by the bearer token alone. API keys and tokens without a subject are anonymous; a user token
 * that the auth server rejects (expired, revoked, forged) is invalid. Throws when the auth server cannot be reached,
 * and a 403 Refusal for an incomplete sign-in (requireFullSession) unless `session` allows it.
 */
export async function identifyCaller(
  call: Call,
  { session }: { session: "full" | "any" } = { session: "full" },
): Promise<Caller> {
  const { token } = extractCredentials(call.request);
  if (!token || token.startsWith("sb_") || !hasSubject(token)) return { kind: "anonymous" };
  const { data, error } = await call.admin.auth.getUser(token);
  if (!error) {
    if (session === "full") requireFullSession(token, data.user);
    return { kind: "user", userId: data.user.id };
  }
  if (isAuthRetryableFetchError(error) || (error.status ?? 0) >= 500) throw error;
  return { kind: "invalid" };
}

/** The claims of a token, unverified. Throws if it is not a token at all. */
export function claimsOf(token: string): Record<string, unknown> {
  const [, payload = ""] = token.split(".");
  const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
  return typeof claims === "object" && claims !== null ? { ...claims } : {};
}

/** The public keys of older Supabase projects are tokens without a subject. */
function hasSubject(token: string): boolean {
  try {
    return "sub" in claimsOf(token);
  } catch {
    // Not a token at all: the auth server rejects it.
    return true;
  }
}

/**
 * Throws a 403 Refusal for an incomplete sign-in: a session without the account's second factor, or with a temporary
 * password that has not been changed. This is the same rule as private.require_full_session. `user` is the auth
 * server's current answer for `token`, so the token is genuine, and changes to the account apply immediately.
 */
function requireFullSession(token: string, user: User): void {
  const hasFactor = user.factors?.some((factor) => factor.status === "verified") === true;
  if (hasFactor && claimsOf(token).aal !== "aal2") {
    throw new Refusal(403, "second_factor_needed", "Please confirm with your second factor first.");
  }
  if (user.app_metadata.must_change_password === true) {
    throw new Refusal(403, "password_change_needed", "Please choose your own password first.");
  }
}

/**
 * Returns the signed-in caller's current account. Throws a 401 Refusal for any other caller and a 403 Refusal for an
 * incomplete sign-in.
 */
export async function requireUser(call: Call): Promise<User> {
  const caller = await identifyCaller(call);
  if (caller.kind !== "user") throw new Refusal(401, "unauthorized", "Please sign in.");
  const { data, error } = await call.admin.auth.admin.getUserById(caller.userId);
  if (error?.status === 404) throw new Refusal(401, "unauthorized", "Please sign in.");
  if (error) throw error;
  return data.user;
}

/** True if the request has the secret key in the `apikey` header. */
export async function hasSecretKey(request: Request): Promise<boolean> {
  const { error } = await verifyAuth(request, { auth: "secret" });
  return !error;
}

/** Throws a 401 Refusal unless the request has the secret key, as requests from the timers do. */
export async function requireSecretKey(request: Request): Promise<void> {
  if (!(await hasSecretKey(request))) throw new Refusal(401, "unauthorized", "This needs the secret key.");
}
