import * as z from "zod/mini";
import { holderNameSchema } from "../certificate/certificate.ts";
import { correctOrderEmailRequestSchema } from "../sales/checkout.ts";
import { refusalReasonSchema } from "../sales/studentIdDecision.ts";
import { accessEndCauseSchema } from "./causes.ts";

const REASON_MAX_LENGTH = 1000;

/** The same rule as for the buyer. */
const { email } = correctOrderEmailRequestSchema.shape;
const orderId = z.uuid();
/** Within the database's type, as every amount of an order. */
const pence = z.int32().check(z.nonnegative());
const reason = z
  .string()
  .check(z.trim(), z.minLength(1, "Please give a reason"), z.maxLength(REASON_MAX_LENGTH));

/** What staff can do to an order through the payment provider or the auth server (functions/staff-order). */
export const staffOrderRequestSchema = z.discriminatedUnion("action", [
  z.object({ action: z.literal("resend"), orderId }),
  /** `seenEmail` is the address on the screen: someone else may have corrected it meanwhile. */
  z.object({ action: z.literal("correct_email"), orderId, email, seenEmail: z.string(), reason }),
  /** `attemptId` makes a repeat harmless. `seenRefundedPence` is what the screen says was refunded before. */
  z.object({
    action: z.literal("refund"),
    orderId,
    attemptId: z.uuid(),
    amountPence: pence.check(z.positive()),
    seenRefundedPence: pence,
    reason,
  }),
  /** Continues a refund that was interrupted before the provider's answer was recorded. */
  z.object({ action: z.literal("finish_refund"), orderId, attemptId: z.uuid() }),
  /** Without a refund. The learner reads the cause; the note is for staff. */
  z.object({
    action: z.literal("end_access"),
    orderId,
    attemptId: z.uuid(),
    cause: accessEndCauseSchema,
    note: z.string().check(z.trim(), z.maxLength(REASON_MAX_LENGTH)),
  }),
  z.object({ action: z.literal("restore_access"), orderId, attemptId: z.uuid(), reason }),
]);
export type StaffOrderRequest = z.infer<typeof staffOrderRequestSchema>;

export const staffOrderReplySchema = z.strictObject({ success: z.literal(true) });

/** POST `staff-student-id`, as staff: opens the file of a student ID or decides about it. `note` stays internal. */
export const staffStudentIdSchema = z.object({
  id: z.uuid(),
  action: z.enum(["open", "approve", "refuse"]),
  reason: z.optional(refusalReasonSchema),
  note: z._default(z.string().check(z.trim(), z.maxLength(REASON_MAX_LENGTH)), ""),
});
export const staffStudentIdReplySchema = z.union([
  z.object({
    outcome: z.literal("opened"),
    /** The path and query of an address in the backend's storage that works for 60 seconds. */
    path: z.string(),
    contentType: z.string(),
  }),
  z.object({
    /** `decided_before`: another member of staff was faster, and their decision counts. */
    outcome: z.enum(["decided", "decided_before"]),
    decision: z.enum(["approved", "refused"]),
    decidedAt: z.string(),
    decidedBy: z.string(),
  }),
]);

/**
 * POST to staff-certificate, for staff. Errors (`code` of FailureBody): `bad_request` (the name), `not_staff`,
 * `not_found`, `not_entitled` (no account, no access or revoked: the message says which), `changed_meanwhile` (the
 * certificate has been replaced by one in another name), `rate_limited`.
 */
export const correctionRequestSchema = z.object({
  certificateId: z.uuid(),
  holderName: holderNameSchema,
  reason,
});

/** The certificate in the corrected name. */
export const correctionReplySchema = z.object({ certificateId: z.uuid() });
export type CorrectionReply = z.infer<typeof correctionReplySchema>;
