import { z } from "zod";
import type { StaffLearnerRequest } from "../../src/domain/staff/learners.ts";
import { callDatabase } from "../_shared/database.ts";
import { enforceLimitOn } from "../_shared/http/rateLimit.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import type { Call } from "../_shared/http/serve.ts";
import type { StaffMember } from "../_shared/http/staff.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { refusalFor } from "./refusals.ts";

/** Per learner, for all staff together. The auth server also waits a minute between two emails to one person. */
const LEARNER_LIMIT = { requests: 3, windowSeconds: 3600 };
const TOO_MANY_REQUESTS = 429;

const recordedSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("allowed"), email: z.string() }),
  z.object({ outcome: z.enum(["reset", "confirm", "provider", "none", "not_found"]) }),
]);

/** Sends the email that the sign-in page sends for a forgotten password, or the one that confirms the address. */
export async function sendSignInMail(
  call: Call,
  member: StaffMember,
  { learnerId, mail }: Extract<StaffLearnerRequest, { action: "send_mail" }>,
): Promise<void> {
  await enforceLimitOn(call.admin, `staff-learner mail to ${learnerId}`, LEARNER_LIMIT);
  // Recorded first: an email without a record would be worse than a record of an email that failed.
  const args = { p_actor: member.userId, p_user: learnerId, p_kind: mail };
  const recorded = await callDatabase(call.admin, "record_sign_in_mail", args, recordedSchema);
  if (recorded.outcome !== "allowed") {
    throw refusalFor(recorded.outcome === "not_found" ? "not_found" : "changed");
  }
  if (mail === "confirm") return startMailDelivery(call);
  const { error } = await call.admin.auth.resetPasswordForEmail(recorded.email);
  if (error?.status === TOO_MANY_REQUESTS) {
    throw new Refusal(
      429,
      "rate_limited",
      "This learner was sent an email a moment ago. Ask them to look for it, and wait a minute before you send another.",
    );
  }
  if (error) throw error;
}
