import { z } from "zod";
import {
  type CorrectionReply,
  correctionRequestSchema,
} from "../../src/domain/staff/certificateCorrection.ts";
import { issueCertificate } from "../_shared/certificate/issueCertificate.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { requireStaff } from "../_shared/http/staff.ts";

const allowedSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("unknown") }),
  z.object({ outcome: z.literal("no_account") }),
  z.object({ outcome: z.literal("revoked") }),
  z.object({ outcome: z.literal("allowed"), user_id: z.uuid(), kind: z.enum(["completion", "capstone"]) }),
]);

/**
 * POST `{ certificateId, holderName, reason }`, for staff: issues the learner's certificate in another name, as often as
 * needed, and revokes the one before. Safe to repeat. Returns `{ certificateId }`, the new one.
 */
export default {
  fetch: serveFunction(
    { name: "staff-certificate", method: "POST", rateLimit: { requests: 60, windowSeconds: 60 } },
    async (call): Promise<CorrectionReply> => {
      const { userId: actor } = await requireStaff(call);
      const { certificateId, holderName, reason } = await readJson(call.request, correctionRequestSchema);
      const args = { p_actor: actor, p_certificate: certificateId, p_name: holderName, p_reason: reason };
      const allowed = await callDatabase(call.admin, "allow_certificate_name", args, allowedSchema);
      switch (allowed.outcome) {
        case "unknown":
          throw new Refusal(404, "not_found", "There is no such certificate.");
        case "no_account":
          throw new Refusal(
            409,
            "not_entitled",
            "The account of this certificate was deleted, so its name cannot be changed.",
          );
        case "revoked":
          throw new Refusal(409, "not_entitled", "This learner has no valid certificate of this kind.");
        case "allowed": {
          const issued = await issueCertificate(call, allowed.user_id, holderName, allowed.kind);
          if (issued.outcome !== "issued")
            throw new Refusal(
              409,
              "not_entitled",
              "This learner has no access to the course at the moment, so no certificate can be issued.",
            );
          return { certificateId: issued.certificate.id };
        }
      }
    },
  ),
};
