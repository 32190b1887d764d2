import { z } from "zod";
import { issueCertificate } from "../_shared/certificate/issueCertificate.ts";
import { callDatabase } from "../_shared/database.ts";
import { serveJob } from "../_shared/http/serveJob.ts";

const MAX_PER_RUN = 20;

/**
 * POST, for timers that hold the secret key (`apikey` header): issues certificates to learners who have confirmed their
 * name but have no certificate, because a call was interrupted, they completed the last lesson later or their access
 * was restored. Returns how many were `issued` and how many `failed`.
 */
export default serveJob(
  "issue-missed-certificates",
  async (call): Promise<{ issued: number; failed: number }> => {
    const missed = await callDatabase(
      call.admin,
      "missed_certificates",
      { p_limit: MAX_PER_RUN },
      z.array(z.object({ user_id: z.uuid(), kind: z.enum(["completion", "capstone"]) })),
    );
    const counts = { issued: 0, failed: 0 };
    for (const { user_id, kind } of missed) {
      try {
        const { outcome } = await issueCertificate(call, user_id, null, kind);
        if (outcome === "issued") counts.issued += 1;
      } catch (error) {
        // A certificate that fails does not block the others; the next run tries again.
        call.log.fault("certificate", error);
        counts.failed += 1;
      }
    }
    return counts;
  },
);
