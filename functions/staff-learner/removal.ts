import { z } from "zod";
import type { StaffLearnerRequest } from "../../src/domain/staff/learners.ts";
import { removeFactors } from "../_shared/accounts/removeFactors.ts";
import { callDatabase } from "../_shared/database.ts";
import type { Call } from "../_shared/http/serve.ts";
import type { StaffMember } from "../_shared/http/staff.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { refusalFor } from "./refusals.ts";

const confirmedSchema = z.object({ outcome: z.string(), user_id: z.uuid().optional() });

/** The first of two people: the learner is notified immediately and can stop it. */
export async function requestRemoval(
  call: Call,
  member: StaffMember,
  request: Extract<StaffLearnerRequest, { action: "request_removal" }>,
): Promise<void> {
  const outcome = await callDatabase(
    call.admin,
    "request_factor_removal",
    {
      p_actor: member.userId,
      p_id: request.requestId,
      p_user: request.learnerId,
      p_check: request.check,
      p_checked_on: request.checkedOn,
      p_reason: request.reason,
    },
    z.string(),
  );
  if (outcome !== "requested") throw refusalFor(outcome);
  await startMailDelivery(call);
}

/**
 * The second of two people: removes the factors, and ends the sessions. The database decides once who confirms. If this
 * is interrupted after that, any member of staff can repeat it.
 */
export async function confirmRemoval(
  call: Call,
  member: StaffMember,
  { requestId, check, checkedOn, reason }: Extract<StaffLearnerRequest, { action: "confirm_removal" }>,
): Promise<void> {
  const confirmed = await callDatabase(
    call.admin,
    "confirm_factor_removal",
    {
      p_actor: member.userId,
      p_id: requestId,
      p_check: check,
      p_checked_on: checkedOn,
      p_reason: reason,
    },
    confirmedSchema,
  );
  // Someone else was faster, or this is a repeat after a lost reply.
  if (confirmed.outcome === "removed") return;
  if (confirmed.outcome !== "confirmed" || !confirmed.user_id) throw refusalFor(confirmed.outcome);
  await removeFactors(call.admin, confirmed.user_id);
  await callDatabase(call.admin, "finish_factor_removal", { p_id: requestId }, z.null());
  await startMailDelivery(call);
}
