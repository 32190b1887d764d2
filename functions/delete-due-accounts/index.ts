import { z } from "zod";
import { deleteAccount, deleteLeftCustomers, dueDeletionSchema } from "../_shared/accounts/deleteAccount.ts";
import { callDatabase } from "../_shared/database.ts";
import { requireSecretKey } from "../_shared/http/secretKey.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";

const MAX_PER_RUN = 10;

/**
 * POST, for timers that hold the secret key (`apikey` header): deletes the accounts whose seven days are over, and the
 * provider's customers of orders that have lost their person. Answers how many accounts were `deleted` and how many `failed`; those are tried again.
 */
export default {
  fetch: serveFunction(
    { name: "delete-due-accounts", method: "POST", rateLimit: null },
    async (call): Promise<{ deleted: number; failed: number }> => {
      await requireSecretKey(call.request);
      const counts = { deleted: 0, failed: 0 };
      const args = { p_limit: MAX_PER_RUN };
      for (const due of await callDatabase(call.admin, "claim_deletions", args, z.array(dueDeletionSchema))) {
        try {
          await deleteAccount(call, due);
          counts.deleted += 1;
        } catch (error) {
          // One that cannot be deleted now does not hold up the others.
          call.log.fault("deletion", error);
          counts.failed += 1;
        }
      }
      await deleteLeftCustomers(call);
      if (counts.deleted > 0) await startMailDelivery(call);
      return counts;
    },
  ),
};
