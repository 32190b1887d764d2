import { extractCredentials } from "@supabase/server/core";
import { z } from "zod";
import { plainCode } from "../../src/domain/text/typedText.ts";
import { removeFactors } from "../_shared/accounts/removeFactors.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { identifyCaller } from "../_shared/http/caller.ts";
import { enforceLimitOn } from "../_shared/http/rateLimit.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";

/**
 * Per person: a code of 80 bits cannot be guessed, and a wrong one is usually a typo. Only someone who knows the
 * password or reads the user's email gets this far, so nobody else can use up the attempts.
 */
const PERSON_LIMIT = { requests: 10, windowSeconds: 3600 };

const requestSchema = z.object({ code: z.string().max(100).transform(plainCode) });

/**
 * POST `{ code }`, for a user who has signed in with the password and lost the second factor: removes every factor and
 * returns `{ success: true }`. Ends the other sessions, invalidates the other codes and notifies the owner by email.
 */
export default serveFunction(
  {
    name: "use-recovery-code",
    method: "POST",
    rateLimit: { requests: 30, windowSeconds: 600 },
    failureFields: { success: false },
  },
  async (call): Promise<{ success: true }> => {
    const { code } = await readJson(call.request, requestSchema);
    // Incomplete sessions are accepted: this user cannot pass the second factor, nor replace a temporary password
    // without it.
    const caller = await identifyCaller(call, { session: "any" });
    if (caller.kind !== "user") throw new Refusal(401, "unauthorized", "Please sign in.");
    const { userId } = caller;
    await enforceLimitOn(call.admin, `use-recovery-code ${userId}`, PERSON_LIMIT);
    const args = { p_user: userId, p_code: code };
    if (!(await callDatabase(call.admin, "use_recovery_code", args, z.boolean()))) {
      throw new Refusal(403, "recovery_code_invalid", "This recovery code is not valid.");
    }
    // The code is spent last: if anything fails before that, the user can try again and is not locked out.
    await removeFactors(call.admin, userId);
    await endOtherSessions(call);
    await callDatabase(call.admin, "spend_recovery_codes", { p_user: userId }, z.null());
    await startMailDelivery(call);
    return { success: true };
  },
);

async function endOtherSessions(call: Call): Promise<void> {
  const { token } = extractCredentials(call.request);
  const { error } = await call.admin.auth.admin.signOut(token ?? "", "others");
  if (error) throw error;
}
