import type { User } from "@supabase/supabase-js";
import { Refusal } from "./refusal.ts";

/**
 * Throws a 403 Refusal for half a sign-in: a session that has not passed the person's second factor, or a temporary
 * password that was not changed. The rule of private.require_full_session. `user` is the auth server's present answer
 * for `token`, so the token may be believed, and a change of the account counts at once.
 */
export function requireFullSession(token: string, user: User): void {
  const hasFactor = user.factors?.some((factor) => factor.status === "verified") === true;
  if (hasFactor && levelOf(token) !== "aal2") {
    throw new Refusal(403, "second_factor_needed", "Please confirm with your second factor first.");
  }
  if (user.app_metadata.must_change_password === true) {
    throw new Refusal(403, "password_change_needed", "Please choose your own password first.");
  }
}

function levelOf(token: string): unknown {
  const [, payload = ""] = token.split(".");
  const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
  return typeof claims === "object" && claims !== null && "aal" in claims ? claims.aal : undefined;
}
