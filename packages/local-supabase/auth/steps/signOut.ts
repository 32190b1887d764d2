import { AuthError } from "../authError.ts";
import { lacksSecondFactor } from "../mfa/factor.ts";
import { requireSession } from "../session/session.ts";
import type { Step } from "./step.ts";

/**
 * `POST /logout`. A session that has not passed an existing second factor can end only itself: the password alone must not
 * be enough to sign the owner out everywhere (docs/decisions/0041). Hosted Supabase allows it.
 */
export const signOut: Step = async (call, next) => {
  const address = new URL(call.request.url);
  const scope = address.searchParams.get("scope") ?? "global";
  const session = await requireSession(call.sql, call.jwtSecret, call.request.headers);
  if (scope === "local") return next(call.request);
  if (!(await lacksSecondFactor(call.sql, session))) return next(call.request);
  if (scope === "others") {
    throw new AuthError(403, "insufficient_aal", "AAL2 session is required to sign out other sessions.");
  }
  // supabase-js sends "global" by default when the user only wants to sign out of this session.
  address.searchParams.set("scope", "local");
  return next(new Request(address, { method: "POST", headers: call.request.headers }));
};
