import { COURSE } from "../../../../src/domain/course/course.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { formatPence } from "../../../../src/domain/sales/pricing.ts";
import type { Payment } from "../../payments/plan/instalments.ts";
import { formatDate } from "../formatDate.ts";
import type { MailContent } from "../layout.ts";
import { payLink } from "./payLink.ts";

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
