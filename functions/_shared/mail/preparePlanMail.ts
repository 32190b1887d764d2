import { COURSE_ID } from "../../../src/domain/ids.ts";
import { type Admin, DatabaseError } from "../database.ts";
import type { Order } from "../orders/order.ts";
import { findPayments, type Payment, paymentsOfPlan } from "../payments/plan/instalments.ts";
import type { MailContent } from "./layout.ts";
import type { PlanMail } from "./queuedMail.ts";
import { accessEndedMail, accessPausedMail, paymentFailedMail, planScheduleMail, recoveredMail } from "./texts/planMails.ts";

/** Prepares the emails about a plan. A warning is obsolete once the learner has paid. */
export async function preparePlanMail(
  admin: Admin,
  siteUrl: string,
  mail: PlanMail,
  order: Order,
): Promise<MailContent | "obsolete"> {
  const payments = await findPayments(admin, order.id);
  const { status } = order;
  switch (mail.kind) {
    case "plan_schedule":
      return planScheduleMail({ siteUrl, payments: paymentsOfPlan(order, payments) });
    case "payment_failed": {
      const { grace_until: graceUntil } = order;
      if (status !== "past_due" || !graceUntil) return "obsolete";
      const payment = paymentNamed(payments, mail.data.number);
      return paymentFailedMail({
        siteUrl,
        payment,
        graceUntil,
        isReminder: mail.data.is_reminder,
      });
    }
    case "access_paused":
      if (status !== "paused") return "obsolete";
      return accessPausedMail({ payment: paymentNamed(payments, mail.data.number) });
    case "access_ended":
      if (status !== "paused") return "obsolete";
      return accessEndedMail({
        payments: paymentsOfPlan(order, payments),
        hasAccess: await hasAccess(admin, order),
      });
    case "recovered":
      return recoveredMail({ siteUrl, payment: paymentNamed(payments, mail.data.number) });
  }
}

/** Access through another order included. */
async function hasAccess(admin: Admin, { user_id: userId }: Order): Promise<boolean> {
  if (!userId) return false;
  const { data, error } = await admin
    .from("course_enrollments")
    .select("status")
    .match({ user_id: userId, course_id: COURSE_ID, status: "active" });
  if (error) throw new DatabaseError("course_enrollments", error);
  return data.length > 0;
}

export function paymentNamed(payments: readonly Payment[], number: number): Payment {
  const payment = payments.find((each) => each.number === number);
  if (!payment) throw new Error(`there is no payment ${number}`);
  return payment;
}
