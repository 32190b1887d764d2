import { z } from "zod";
import type { ProviderFacts } from "../../../src/domain/provider/facts.ts";
import { INSTALLMENT_MONTHS } from "../../../src/domain/sales/plans.ts";
import { functionsUrl } from "../certificate/addresses.ts";
import { type Admin, callDatabase } from "../database.ts";
import type { FunctionsEnv } from "../env.ts";
import { findOrder, type Order } from "../orders/order.ts";
import { findPayments } from "../payments/plan/instalments.ts";
import { randomToken, sha256Hex } from "../random.ts";
import type { MailContent } from "./layout.ts";
import { paymentNamed, preparePlanMail } from "./preparePlanMail.ts";
import type { QueuedMail } from "./queuedMail.ts";
import { temporaryPassword } from "./temporaryPassword.ts";
import { accessMail, findValidCertificates } from "./texts/accessMails.ts";
import { type AddressLink, accountClaimedMail, claimMail, confirmAddressMail } from "./texts/addressMails.ts";
import { attachedMail, credentialsMail } from "./texts/enrolmentMails.ts";
import { capstoneReviewedMail } from "./texts/capstoneReviewedMail.ts";
import { certificateWithdrawnMail } from "./texts/certificateWithdrawnMail.ts";
import { contactAcknowledgementMail, contactMessageMail, findContactMessage, contactAnswerMail, findContactAnswer } from "./texts/contactMails.ts";
import { accountDeletedMail, deletionRequestedMail, deletionUndoneMail } from "./texts/deletionMails.ts";
import { factorRemovalRequestedMail, factorRemovedMail } from "./texts/factorRemovalMails.ts";
import { ownerMail, recoveryCodeUsedMail } from "./texts/ownerMails.ts";
import { problemMail, problemOverMail } from "./texts/problemMail.ts";
import { receiptMail } from "./texts/receiptMail.ts";
import { refundMail } from "./texts/refundMail.ts";
import { isStillLeft, reminderMail } from "./texts/reminderMail.ts";
import { staffInvitedMail } from "./texts/staffInvitedMail.ts";
import { studentIdAcceptedMail, studentIdPausedMail, studentIdRefusedMail, findStudentId, studentOrderMail } from "./texts/studentIdMails.ts";
import { type StudyReminder, studyReminderMail } from "./texts/studyReminderMail.ts";

type Sending = { admin: Admin; env: FunctionsEnv; facts: ProviderFacts };

const KEY_BYTES = 32;
/** Must match private.retention_rules, which expires the password. */
const TEMPORARY_PASSWORD_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the content of a queued email, or "obsolete" when it is no longer needed. Throws when a retry may succeed.
 */
export async function prepareMail(
  { admin, env, facts }: Sending,
  mail: QueuedMail,
): Promise<MailContent | "obsolete"> {
  switch (mail.kind) {
    case "contact_message":
      return prepareContactMessage(admin, mail.contact_message_id);
    case "contact_acknowledgement":
      return contactAcknowledgementMail(facts);
    case "contact_answer":
      return prepareContactAnswer(admin, facts, mail.data.answer_id);
    case "recovery_code_used":
      return recoveryCodeUsedMail(env.SITE_URL);
    case "password_changed":
    case "email_changed":
    case "second_factor_added":
    case "second_factor_removed":
    case "recovery_codes_made":
    case "provider_joined":
      return ownerMail({ siteUrl: env.SITE_URL, supportEmail: facts.supportEmail }, mail);
    case "confirm_address":
      return prepareAddressLink(admin, mail.recipient, (link) => confirmAddressMail(env.SITE_URL, link));
    case "account_claimed":
      return accountClaimedMail(env.SITE_URL, facts.supportEmail);
    case "deletion_requested":
      return prepareDeletionRequested(admin, env.SITE_URL, mail.data.user_id);
    case "deletion_undone":
      return deletionUndoneMail();
    case "account_deleted":
      return accountDeletedMail();
    case "study_reminder":
      return prepareStudyReminder(admin, env, mail.data);
    case "capstone_reviewed":
      return capstoneReviewedMail(env.SITE_URL, mail.data);
    case "certificate_withdrawn":
      return certificateWithdrawnMail(mail.data);
    case "staff_invited":
      return staffInvitedMail(env.SITE_URL, mail.data);
    case "factor_removal_requested":
      return factorRemovalRequestedMail(
        { siteUrl: env.SITE_URL, supportEmail: facts.supportEmail },
        mail.data,
      );
    case "factor_removed_by_staff":
      return factorRemovedMail({ siteUrl: env.SITE_URL, supportEmail: facts.supportEmail });
    case "problem":
      return problemMail(mail.data.problem, mail.data.at, mail.data.value);
    case "problem_over":
      return problemOverMail(mail.data.problem, mail.data.at);
    default:
      return prepareOrderMail(admin, env.SITE_URL, facts, mail);
  }
}

