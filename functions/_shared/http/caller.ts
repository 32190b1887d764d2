import { extractCredentials } from "@supabase/server/core";
import { isAuthRetryableFetchError } from "@supabase/supabase-js";
import { requireFullSession } from "./fullSession.ts";
import type { Call } from "./serve.ts";

export type Caller = { kind: "anonymous" } | { kind: "user"; userId: string } | { kind: "invalid" };

/**
 * Who sends the request, by its bearer token alone. API keys and tokens that name nobody are anonymous; a user
 * token that the auth server does not accept (expired, revoked, forged) is invalid. Throws when it cannot be asked, and
 * a 403 Refusal for half a sign-in (requireFullSession) unless `session` allows it.
 */
export async function identifyCaller(
  call: Call,
  { session }: { session: "full" | "any" } = { session: "full" },
): Promise<Caller> {
  const { token } = extractCredentials(call.request);
  if (!token || token.startsWith("sb_") || !namesSomebody(token)) return { kind: "anonymous" };
  const { data, error } = await call.admin.auth.getUser(token);
  if (!error) {
    if (session === "full") requireFullSession(token, data.user);
    return { kind: "user", userId: data.user.id };
  }
  if (isAuthRetryableFetchError(error) || (error.status ?? 0) >= 500) throw error;
  return { kind: "invalid" };
}

/** The public keys of older Supabase projects are tokens without a subject. Read, not believed. */
function namesSomebody(token: string): boolean {
  const [, payload = ""] = token.split(".");
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof claims === "object" && claims !== null && "sub" in claims;
  } catch {
    // Not a token at all: let the auth server refuse it.
    return true;
  }
}
