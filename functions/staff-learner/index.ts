import { z } from "zod";
import {
  type StaffLearnerRequest,
  type staffLearnerReplySchema,
  staffLearnerRequestSchema,
} from "../../src/domain/staff/learners.ts";
import { removeFactors } from "../_shared/accounts/removeFactors.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { requireStaff, type StaffMember, staffRefusals } from "../_shared/http/staff.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";

/**
 * POST `{ action, … }`, for staff: sends a learner the email for choosing a password or for confirming the address, or
 * does one of the two steps that remove a lost second factor. Returns `{ success: true }`.
 */
export default serveFunction(
  { name: "staff-learner", method: "POST", rateLimit: { requests: 120, windowSeconds: 600 } },
  async (call): Promise<z.input<typeof staffLearnerReplySchema>> => {
    const member = await requireStaff(call);
    const request = await readJson(call.request, staffLearnerRequestSchema);
    await act(call, member, request);
    return { success: true };
  },
);

function act(call: Call, member: StaffMember, request: StaffLearnerRequest): Promise<void> {
  switch (request.action) {
    case "send_mail":
      return sendSignInMail(call, member, request);
    case "request_removal":
      return requestRemoval(call, member, request);
    case "confirm_removal":
      return confirmRemoval(call, member, request);
  }
}

const confirmedSchema = z.object({ outcome: z.string(), user_id: z.uuid().optional() });

/** The first of two people: the learner is notified immediately and can stop it. */
async function requestRemoval(
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
async function confirmRemoval(
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

const TOO_MANY_REQUESTS = 429;

const recordedSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("allowed"), email: z.string() }),
  z.object({
    outcome: z.enum(["sent_before", "too_many", "reset", "confirm", "provider", "none", "not_found"]),
  }),
]);

const tooMany = (text: string) => new Refusal(TOO_MANY_REQUESTS, "rate_limited", text);

/** Sends the email that the sign-in page sends for a forgotten password, or the one that confirms the address. */
async function sendSignInMail(
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

/** Messages by the outcomes that the functions in supabase/schemas/staff return. */
const refusalFor = staffRefusals({
  notFound: "This does not exist any more.",
  changed: "This account has changed since you opened it. Nothing was sent. Reload the page and look again.",
  others: {
    has_role:
      "This account has a role in the console. The role has to be removed on the command line first (npm run staff -- remove).",
    no_factor: "This account has no second factor any more.",
    unconfirmed:
      "Nobody has confirmed the address of this account. Send the email that confirms it: its link gives the account to the owner of the address, without the second factor.",
    open_already: "This has already been requested. Reload the page to see the request.",
    same_person: "You requested this, so a colleague has to make a check of their own and confirm.",
    waiting: "It is too early to confirm: the learner still has time to stop this.",
    expired: "This request has expired. A new one has to be made, with two new checks.",
    withdrawn: "This request was withdrawn.",
    factor_used: "The learner has signed in with the second factor meanwhile, so it is not lost.",
    factors_changed:
      "The second factors of this account have changed since this was requested. If the new one is lost too, make a new request with two new checks.",
    bad_check: "Choose how you checked who is asking.",
    bad_date: "The check has to be from the last 30 days.",
    no_reason: "Please give a reason.",
  },
});