async function prepareContactMessage(admin: Admin, id: string): Promise<MailContent | "obsolete"> {
  const message = await findContactMessage(admin, id);
  return message ? contactMessageMail(message) : "obsolete";
}

async function prepareContactAnswer(
  admin: Admin,
  facts: ProviderFacts,
  id: string,
): Promise<MailContent | "obsolete"> {
  const answer = await findContactAnswer(admin, id);
  return answer ? contactAnswerMail(facts.contactEmail, answer) : "obsolete";
}

/** Nothing is sent to a learner who has turned the emails off meanwhile, or so late that it would only disturb. */
async function prepareStudyReminder(
  admin: Admin,
  env: FunctionsEnv,
  data: StudyReminder,
): Promise<MailContent | "obsolete"> {
  if (Date.parse(data.until) < Date.now()) return "obsolete";
  const key = await callDatabase(admin, "reminder_mail_key", { p_user: data.user_id }, z.uuid().nullable());
  return key === null
    ? "obsolete"
    : studyReminderMail({ siteUrl: env.SITE_URL, functionsUrl: functionsUrl(env), step: data, key });
}

/** Creates the key, which only the email contains. The database stores its hash. */
async function prepareDeletionRequested(
  admin: Admin,
  siteUrl: string,
  userId: string,
): Promise<MailContent | "obsolete"> {
  const key = randomToken(KEY_BYTES);
  const dueAt = await callDatabase(
    admin,
    "add_deletion_link",
    { p_user: userId, p_link_hash: await sha256Hex(key) },
    z.string().nullable(),
  );
  return dueAt === null ? "obsolete" : deletionRequestedMail({ siteUrl, dueAt, key });
}

/** As for a deletion, only the email contains the key. */
async function prepareAddressLink(
  admin: Admin,
  email: string,
  write: (link: AddressLink) => MailContent,
): Promise<MailContent | "obsolete"> {
  const key = randomToken(KEY_BYTES);
  const args = { p_email: email, p_token_hash: await sha256Hex(key) };
  const until = await callDatabase(admin, "add_address_link", args, z.string().nullable());
  return until === null ? "obsolete" : write({ key, until });
}

/** False once the buyer has been refunded. */
function isNotRefunded(order: Order): boolean {
  return order.status !== "refunded" && order.status !== "revoked";
}

async function prepareOrderMail(
  admin: Admin,
  siteUrl: string,
  facts: ProviderFacts,
  mail: Extract<QueuedMail, { order_id: string }>,
): Promise<MailContent | "obsolete"> {
  const order = await findOrder(admin, { id: mail.order_id });
  // The buyer's data has been erased from this order, so there is no address to write to.
  if (!order || order.email === "") return "obsolete";
  switch (mail.kind) {
    case "credentials":
      return prepareCredentials(admin, siteUrl, mail.data.user_id, order);
    case "claim":
      if (order.user_id || !isNotRefunded(order)) return "obsolete";
      return prepareAddressLink(admin, mail.recipient, (link) => claimMail(siteUrl, link));
    case "attached":
      return attachedMail({ siteUrl });
    case "receipt":
      return prepareReceipt(admin, siteUrl, facts, mail.data.number, order);
    case "plan_schedule":
    case "payment_failed":
    case "access_paused":
    case "access_ended":
    case "recovered":
      return preparePlanMail(admin, siteUrl, mail, order);
    case "access_extended":
    case "access_withdrawn":
    case "access_restored":
      return accessMail(siteUrl, order, mail, await findValidCertificates(admin, order));
    case "refund":
      return refundMail({ siteUrl, order, refund: mail.data });
    case "student_order":
      return prepareStudentOrder(admin, siteUrl, order);
    case "student_id_refused":
      return prepareRefusal(admin, siteUrl, mail, studentIdRefusedMail);
    case "student_id_paused":
      return order.status === "id_refused"
        ? prepareRefusal(admin, siteUrl, mail, studentIdPausedMail)
        : "obsolete";
    case "student_id_accepted":
      return studentIdAcceptedMail({
        hasAccess: order.status === "paid" && !(await owesPayment(admin, order)),
      });
    case "reminder":
      return (await isStillLeft(admin, order)) ? reminderMail({ siteUrl, order }) : "obsolete";
  }
}

