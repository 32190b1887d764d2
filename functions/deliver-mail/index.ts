import { requireSecretKey } from "../_shared/http/caller.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { deliverDueMails } from "../_shared/mail/deliver.ts";

/**
 * POST, for timers that hold the secret key (`apikey` header): sends the emails that are due. Returns how many were
 * `sent`, `skipped`, put back (`queued`) or given up (`failed`).
 */
export default {
  fetch: serveFunction({ name: "deliver-mail", method: "POST", rateLimit: null }, async (call) => {
    await requireSecretKey(call.request);
    return deliverDueMails(call);
  }),
};
