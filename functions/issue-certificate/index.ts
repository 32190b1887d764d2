import {
  CERTIFICATE_NAMES,
  type IssueReply,
  issueRequestSchema,
} from "../../src/domain/certificate/certificate.ts";
import { planRunningText } from "../../src/domain/certificate/certificateText.ts";
import { issueCertificate } from "../_shared/certificate/issueCertificate.ts";
import { readJson } from "../_shared/http/body.ts";
import { identifyCaller } from "../_shared/http/caller.ts";
import { enforceLimitOn } from "../_shared/http/rateLimit.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { serveFunction } from "../_shared/http/serve.ts";

/** Every plan has a last payment. Without one, the learner has a place in a team. */
const TEAM_UNPAID =
  "Your team has not paid its invoice yet. Your certificate will be issued once it has, and there is nothing for you to do.";

/** Per learner: signing is expensive, and nobody needs more. */
const LEARNER_LIMIT = { requests: 20, windowSeconds: 3600 };

/**
 * POST `{ courseId, holderName, kind }`, for a signed-in learner with access who has completed every lesson on the server,
 * or for the kind `capstone` whose capstone has passed a review, and paid the order in full. While a plan is running, the name is stored and the certificate follows with the last
 * payment. Returns `{ certificate, canCorrect }`. The same name returns the same certificate; another name replaces it,
 * once.
 */
export default serveFunction(
  { name: "issue-certificate", method: "POST", rateLimit: { requests: 60, windowSeconds: 60 } },
  async (call): Promise<IssueReply> => {
    const { holderName, kind } = await readJson(call.request, issueRequestSchema);
    const caller = await identifyCaller(call);
    if (caller.kind !== "user") throw new Refusal(401, "unauthorized", "Please sign in.");
    await enforceLimitOn(call.admin, `issue-certificate ${caller.userId}`, LEARNER_LIMIT);

    const outcome = await issueCertificate(call, caller.userId, holderName, kind);
    switch (outcome.outcome) {
      case "not_entitled":
        throw new Refusal(403, "not_entitled", "This account has no access to the course at the moment.");
      case "revoked":
        throw new Refusal(
          409,
          "certificate_revoked",
          `The academy has revoked your ${CERTIFICATE_NAMES[kind]}, so you cannot get another one. If you disagree, please write to us.`,
        );
      case "changed_meanwhile":
        throw new Error("only a correction by staff names a certificate");
      case "incomplete":
        throw new Refusal(409, "incomplete", missingText(outcome.missing));
      case "not_passed":
        throw new Refusal(409, "not_passed", "Our records contain no review that this capstone has passed.");
      case "plan_running":
        throw new Refusal(
          409,
          "plan_running",
          outcome.last_due_at === null ? TEAM_UNPAID : planRunningText(outcome.last_due_at),
        );
      case "already_corrected":
        throw new Refusal(
          409,
          "already_corrected",
          "The name has already been corrected once. Please write to us if it is still wrong.",
        );
      case "issued": {
        const { id, holder_name, issued_at, credential } = outcome.certificate;
        return {
          certificate: { id, holderName: holder_name, issuedAt: issued_at, credential },
          canCorrect: outcome.can_correct,
        };
      }
    }
  },
);

function missingText(lessons: readonly string[]): string {
  const list = new Intl.ListFormat("en-GB").format(lessons);
  return lessons.length === 1
    ? `Lesson ${list} is not complete in our records yet.`
    : `Lessons ${list} are not complete in our records yet.`;
}
