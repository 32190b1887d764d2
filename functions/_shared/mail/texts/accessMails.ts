import { z } from "zod";
import { CERTIFICATE_NAMES, type CertificateKind } from "../../../../src/domain/certificate/certificate.ts";
import { COURSE } from "../../../../src/domain/course/course.ts";
import { COURSE_ID } from "../../../../src/domain/ids.ts";
import type { Plan } from "../../../../src/domain/sales/plans.ts";
import { ACCESS_END_CAUSES, accessEndCauseSchema } from "../../../../src/domain/staff/causes.ts";
import { type Admin, DatabaseError } from "../../database.ts";
import { formatDate } from "../formatDate.ts";
import type { MailContent } from "../layout.ts";
import { orderMail, type Places } from "../mailKind.ts";
import { myLearningButton } from "./links.ts";

const extendedData = z.object({
  until: z.iso.datetime(),
  open: z.enum(["payment", "plan_over", "student_id"]),
});
const withdrawnData = z.object({ cause: accessEndCauseSchema, has_access: z.boolean() });

/**
 * Emails about access that staff extended, ended or restored. None of them contains the note for staff. Obsolete when staff
 * have changed the access again before the email was sent.
 */
export const accessMails = {
  access_extended: orderMail({
    data: extendedData,
    load: ({ status }, data) => (status === "paid" || status === "past_due" ? data : "obsolete"),
    write: extendedMail,
  }),
  access_withdrawn: orderMail({
    data: withdrawnData,
    load: async ({ status, plan, user_id: userId }, data, { admin }) =>
      status === "ended" ? { ...data, plan, valid: await findValidCertificates(admin, userId) } : "obsolete",
    write: withdrawnMail,
  }),
  access_restored: orderMail({
    data: z.object({ is_plan: z.boolean() }),
    load: ({ status }, data) => (status === "ended" ? "obsolete" : data),
    write: restoredMail,
  }),
};

/** The kinds of certificate that are valid now, because one may have been revoked since it was received. */
async function findValidCertificates(admin: Admin, userId: string | null): Promise<CertificateKind[]> {
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

/** What happens after the extension. */
const AFTERWARDS: Record<z.infer<typeof extendedData>["open"], string> = {
  payment:
    "A monthly payment is still outstanding. If it has not been made by then, the course is paused until it is. You can see your payments in your account.",
  plan_over:
    "Your 3-month plan has ended, so no more payments will be taken, and there is nothing left to pay on it. After that day you no longer have access to the lessons. If you would like to continue, please reply to this email and we will help.",
  student_id:
    "There is still an open question about your student ID. If you have not answered our email about it by then, the course is paused until you do.",
};

function extendedMail(data: z.infer<typeof extendedData>, places: Places): MailContent {
  const until = formatDate(data.until);
  return {
    subject: `Your access to ${COURSE.title} has been extended`,
    blocks: [
      `We have extended your access to ${COURSE.title}. You can study until the end of ${until}.`,
      AFTERWARDS[data.open],
      "Your progress and everything you have written are kept either way.",
      myLearningButton(places),
    ],
  };
}

function withdrawnMail(
  {
    cause,
    has_access: hasAccess,
    plan,
    valid,
  }: z.infer<typeof withdrawnData> & { plan: Plan; valid: readonly CertificateKind[] },
  places: Places,
): MailContent {
  return {
    subject: hasAccess
      ? `One of your orders for ${COURSE.title} has ended`
      : `Your access to ${COURSE.title} has ended`,
    blocks: [
      `We have ended the access that your order for ${COURSE.title} gave you. ${ACCESS_END_CAUSES[cause]} Nothing was refunded.${plan === "installment" ? " No more payments will be taken." : ""}`,
      ...(hasAccess ? ["You still have access through another order.", myLearningButton(places)] : []),
      `Your progress and everything you have written are kept in your account and on your devices.${staysValid(valid)}`,
      "If you disagree, or think that this is a mistake, please reply to this email and say why. A person will read it and can restore your access.",
    ],
  };
}

function staysValid(valid: readonly CertificateKind[]): string {
  if (valid.length === 0) return "";
  const names = valid.map((kind) => `your ${CERTIFICATE_NAMES[kind]}`).join(" and ");
  return ` Y${names.slice(1)} ${valid.length === 1 ? "stays" : "stay"} valid.`;
}

function restoredMail({ is_plan: isPlan }: { is_plan: boolean }, places: Places): MailContent {
  return {
    subject: `You have access to ${COURSE.title} again`,
    blocks: [
      `You have access to ${COURSE.title} again, and everything is where you left it.`,
      ...(isPlan ? ["Your plan stays cancelled: there is nothing more to pay."] : []),
      myLearningButton(places),
    ],
  };
}
