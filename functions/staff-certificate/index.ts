import { z } from "zod";
import { type CorrectionReply, correctionRequestSchema } from "../../src/domain/staff/requests.ts";
import { type IssueOutcome, issueCertificate } from "../_shared/certificate/issueCertificate.ts";
import { DatabaseError } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { requireStaff } from "../_shared/http/staff.ts";

const namedSchema = z.object({ user_id: z.uuid().nullable(), kind: z.enum(["completion", "capstone"]) });

/**
 * POST `{ certificateId, holderName, reason }`, for staff: issues the learner's certificate in another name, as often as
 * needed, and revokes the one before. Safe to repeat. Returns `{ certificateId }`, the new one.
 */
export default serveFunction(
  { name: "staff-certificate", method: "POST", rateLimit: { requests: 60, windowSeconds: 60 } },
  async (call): Promise<CorrectionReply> => {
    const { userId: actor } = await requireStaff(call);
    const { certificateId, holderName, reason } = await readJson(call.request, correctionRequestSchema);
    const { data, error } = await call.admin
      .from("certificates")
      .select("user_id, kind")
      .eq("id", certificateId)
      .maybeSingle();
    if (error) throw new DatabaseError("certificates", error);
    if (data === null) throw new Refusal(404, "not_found", "There is no such certificate.");
    const { user_id: userId, kind } = namedSchema.parse(data);
    if (userId === null)
      throw new Refusal(
        409,
        "not_entitled",
        "The account of this certificate was deleted, so its name cannot be changed.",
      );
    const correction = { replaces: certificateId, actor, reason };
    const issued = await issueCertificate(call, userId, holderName, kind, correction);
    if (issued.outcome !== "issued") throw refusalFor(issued.outcome);
    return { certificateId: issued.certificate.id };
  },
);

function refusalFor(outcome: Exclude<IssueOutcome["outcome"], "issued">): Refusal {
  switch (outcome) {
    case "changed_meanwhile":
      return new Refusal(
        409,
        "changed_meanwhile",
        "This certificate has been replaced by one in another name meanwhile, and nothing was done. Reload the page and open the newest one.",
      );
    case "revoked":
      return new Refusal(409, "not_entitled", "This learner has no valid certificate of this kind.");
    case "not_entitled":
      return new Refusal(
        409,
        "not_entitled",
        "This learner has no access to the course at the moment, so no certificate can be issued.",
      );
    default:
      return new Refusal(
        409,
        "not_entitled",
        "This learner no longer fulfils the conditions for this certificate, so no new one can be issued.",
      );
  }
}
