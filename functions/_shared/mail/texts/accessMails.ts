import { z } from "zod";
import { CERTIFICATE_NAMES, type CertificateKind } from "../../../../src/domain/certificate/certificate.ts";
import { COURSE } from "../../../../src/domain/course/course.ts";
import { COURSE_ID } from "../../../../src/domain/ids.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { ACCESS_END_CAUSES, accessEndCauseSchema } from "../../../../src/domain/staff/causes.ts";
import { type Admin, DatabaseError } from "../../database.ts";
import type { Order } from "../../orders/order.ts";
import { formatDate } from "../formatDate.ts";
import { type Block, type MailContent, text } from "../layout.ts";

/** Emails about access that staff extended, ended or restored. None of them contains the note for staff. */

export const accessExtendedData = z.object({
  until: z.iso.datetime(),
  open: z.enum(["payment", "plan_over", "student_id"]),
});
export const accessWithdrawnData = z.object({ cause: accessEndCauseSchema, has_access: z.boolean() });
export const accessRestoredData = z.object({ is_plan: z.boolean() });

export type AccessMail =
  | { kind: "access_extended"; data: z.infer<typeof accessExtendedData> }
  | { kind: "access_withdrawn"; data: z.infer<typeof accessWithdrawnData> }
  | { kind: "access_restored"; data: z.infer<typeof accessRestoredData> };

/** The kinds of certificate that are valid now, because one may have been revoked since it was received. */
export async function findValidCertificates(
  admin: Admin,
  { user_id: userId }: Pick<Order, "user_id">,
): Promise<CertificateKind[]> {
  if (userId === null) return [];
  const { data, error } = await admin
    .from("certificates")
    .select("kind")
    .match({ user_id: userId, course_id: COURSE_ID })
    .is("revoked_at", null)
    .order("kind", { ascending: false });
  if (error) throw new DatabaseError("certificates", error);
  const rows = z.array(z.object({ kind: z.enum(["completion", "capstone"]) })).parse(data);
  return rows.map(({ kind }) => kind);
}

/** "obsolete" when staff have changed the access again before the email was sent. */
export function accessMail(
  siteUrl: string,
  { status, plan }: Pick<Order, "status" | "plan">,
  mail: AccessMail,
  valid: readonly CertificateKind[],
): MailContent | "obsolete" {
  switch (mail.kind) {
    case "access_extended":
      return status === "paid" || status === "past_due" ? extendedMail(siteUrl, mail.data) : "obsolete";
    case "access_withdrawn":
      return status === "ended"
        ? withdrawnMail(siteUrl, plan === "installment", mail.data, valid)
        : "obsolete";
    case "access_restored":
      return status === "ended" ? "obsolete" : restoredMail(siteUrl, mail.data);
  }
}

const myLearning = (siteUrl: string): Block => ({
  kind: "link",
  label: "Go to My Learning",
  url: `${siteUrl}${paths.dashboard()}`,
});

/** What happens after the extension. */
const AFTERWARDS: Record<z.infer<typeof accessExtendedData>["open"], string> = {
  payment:
    "A monthly payment is still outstanding. If it has not been made by then, the course is paused until it is. You can see your payments in your account.",
  plan_over:
    "Your 3-month plan has ended, so no more payments will be taken, and there is nothing left to pay on it. After that day you no longer have access to the lessons. If you would like to continue, please reply to this email and we will help.",
  student_id:
    "There is still an open question about your student ID. If you have not answered our email about it by then, the course is paused until you do.",
};

function extendedMail(siteUrl: string, data: z.infer<typeof accessExtendedData>): MailContent {
  const until = formatDate(data.until);
  return {
    subject: `Your access to ${COURSE.title} has been extended`,
    blocks: [
      text("Hello,"),
      text(`We have extended your access to ${COURSE.title}. You can study until the end of ${until}.`),
      text(AFTERWARDS[data.open]),
      text("Your progress and everything you have written are kept either way."),
      myLearning(siteUrl),
    ],
  };
}

function withdrawnMail(
  siteUrl: string,
  isPlan: boolean,
  { cause, has_access: hasAccess }: z.infer<typeof accessWithdrawnData>,
  valid: readonly CertificateKind[],
): MailContent {
  return {
    subject: hasAccess
      ? `One of your orders for ${COURSE.title} has ended`
      : `Your access to ${COURSE.title} has ended`,
    blocks: [
      text("Hello,"),
      text(
        `We have ended the access that your order for ${COURSE.title} gave you. ${ACCESS_END_CAUSES[cause]} Nothing was refunded.${isPlan ? " No more payments will be taken." : ""}`,
      ),
      ...(hasAccess ? [text("You still have access through another order."), myLearning(siteUrl)] : []),
      text(
        `Your progress and everything you have written are kept in your account and on your devices.${staysValid(valid)}`,
      ),
      text(
        "If you disagree, or think that this is a mistake, please reply to this email and say why. A person will read it and can restore your access.",
      ),
    ],
  };
}

function staysValid(valid: readonly CertificateKind[]): string {
  if (valid.length === 0) return "";
  const names = valid.map((kind) => `your ${CERTIFICATE_NAMES[kind]}`).join(" and ");
  return ` Y${names.slice(1)} ${valid.length === 1 ? "stays" : "stay"} valid.`;
}

function restoredMail(siteUrl: string, { is_plan: isPlan }: z.infer<typeof accessRestoredData>): MailContent {
  return {
    subject: `You have access to ${COURSE.title} again`,
    blocks: [
      text("Hello,"),
      text(`You have access to ${COURSE.title} again, and everything is where you left it.`),
      ...(isPlan ? [text("Your plan stays cancelled: there is nothing more to pay.")] : []),
      myLearning(siteUrl),
    ],
  };
}
