import { z } from "zod";
import { COURSE } from "../../../../src/domain/course/course.ts";
import { COURSE_ID } from "../../../../src/domain/ids.ts";
import { paths } from "../../../../src/domain/paths.ts";
import type { PlannedPayment } from "../../../../src/domain/sales/instalments.ts";
import { INSTALLMENT_MONTHS } from "../../../../src/domain/sales/plans.ts";
import { formatPence } from "../../../../src/domain/sales/pricing.ts";
import { type Admin, DatabaseError } from "../../database.ts";
import type { Order } from "../../orders/order.ts";
import { findPayment, findPayments, type Payment, paymentsOfPlan } from "../../payments/plan/instalments.ts";
import { formatDate } from "../formatDate.ts";
import { type Block, button, link, type MailContent, type Row, rows } from "../layout.ts";
import { nothing, orderMail, type Places } from "../mailKind.ts";
import { myLearningButton } from "./links.ts";

const paymentData = z.object({ number: z.int().min(1).max(INSTALLMENT_MONTHS) });
const loadPayments = async (admin: Admin, order: Order) =>
  paymentsOfPlan(order, await findPayments(admin, order.id));

/** Emails about a 3-month plan. A warning is obsolete once the learner has paid. */
export const planMails = {
  /** Lists the three payments of a plan, so that none of them comes as a surprise. */
  plan_schedule: orderMail({
    data: nothing,
    load: (order, _data, { admin }) => loadPayments(admin, order),
    write: planScheduleMail,
  }),
  /** Sent when a monthly payment first fails, and again a week before access would pause. */
  payment_failed: orderMail({
    data: paymentData.extend({ is_reminder: z.boolean() }),
    load: async (order, { number, is_reminder: isReminder }, { admin }) => {
      const { status, grace_until: until } = order;
      if (status !== "past_due" || !until) return "obsolete";
      return { payment: await findPayment(admin, order.id, number), until, isReminder };
    },
    write: paymentFailedMail,
  }),
  /** Sent when the grace period is over. */
  access_paused: orderMail({
    data: paymentData,
    load: ({ id, status }, { number }, { admin }) =>
      status === "paused" ? findPayment(admin, id, number) : "obsolete",
    write: accessPausedMail,
  }),
  /** Sent when a plan ends before all of its payments have been made. */
  access_ended: orderMail({
    data: nothing,
    load: async (order, _data, { admin }) =>
      order.status === "paused"
        ? { payments: await loadPayments(admin, order), hasAccess: await hasAccess(admin, order) }
        : "obsolete",
    write: accessEndedMail,
  }),
  /** Sent when a payment that failed earlier has been made. */
  recovered: orderMail({
    data: paymentData,
    load: (order, { number }, { admin }) => findPayment(admin, order.id, number),
    write: recoveredMail,
  }),
};

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

/** Amounts include VAT. */
function planScheduleMail(payments: readonly PlannedPayment[], places: Places): MailContent {
  const total = payments.reduce((sum, each) => sum + each.amountPence, 0);
  return {
    subject: `Your 3-month plan for ${COURSE.title}`,
    blocks: [
      "You are paying for your course in three monthly payments. They are taken from your card automatically:",
      rows(...payments.map(asRow), ["Total", formatPence(total), "total"]),
      "All amounts include VAT. The plan ends automatically after the third payment: there is nothing to cancel. You will receive a receipt for each payment.",
      myLearningButton(places),
    ],
  };
}

function asRow({ number, dueAt, amountPence, status }: PlannedPayment): Row {
  const paid = status === "paid" ? ", paid" : "";
  return [`Payment ${number} of 3`, `${formatPence(amountPence)} on ${formatDate(dueAt)}${paid}`];
}

/** `until` is the end of the grace period, in ISO 8601. */
function paymentFailedMail(
  details: { payment: Payment; until: string; isReminder: boolean },
  { siteUrl }: Places,
): MailContent {
  const { payment, isReminder } = details;
  const until = formatDate(details.until);
  return {
    subject: isReminder
      ? `Your access to ${COURSE.title} will be paused on ${until}`
      : `A payment for ${COURSE.title} did not go through`,
    blocks: [
      isReminder
        ? `${paymentWords(payment)} is still outstanding.`
        : `${paymentWords(payment)} was declined. This can happen when a card expires or the bank asks for extra verification.`,
      `You can continue learning as usual. We will try the card again over the next few days. If it has not gone through by ${until}, we will pause your access until it does. Your work is safe.`,
      ...payButton(payment),
      link("Sign in to change the card for your plan", `${siteUrl}${paths.dashboard()}`),
      "If you have already paid, you do not need to do anything.",
    ],
  };
}

function accessPausedMail(payment: Payment): MailContent {
  return {
    subject: `Your access to ${COURSE.title} is paused`,
    blocks: [
      `${paymentWords(payment)} could not be taken, so your access to the lessons is paused. Your progress, your answers and your certificate, if you have one, are kept.`,
      "Once the payment goes through, you can carry on where you left off.",
      ...payButton(payment),
      "If paying is difficult at the moment, please reply to this email.",
    ],
  };
}

/** `hasAccess` is access through another order. */
function accessEndedMail({
  payments,
  hasAccess,
}: {
  payments: readonly PlannedPayment[];
  hasAccess: boolean;
}): MailContent {
  const paid = payments.filter((each) => each.status === "paid").length;
  // With access through another order, a payment may have been collected and given back.
  const count = hasAccess ? "has ended" : `ended after ${paid} of 3 payments`;
  return {
    subject: `Your plan for ${COURSE.title} has ended`,
    blocks: [
      `Your 3-month plan ${count}. No more payments will be taken from your card.`,
      hasAccess
        ? "You still have access through another order."
        : "You no longer have access to the lessons. Your progress and your answers are kept.",
      hasAccess
        ? "If you think this is a mistake, please reply to this email and we will help."
        : "If you would like to continue, or think this is a mistake, please reply to this email and we will help.",
    ],
  };
}

function recoveredMail(payment: Payment, places: Places): MailContent {
  return {
    subject: `Thank you: we have received your payment for ${COURSE.title}`,
    blocks: [
      `${paymentWords(payment)} has gone through. You can carry on where you left off.`,
      myLearningButton(places),
    ],
  };
}

const paymentWords = ({ number, amount_pence: pence }: Payment) =>
  `Payment ${number} of 3 (${formatPence(pence)})`;
/** To the payment provider's page for an open payment. */
const payButton = ({ invoice_url: url }: Payment): Block[] => (url ? [button("Pay now", url)] : []);
