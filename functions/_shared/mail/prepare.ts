import { z } from "zod";
import { COURSE_ID } from "../../../src/domain/ids.ts";
import type { ProviderFacts } from "../../../src/domain/provider/facts.ts";
import { INSTALLMENT_MONTHS } from "../../../src/domain/sales/plans.ts";
import { functionsUrl } from "../certificate/addresses.ts";
import { type Admin, callDatabase, DatabaseError } from "../database.ts";
import type { FunctionsEnv } from "../env.ts";
import { findOrder, type Order } from "../orders/order.ts";
import { findPayments } from "../payments/plan/instalments.ts";
import { randomToken, sha256Hex } from "../random.ts";
import type { MailContent } from "./layout.ts";
import { temporaryPassword } from "./temporaryPassword.ts";
import type { AddressLink } from "./texts/addressMails.ts";
import { credentialsMail } from "./texts/enrolmentMails.ts";
import { receiptMail } from "./texts/receiptMail.ts";
import type { studentIdRefusedData, studentIdRefusedMail } from "./texts/studentIdMails.ts";
import { type StudyReminder, studyReminderMail } from "./texts/studyReminderMail.ts";

// What emails need from the database beside their row.

const KEY_BYTES = 32;
/** Must match private.retention_rules, which expires the password. */
const TEMPORARY_PASSWORD_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

type Content = MailContent | "obsolete";

/**
 * Creates a key, which only the email contains. The database function stores its hash and returns until when it works, or
 * null if nobody needs it any more.
 */
export async function withNewKey(
  admin: Admin,
  store: { name: string; args: (hash: string) => Record<string, unknown> },
  write: (key: string, until: string) => Content | Promise<Content>,
): Promise<Content> {
  const key = randomToken(KEY_BYTES);
  const until = await callDatabase(
    admin,
    store.name,
    store.args(await sha256Hex(key)),
    z.string().nullable(),
  );
  return until === null ? "obsolete" : write(key, until);
}

export function withAddressKey(
  admin: Admin,
  email: string,
  write: (link: AddressLink) => MailContent,
): Promise<Content> {
  const args = (hash: string) => ({ p_email: email, p_token_hash: hash });
  return withNewKey(admin, { name: "add_address_link", args }, (key, until) => write({ key, until }));
}

/** Nothing is sent to a learner who has turned the emails off meanwhile, or so late that it would only disturb. */
export async function prepareStudyReminder(
  admin: Admin,
  env: FunctionsEnv,
  data: StudyReminder,
): Promise<Content> {
  if (Date.parse(data.until) < Date.now()) return "obsolete";
  const key = await callDatabase(admin, "reminder_mail_key", { p_user: data.user_id }, z.uuid().nullable());
  return key === null
    ? "obsolete"
    : studyReminderMail({ siteUrl: env.SITE_URL, functionsUrl: functionsUrl(env), step: data, key });
}

/** True for a plan that owes a payment. After an approval its order is `paid` until the plan is checked. */
export async function owesPayment(admin: Admin, order: Order): Promise<boolean> {
  if (order.plan !== "installment") return false;
  const payments = await findPayments(admin, order.id);
  const paid = payments.filter((each) => each.paid_at !== null);
  const hasFailed = payments.some((each) => each.paid_at === null && each.failed_at !== null);
  return hasFailed || (order.plan_ended_at !== null && paid.length < INSTALLMENT_MONTHS);
}

/** Access through another order included. */
export async function hasAccess(admin: Admin, { user_id: userId }: Order): Promise<boolean> {
  if (!userId) return false;
  const { data, error } = await admin
    .from("course_enrollments")
    .select("status")
    .match({ user_id: userId, course_id: COURSE_ID, status: "active" });
  if (error) throw new DatabaseError("course_enrollments", error);
  return data.length > 0;
}

/** Obsolete if the order's address was corrected meanwhile. */
export function prepareRefusal(
  { admin, siteUrl, recipient }: { admin: Admin; siteUrl: string; recipient: string },
  orderId: string,
  { student_id: id, reason }: z.infer<typeof studentIdRefusedData>,
  write: typeof studentIdRefusedMail,
): Promise<Content> {
  const args = (hash: string) => ({ p_student_id: id, p_key_hash: hash });
  return withNewKey(admin, { name: "add_student_id_key", args }, async (key, until) => {
    // After the key: a correction before it shows here, and a later one ends the key.
    const order = await findOrder(admin, { id: orderId });
    return order?.email === recipient ? write({ siteUrl, reason, until, key }) : "obsolete";
  });
}

/** The first receipt needs only the order, so it can be sent before the plan's payments have been fetched. */
export async function prepareReceipt(
  { admin, siteUrl, facts }: { admin: Admin; siteUrl: string; facts: ProviderFacts },
  order: Order,
  number: number,
): Promise<MailContent> {
  const payment = (await findPayments(admin, order.id)).find((each) => each.number === number);
  if (!payment && number > 1) throw new Error(`there is no payment ${number}`);
  const paidAt = payment?.paid_at ?? order.paid_at;
  const invoiceNumber = payment?.invoice_number;
  return receiptMail({ siteUrl, facts, order: { ...order, paid_at: paidAt }, number, invoiceNumber });
}

/**
 * Sets a new temporary password and includes it only in the email. Does nothing to an account whose owner has signed in
 * or chosen a password.
 */
export async function prepareCredentials(
  admin: Admin,
  siteUrl: string,
  userId: string,
  order: Order,
): Promise<Content> {
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