/** True for a plan that owes a payment. After an approval its order is `paid` until the plan is checked. */
async function owesPayment(admin: Admin, order: Order): Promise<boolean> {
  if (order.plan !== "installment") return false;
  const payments = await findPayments(admin, order.id);
  const paid = payments.filter((each) => each.paid_at !== null);
  const hasFailed = payments.some((each) => each.paid_at === null && each.failed_at !== null);
  return hasFailed || (order.plan_ended_at !== null && paid.length < INSTALLMENT_MONTHS);
}

async function prepareStudentOrder(
  admin: Admin,
  siteUrl: string,
  order: Order,
): Promise<MailContent | "obsolete"> {
  const file = await findStudentId(admin, order.id);
  return file ? studentOrderMail(siteUrl, order, file) : "obsolete";
}

/** As for a deletion, only the email contains the key. Obsolete if the order's address was corrected meanwhile. */
async function prepareRefusal(
  admin: Admin,
  siteUrl: string,
  mail: Extract<QueuedMail, { kind: "student_id_refused" | "student_id_paused" }>,
  write: typeof studentIdRefusedMail,
): Promise<MailContent | "obsolete"> {
  const key = randomToken(KEY_BYTES);
  const args = { p_student_id: mail.data.student_id, p_key_hash: await sha256Hex(key) };
  const until = await callDatabase(admin, "add_student_id_key", args, z.string().nullable());
  if (until === null) return "obsolete";
  // After the key: a correction before it shows here, and a later one ends the key.
  const order = await findOrder(admin, { id: mail.order_id });
  return order?.email === mail.recipient
    ? write({ siteUrl, reason: mail.data.reason, until, key })
    : "obsolete";
}

/** The first receipt needs only the order, so it can be sent before the plan's payments have been fetched. */
async function prepareReceipt(
  admin: Admin,
  siteUrl: string,
  facts: ProviderFacts,
  number: number,
  order: Order,
): Promise<MailContent> {
  if (number === 1) return receiptMail({ siteUrl, facts, order });
  const { paid_at: paidAt } = paymentNamed(await findPayments(admin, order.id), number);
  return receiptMail({ siteUrl, facts, order: { ...order, paid_at: paidAt }, number });
}

/**
 * Sets a new temporary password and includes it only in the email. Does nothing to an account whose owner has signed in
 * or chosen a password.
 */
async function prepareCredentials(
  admin: Admin,
  siteUrl: string,
  userId: string,
  order: Order,
): Promise<MailContent | "obsolete"> {
  const { data, error } = await admin.auth.admin.getUserById(userId);
  if (error?.status === 404) return "obsolete";
  if (error) throw error;
  const { user } = data;
  if (user.app_metadata.must_change_password !== true || user.last_sign_in_at) return "obsolete";

  const password = temporaryPassword();
  const setAt = new Date();
  const { error: refused } = await admin.auth.admin.updateUserById(userId, {
    password,
    // A trigger clears this flag when the password changes. This change is not the owner's, so set the flag again.
    app_metadata: { must_change_password: true, temporary_password_set_at: setAt.toISOString() },
  });
  if (refused) throw refused;
  return credentialsMail({
    siteUrl,
    until: new Date(setAt.getTime() + TEMPORARY_PASSWORD_DAYS * DAY_MS).toISOString(),
    email: user.email ?? order.email,
    password,
  });
}
