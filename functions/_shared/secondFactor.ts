import { extractCredentials } from "@supabase/server/core";
import type { User } from "@supabase/supabase-js";
import { Refusal } from "./refusal.ts";
import type { Call } from "./serve.ts";

/**
 * For account administration: throws a 403 Refusal when the person has a verified factor which this session has not
 * passed. `user` is who the auth server says that the request's token belongs to, so the token may be believed.
 */
export function requireSecondFactor(call: Call, user: User): void {
  if (!user.factors?.some((factor) => factor.status === "verified")) return;
  if (levelOf(extractCredentials(call.request).token ?? "") === "aal2") return;
  throw new Refusal(403, "second_factor_needed", "Please confirm with your second factor first.");
}

function levelOf(token: string): unknown {
  const [, payload = ""] = token.split(".");
  const claims: unknown = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
  return typeof claims === "object" && claims !== null && "aal" in claims ? claims.aal : undefined;
}
