import { z } from "zod";
import { issueCertificate } from "../_shared/certificate/issueCertificate.ts";
import { callDatabase } from "../_shared/database.ts";
import { requireSecretKey } from "../_shared/http/caller.ts";
import { serveFunction } from "../_shared/http/serve.ts";

const MAX_PER_RUN = 20;

/**
 * POST, for timers that hold the secret key (`apikey` header): makes the certificates of learners who have confirmed
 * their name and have none, because a call died half-way, the last lesson came later, or access came back. Answers how
 * many were `issued` and how many `failed`.
 */
export default {
  fetch: serveFunction(
    { name: "issue-missed-certificates", method: "POST", rateLimit: null },
    async (call): Promise<{ issued: number; failed: number }> => {
      await requireSecretKey(call.request);
      const missed = await callDatabase(
        call.admin,
        "missed_certificates",
        { p_limit: MAX_PER_RUN },
        z.array(z.object({ user_id: z.uuid() })),
      );
      const counts = { issued: 0, failed: 0 };
      for (const { user_id } of missed) {
        try {
          const { outcome } = await issueCertificate(call, user_id, null);
          if (outcome === "issued") counts.issued += 1;
        } catch (error) {
          // One that cannot be made does not keep the others from theirs; the next run tries again.
          call.log.fault("certificate", error);
          counts.failed += 1;
        }
      }
      return counts;
    },
  ),
};
