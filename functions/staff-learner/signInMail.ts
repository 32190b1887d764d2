import { z } from "zod";
import type { StaffLearnerRequest } from "../../src/domain/staff/learners.ts";
import { callDatabase } from "../_shared/database.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import type { Call } from "../_shared/http/serve.ts";
import type { StaffMember } from "../_shared/http/staff.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { refusalFor } from "./refusals.ts";

const TOO_MANY_REQUESTS = 429;

const recordedSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("allowed"), email: z.string() }),
  z.object({
    outcome: z.enum(["sent_before", "too_many", "reset", "confirm", "provider", "none", "not_found"]),
  }),
]);

const tooMany = (text: string) => new Refusal(TOO_MANY_REQUESTS, "rate_limited", text);

/** Sends the email that the sign-in page sends for a forgotten password, or the one that confirms the address. */
export async function sendSignInMail(
  call: Call,
  member: StaffMember,
  { learnerId, mail }: Extract<StaffLearnerRequest, { action: "send_mail" }>,
): Promise<void> {
  // Recorded first: an email without a record would be worse than a record of an email that failed.
  const args = { p_actor: member.userId, p_user: learnerId, p_kind: mail };
  const recorded = await callDatabase(call.admin, "record_sign_in_mail", args, recordedSchema);
  if (recorded.outcome !== "allowed") throw refusalOf(recorded.outcome);
  if (mail === "confirm") return startMailDelivery(call);
  const { error } = await call.admin.auth.resetPasswordForEmail(recorded.email);
  if (error?.status === TOO_MANY_REQUESTS) {
    throw tooMany(
      "This learner was sent an email a moment ago. Ask them to look for it, and wait a minute before you send another.",
    );
  }
  if (error) throw error;
}

function refusalOf(outcome: string): Refusal {
  switch (outcome) {
    case "sent_before":
      return tooMany(
        "An email was sent to this learner a moment ago. Ask them to look for it. If it does not arrive, send another after five minutes.",
      );
    case "too_many":
      return tooMany("This learner was sent three emails in the last hour. Wait before you send another.");
    default:
      return refusalFor(outcome === "not_found" ? "not_found" : "changed");
  }
}
