import { z } from "zod";
import type { ProviderFacts } from "../../../src/domain/provider/facts.ts";
import { INSTALLMENT_MONTHS } from "../../../src/domain/sales/plans.ts";
import type { Admin } from "../database.ts";
import type { FunctionsEnv } from "../env.ts";
import { findOrder, type Order } from "../orders/order.ts";
import { findPayment, findPayments, paymentsOfPlan } from "../payments/plan/instalments.ts";
import type { MailContent } from "./layout.ts";
import {
  hasAccess,
  owesPayment,
  prepareCredentials,
  prepareReceipt,
  prepareRefusal,
  prepareStudyReminder,
  withAddressKey,
  withNewKey,
} from "./prepare.ts";
import type { LeasedMail } from "./queuedMail.ts";
import {
  type AccessMail,
  accessExtendedData,
  accessMail,
  accessRestoredData,
  accessWithdrawnData,
  findValidCertificates,
} from "./texts/accessMails.ts";
import { accountClaimedMail, claimMail, confirmAddressMail } from "./texts/addressMails.ts";
import { capstoneReviewedData, capstoneReviewedMail } from "./texts/capstoneReviewedMail.ts";
import { certificateWithdrawnData, certificateWithdrawnMail } from "./texts/certificateWithdrawnMail.ts";
import {
  contactAcknowledgementMail,
  contactAnswerMail,
  contactMessageMail,
  findContactAnswer,
  findContactMessage,
} from "./texts/contactMails.ts";
import { accountDeletedMail, deletionRequestedMail, deletionUndoneMail } from "./texts/deletionMails.ts";
import { attachedMail } from "./texts/enrolmentMails.ts";
import {
  factorRemovalRequestedMail,
  factorRemovedMail,
  removalRequestedData,
} from "./texts/factorRemovalMails.ts";
import { courseOpenData, courseOpenMail, interestData, interestMail } from "./texts/interestMails.ts";
import { ownerMail, ownerMailSchema, recoveryCodeUsedMail } from "./texts/ownerMails.ts";
import {
  accessEndedMail,
  accessPausedMail,
  paymentFailedMail,
  planScheduleMail,
  recoveredMail,
} from "./texts/planMails.ts";
import { problemMail, problemOverMail } from "./texts/problemMail.ts";
import { refundMail, refundMailData } from "./texts/refundMail.ts";
import { isStillLeft, reminderMail } from "./texts/reminderMail.ts";
import { staffInvitedData, staffInvitedMail } from "./texts/staffInvitedMail.ts";
import {
  findStudentId,
  studentIdAcceptedMail,
  studentIdPausedMail,
  studentIdRefusedData,
  studentIdRefusedMail,
  studentOrderMail,
} from "./texts/studentIdMails.ts";
import { studyReminderData } from "./texts/studyReminderMail.ts";

/** What an email needs beside its row. */
type Sending = {
  admin: Admin;
  env: FunctionsEnv;
  siteUrl: string;
  supportEmail: string;
  facts: ProviderFacts;
};
/** Obsolete: the email is no longer needed. */
type Content = MailContent | "obsolete";
type MailKind = (leased: LeasedMail, sending: Sending) => Promise<Content>;

/** An email whose row has this shape. */
function mail<Row>(row: z.ZodType<Row>, write: (row: Row, sending: Sending) => Content | Promise<Content>) {
  const kind: MailKind = async (leased, sending) => write(row.parse(leased), sending);
  return kind;
}

/** An email with this data. */
function dataMail<Data>(
  data: z.ZodType<Data>,
  write: (data: Data, sending: Sending) => Content | Promise<Content>,
) {
  return mail(z.object({ data }), (row, sending) => write(row.data, sending));
}

/** An email about an order. Obsolete once the buyer's data is erased, because there is no address to write to. */
function orderMail<Data>(
  data: z.ZodType<Data>,
  write: (order: Order, data: Data, sending: Sending & { recipient: string }) => Content | Promise<Content>,
) {
  const row = z.object({ order_id: z.uuid(), recipient: z.string(), data });
  return mail(row, async ({ order_id: id, recipient, data: own }, sending) => {
    const order = await findOrder(sending.admin, { id });
    return order && order.email !== "" ? write(order, own, { ...sending, recipient }) : "obsolete";
  });
}

