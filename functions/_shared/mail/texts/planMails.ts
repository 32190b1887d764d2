import { COURSE } from "../../../../src/domain/course/course.ts";
import { paths } from "../../../../src/domain/paths.ts";
import type { PlannedPayment } from "../../../../src/domain/sales/instalments.ts";
import { formatPence } from "../../../../src/domain/sales/pricing.ts";
import type { Payment } from "../../payments/plan/instalments.ts";
import { formatDate } from "../formatDate.ts";
import type { Block, MailContent } from "../layout.ts";

/** Lists the three payments of a plan, so that none of them comes as a surprise. Amounts include VAT. */
export function planScheduleMail(details: {
  siteUrl: string;
  payments: readonly PlannedPayment[];
}): MailContent {
  const { payments, siteUrl } = details;
  const total = payments.reduce((sum, each) => sum + each.amountPence, 0);
  return {
    subject: `Your 3-month plan for ${COURSE.title}`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: "You are paying for your course in three monthly payments. They are taken from your card automatically:",
      },
      { kind: "rows", rows: [...payments.map(asRow), ["Total", formatPence(total)]] },
      {
        kind: "text",
        text: "All amounts include VAT. The plan ends automatically after the third payment: there is nothing to cancel. You will receive a receipt for each payment.",
      },
      { kind: "link", label: "Go to My Learning", url: `${siteUrl}${paths.dashboard()}` },
    ],
  };
}

function asRow({ number, dueAt, amountPence, status }: PlannedPayment): [string, string] {
  const paid = status === "paid" ? ", paid" : "";
  return [`Payment ${number} of 3`, `${formatPence(amountPence)} on ${formatDate(dueAt)}${paid}`];
}

/** Sent when a monthly payment first fails, and again a week before access would pause. */
export function paymentFailedMail(details: {
  siteUrl: string;
  payment: Payment;
  /** ISO 8601. */
  graceUntil: string;
  isReminder: boolean;
}): MailContent {
  const { payment, siteUrl, isReminder } = details;
  const until = formatDate(details.graceUntil);
  const amount = formatPence(payment.amount_pence);
  return {
    subject: isReminder
      ? `Your access to ${COURSE.title} will be paused on ${until}`
      : `A payment for ${COURSE.title} did not go through`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: isReminder
          ? `Payment ${payment.number} of 3 (${amount}) is still outstanding.`
          : `Payment ${payment.number} of 3 (${amount}) was declined. This can happen when a card expires or the bank asks for extra verification.`,
      },
      {
        kind: "text",
        text: `You can continue learning as usual. We will try the card again over the next few days. If it has not gone through by ${until}, we will pause your access until it does. Your work is safe.`,
      },
      ...payLink("Pay now", payment),
      {
        kind: "link",
        label: "Sign in to change the card for your plan",
        url: `${siteUrl}${paths.dashboard()}`,
      },
      { kind: "text", text: "If you have already paid, you do not need to do anything." },
    ],
  };
}

/** Sent when the grace period is over. */
export function accessPausedMail(details: { payment: Payment }): MailContent {
  const { payment } = details;
  return {
    subject: `Your access to ${COURSE.title} is paused`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `Payment ${payment.number} of 3 (${formatPence(payment.amount_pence)}) could not be taken, so your access to the lessons is paused. Your progress, your answers and your certificate, if you have one, are kept.`,
      },
      {
        kind: "text",
        text: "Once the payment goes through, you can carry on where you left off.",
      },
      ...payLink("Pay now", payment),
      { kind: "text", text: "If paying is difficult at the moment, please reply to this email." },
    ],
  };
}

/** Sent when a plan ends before all of its payments have been made. `hasAccess` is access through another order. */
export function accessEndedMail(details: {
  payments: readonly PlannedPayment[];
  hasAccess: boolean;
}): MailContent {
  const paid = details.payments.filter((each) => each.status === "paid").length;
  // With access through another order, a payment may have been collected and given back.
  const count = details.hasAccess ? "has ended" : `ended after ${paid} of 3 payments`;
  const effect = details.hasAccess
    ? "You still have access through another order."
    : "You no longer have access to the lessons. Your progress and your answers are kept.";
  return {
    subject: `Your plan for ${COURSE.title} has ended`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `Your 3-month plan ${count}. No more payments will be taken from your card.`,
      },
      { kind: "text", text: effect },
      {
        kind: "text",
        text: details.hasAccess
          ? "If you think this is a mistake, please reply to this email and we will help."
          : "If you would like to continue, or think this is a mistake, please reply to this email and we will help.",
      },
    ],
  };
}

/** Sent when a payment that failed earlier has been made. */
export function recoveredMail(details: { siteUrl: string; payment: Payment }): MailContent {
  const { payment } = details;
  return {
    subject: `Thank you: we have received your payment for ${COURSE.title}`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `Payment ${payment.number} of 3 (${formatPence(payment.amount_pence)}) has gone through. You can carry on where you left off.`,
      },
      { kind: "link", label: "Go to My Learning", url: `${details.siteUrl}${paths.dashboard()}` },
    ],
  };
}

/** A link to the payment provider's page for an open payment. */
function payLink(label: string, payment: Payment): Block[] {
  return payment.invoice_url ? [{ kind: "link", label, url: payment.invoice_url }] : [];
}
