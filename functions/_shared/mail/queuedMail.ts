import { z } from "zod";
import { INSTALLMENT_MONTHS } from "../../../src/domain/sales/plans.ts";
import { type Admin, callDatabase } from "../database.ts";
import { accessExtendedData, accessRestoredData, accessWithdrawnData } from "./texts/accessMails.ts";
import { capstoneReviewedData } from "./texts/capstoneReviewedMail.ts";
import { certificateWithdrawnData } from "./texts/certificateWithdrawnMail.ts";
import { removalRequestedData } from "./texts/factorRemovalMails.ts";
import { refundMailData } from "./texts/refundMail.ts";
import { staffInvitedData } from "./texts/staffInvitedMail.ts";
import { studentIdRefusedData } from "./texts/studentIdMails.ts";
import { studyReminderData } from "./texts/studyReminderMail.ts";

const LEASE_SECONDS = 120;

const lease = { id: z.uuid(), recipient: z.string(), lease_id: z.uuid(), attempts: z.int() };
const ofOrder = { ...lease, order_id: z.uuid() };
const ofContact = { ...lease, contact_message_id: z.uuid() };
const ofAccount = { ...lease, data: z.object({ user_id: z.uuid() }) };
const when = z.object({ at: z.iso.datetime() });
const factorWhen = when.extend({ factor_type: z.enum(["totp", "phone", "webauthn"]) });
const providerWhen = when.extend({ provider: z.string() });
const paymentNumber = z.int().min(1).max(INSTALLMENT_MONTHS);
const problem = z.string();
const problemValue = z.union([z.number(), z.array(z.string())]);
const queuedMailSchema = z.discriminatedUnion("kind", [
  z.object({ ...ofOrder, kind: z.literal("credentials"), data: z.object({ user_id: z.uuid() }) }),
  z.object({ ...ofOrder, kind: z.literal("attached") }),
  z.object({ ...ofOrder, kind: z.literal("claim") }),
  // Without a number, the receipt is for the first payment.
  z.object({ ...ofOrder, kind: z.literal("receipt"), data: z.object({ number: paymentNumber.default(1) }) }),
  z.object({ ...ofOrder, kind: z.literal("plan_schedule") }),
  z.object({
    ...ofOrder,
    kind: z.literal("payment_failed"),
    data: z.object({ number: paymentNumber, is_reminder: z.boolean() }),
  }),
  z.object({ ...ofOrder, kind: z.literal("access_paused"), data: z.object({ number: paymentNumber }) }),
  z.object({ ...ofOrder, kind: z.literal("access_ended") }),
  z.object({ ...ofOrder, kind: z.literal("access_extended"), data: accessExtendedData }),
  z.object({ ...ofOrder, kind: z.literal("access_withdrawn"), data: accessWithdrawnData }),
  z.object({ ...ofOrder, kind: z.literal("access_restored"), data: accessRestoredData }),
  z.object({ ...ofOrder, kind: z.literal("recovered"), data: z.object({ number: paymentNumber }) }),
  z.object({ ...ofOrder, kind: z.literal("refund"), data: refundMailData }),
  z.object({ ...ofOrder, kind: z.literal("reminder") }),
  z.object({ ...ofOrder, kind: z.literal("student_order") }),
  z.object({ ...ofOrder, kind: z.literal("student_id_refused"), data: studentIdRefusedData }),
  z.object({ ...ofOrder, kind: z.literal("student_id_paused"), data: studentIdRefusedData }),
  z.object({ ...ofOrder, kind: z.literal("student_id_accepted") }),
  z.object({ ...lease, kind: z.literal("study_reminder"), data: studyReminderData }),
  z.object({ ...lease, kind: z.literal("capstone_reviewed"), data: capstoneReviewedData }),
  z.object({ ...lease, kind: z.literal("certificate_withdrawn"), data: certificateWithdrawnData }),
  z.object({ ...lease, kind: z.literal("staff_invited"), data: staffInvitedData }),
  z.object({ ...lease, kind: z.literal("factor_removal_requested"), data: removalRequestedData }),
  z.object({ ...ofAccount, kind: z.literal("factor_removed_by_staff") }),
  z.object({ ...ofContact, kind: z.literal("contact_message") }),
  z.object({ ...ofContact, kind: z.literal("contact_acknowledgement") }),
  z.object({ ...ofContact, kind: z.literal("contact_answer"), data: z.object({ answer_id: z.uuid() }) }),
  z.object({ ...lease, kind: z.literal("recovery_code_used") }),
  z.object({ ...lease, kind: z.literal("password_changed"), data: when }),
  z.object({ ...lease, kind: z.literal("email_changed"), data: when }),
  z.object({ ...lease, kind: z.literal("second_factor_added"), data: factorWhen }),
  z.object({ ...lease, kind: z.literal("second_factor_removed"), data: factorWhen }),
  z.object({ ...lease, kind: z.literal("recovery_codes_made"), data: when }),
  z.object({ ...lease, kind: z.literal("provider_joined"), data: providerWhen }),
  z.object({ ...ofAccount, kind: z.literal("confirm_address") }),
  z.object({ ...ofAccount, kind: z.literal("account_claimed") }),
  z.object({ ...ofAccount, kind: z.literal("deletion_requested") }),
  z.object({ ...ofAccount, kind: z.literal("deletion_undone") }),
  z.object({ ...lease, kind: z.literal("account_deleted") }),
  z.object({ ...lease, kind: z.literal("problem"), data: when.extend({ problem, value: problemValue }) }),
  z.object({ ...lease, kind: z.literal("problem_over"), data: when.extend({ problem }) }),
]);
/** A row of `mail_queue` with everything that its text needs. */
export type QueuedMail = z.infer<typeof queuedMailSchema>;
/** Emails that notify an account's owner of a change to how they sign in. */
export type OwnerMail = Extract<
  QueuedMail,
  {
    kind:
      | "password_changed"
      | "email_changed"
      | "second_factor_added"
      | "second_factor_removed"
      | "recovery_codes_made"
      | "provider_joined";
  }
>;
/** Emails about a plan of three payments. */
export type PlanMail = Extract<
  QueuedMail,
  { kind: "plan_schedule" | "payment_failed" | "access_paused" | "access_ended" | "recovered" }
>;

const leasedMailSchema = z.looseObject({
  id: z.uuid(),
  kind: z.string(),
  lease_id: z.uuid(),
  attempts: z.int(),
});
/** A row of `mail_queue` that we have leased and not yet checked: one invalid row must not stop the others. */
export type LeasedMail = z.infer<typeof leasedMailSchema>;

/** Leases and returns the next email that is due, or undefined if there is none. */
export async function claimMail(admin: Admin): Promise<LeasedMail | undefined> {
  const args = { p_lease_seconds: LEASE_SECONDS };
  return (await callDatabase(admin, "claim_mail", args, leasedMailSchema.nullable())) ?? undefined;
}

/** Throws for a kind or data that we do not know. */
export function parseMail(leased: LeasedMail): QueuedMail {
  return queuedMailSchema.parse(leased);
}

/** Ends the lease. Returns the email's new status: `failed` after its last attempt, null when the lease was lost. */
export function finishMail(
  admin: Admin,
  mail: LeasedMail,
  outcome: "sent" | "skipped" | "retry",
  error: string | null,
): Promise<"sent" | "skipped" | "queued" | "failed" | null> {
  return callDatabase(
    admin,
    "finish_mail",
    { p_id: mail.id, p_lease: mail.lease_id, p_outcome: outcome, p_error: error },
    z.enum(["sent", "skipped", "queued", "failed"]).nullable(),
  );
}