const nothing = z.unknown().optional();
const userData = z.object({ user_id: z.uuid() });
const paymentNumber = z.int().min(1).max(INSTALLMENT_MONTHS);
const paymentData = z.object({ number: paymentNumber });
const problemData = z.object({ at: z.iso.datetime(), problem: z.string() });
const owner = mail(ownerMailSchema, (row, sending) => ownerMail(sending, row));

async function access(order: Order, mail: AccessMail, { admin, siteUrl }: Sending): Promise<Content> {
  return accessMail(siteUrl, order, mail, await findValidCertificates(admin, order));
}

/** Every kind of email, as `mail_queue` names it: its data and its content. */
const KINDS: Record<string, MailKind | undefined> = {
  // About an order.
  credentials: orderMail(userData, (order, { user_id }, { admin, siteUrl }) =>
    prepareCredentials(admin, siteUrl, user_id, order),
  ),
  attached: orderMail(nothing, (_order, _data, { siteUrl }) => attachedMail({ siteUrl })),
  claim: orderMail(nothing, (order, _data, { admin, siteUrl, recipient }) =>
    order.user_id || order.status === "refunded" || order.status === "revoked"
      ? "obsolete"
      : withAddressKey(admin, recipient, (link) => claimMail(siteUrl, link)),
  ),
  // Without a number, the receipt is for the first payment.
  receipt: orderMail(z.object({ number: paymentNumber.default(1) }), (order, { number }, sending) =>
    prepareReceipt(sending, order, number),
  ),
  refund: orderMail(refundMailData, (order, refund, { siteUrl }) => refundMail({ siteUrl, order, refund })),
  reminder: orderMail(nothing, async (order, _data, { admin, siteUrl }) =>
    (await isStillLeft(admin, order)) ? reminderMail({ siteUrl, order }) : "obsolete",
  ),

  // About a plan. A warning is obsolete once the learner has paid.
  plan_schedule: orderMail(nothing, async (order, _data, { admin, siteUrl }) =>
    planScheduleMail({ siteUrl, payments: paymentsOfPlan(order, await findPayments(admin, order.id)) }),
  ),
  payment_failed: orderMail(
    paymentData.extend({ is_reminder: z.boolean() }),
    async (order, { number, is_reminder: isReminder }, { admin, siteUrl }) => {
      if (order.status !== "past_due" || !order.grace_until) return "obsolete";
      const payment = await findPayment(admin, order.id, number);
      return paymentFailedMail({ siteUrl, payment, graceUntil: order.grace_until, isReminder });
    },
  ),
  access_paused: orderMail(paymentData, async (order, { number }, { admin }) =>
    order.status === "paused"
      ? accessPausedMail({ payment: await findPayment(admin, order.id, number) })
      : "obsolete",
  ),
  access_ended: orderMail(nothing, async (order, _data, { admin }) => {
    if (order.status !== "paused") return "obsolete";
    const payments = paymentsOfPlan(order, await findPayments(admin, order.id));
    return accessEndedMail({ payments, hasAccess: await hasAccess(admin, order) });
  }),
  recovered: orderMail(paymentData, async (order, { number }, { admin, siteUrl }) =>
    recoveredMail({ siteUrl, payment: await findPayment(admin, order.id, number) }),
  ),

  // About access that staff changed.
  access_extended: orderMail(accessExtendedData, (order, data, sending) =>
    access(order, { kind: "access_extended", data }, sending),
  ),
  access_withdrawn: orderMail(accessWithdrawnData, (order, data, sending) =>
    access(order, { kind: "access_withdrawn", data }, sending),
  ),
  access_restored: orderMail(accessRestoredData, (order, data, sending) =>
    access(order, { kind: "access_restored", data }, sending),
  ),

  // About a student ID.
  student_order: orderMail(nothing, async (order, _data, { admin, siteUrl }) => {
    const file = await findStudentId(admin, order.id);
    return file ? studentOrderMail(siteUrl, order, file) : "obsolete";
  }),
  student_id_refused: orderMail(studentIdRefusedData, (order, data, sending) =>
    prepareRefusal(sending, order.id, data, studentIdRefusedMail),
  ),
  student_id_paused: orderMail(studentIdRefusedData, (order, data, sending) =>
    order.status === "id_refused" ? prepareRefusal(sending, order.id, data, studentIdPausedMail) : "obsolete",
  ),
  student_id_accepted: orderMail(nothing, async (order, _data, { admin }) =>
    studentIdAcceptedMail({ hasAccess: order.status === "paid" && !(await owesPayment(admin, order)) }),
  ),

  // About the course.
  study_reminder: dataMail(studyReminderData, (data, { admin, env }) =>
    prepareStudyReminder(admin, env, data),
  ),
  capstone_reviewed: dataMail(capstoneReviewedData, (data, { siteUrl }) =>
    capstoneReviewedMail(siteUrl, data),
  ),
  certificate_withdrawn: dataMail(certificateWithdrawnData, certificateWithdrawnMail),

  // About an account.
  password_changed: owner,
  email_changed: owner,
  second_factor_added: owner,
  second_factor_removed: owner,
  recovery_codes_made: owner,
  provider_joined: owner,
  recovery_code_used: mail(nothing, (_row, { siteUrl }) => recoveryCodeUsedMail(siteUrl)),
  staff_invited: dataMail(staffInvitedData, (data, { siteUrl }) => staffInvitedMail(siteUrl, data)),
  factor_removal_requested: dataMail(removalRequestedData, (data, sending) =>
    factorRemovalRequestedMail(sending, data),
  ),
  factor_removed_by_staff: mail(nothing, (_row, sending) => factorRemovedMail(sending)),
  confirm_address: mail(z.object({ recipient: z.string() }), ({ recipient }, { admin, siteUrl }) =>
    withAddressKey(admin, recipient, (link) => confirmAddressMail(siteUrl, link)),
  ),
  account_claimed: mail(nothing, (_row, { siteUrl, supportEmail }) =>
    accountClaimedMail(siteUrl, supportEmail),
  ),
  deletion_requested: dataMail(userData, ({ user_id: userId }, { admin, siteUrl }) =>
    withNewKey(
      admin,
      { name: "add_deletion_link", args: (hash) => ({ p_user: userId, p_link_hash: hash }) },
      (key, dueAt) => deletionRequestedMail({ siteUrl, dueAt, key }),
    ),
  ),
  deletion_undone: mail(nothing, deletionUndoneMail),
  account_deleted: mail(nothing, accountDeletedMail),

  // From the contact form.
  contact_message: mail(z.object({ contact_message_id: z.uuid() }), async (row, { admin }) => {
    const message = await findContactMessage(admin, row.contact_message_id);
    return message ? contactMessageMail(message) : "obsolete";
  }),
  contact_acknowledgement: mail(nothing, (_row, { facts }) => contactAcknowledgementMail(facts)),
  contact_answer: dataMail(z.object({ answer_id: z.uuid() }), async ({ answer_id: id }, { admin, facts }) => {
    const answer = await findContactAnswer(admin, id);
    return answer ? contactAnswerMail(facts.contactEmail, answer) : "obsolete";
  }),

  // From the catalogue.
  course_interest: dataMail(interestData, (data, { admin, siteUrl }) => interestMail(admin, siteUrl, data)),
  course_open: dataMail(courseOpenData, (data, { siteUrl }) => courseOpenMail(siteUrl, data)),

  // To the operator.
  problem: dataMail(
    problemData.extend({ value: z.union([z.number(), z.array(z.string())]) }),
    ({ problem, at, value }) => problemMail(problem, at, value),
  ),
  problem_over: dataMail(problemData, ({ problem, at }) => problemOverMail(problem, at)),
};

/**
 * Returns the content of a queued email, or "obsolete" when it is no longer needed. Throws when a retry may succeed, and for
 * a kind or data that this version does not know.
 */
export async function prepareMail(
  { admin, env, facts }: { admin: Admin; env: FunctionsEnv; facts: ProviderFacts },
  leased: LeasedMail,
): Promise<Content> {
  const kind = KINDS[leased.kind];
  if (!kind) throw new Error(`there is no email of the kind ${leased.kind}`);
  const { supportEmail } = facts;
  return kind(leased, { admin, env, facts, siteUrl: env.SITE_URL, supportEmail });
}
