import type { User } from "@supabase/supabase-js";
import { identifyCaller } from "./caller.ts";
import { Refusal } from "./refusal.ts";
import type { Call } from "./serve.ts";

/**
 * The signed-in caller as the auth server has them at this moment. Throws a 401 Refusal for anybody else, a 403 one for
 * half a sign-in.
 */
export async function requireUser(call: Call): Promise<User> {
  const caller = await identifyCaller(call);
  if (caller.kind !== "user") throw new Refusal(401, "unauthorized", "Please sign in.");
  const { data, error } = await call.admin.auth.admin.getUserById(caller.userId);
  if (error?.status === 404) throw new Refusal(401, "unauthorized", "Please sign in.");
  if (error) throw error;
  return data.user;
}
