import { verifyAuth } from "@supabase/server/core";
import { deliverDueMails } from "../_shared/mail/deliver.ts";
import { Refusal } from "../_shared/refusal.ts";
import { serveFunction } from "../_shared/serve.ts";

/**
 * POST, for timers that hold the secret key (`apikey` header): sends the mails that are due. Answers how many were
 * `sent`, `skipped`, put back (`queued`) or given up (`failed`).
 */
export default {
  fetch: serveFunction({ name: "deliver-mail", method: "POST", rateLimit: null }, async (call) => {
    const { error } = await verifyAuth(call.request, { auth: "secret" });
    if (error) throw new Refusal(401, "unauthorized", "This needs the secret key.");
    return deliverDueMails(call);
  }),
};
