import { COURSE } from "../../../../src/domain/course.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { formatPence } from "../../../../src/domain/pricing.ts";
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
      ? `Your access to ${COURSE.title} pauses on ${until}`
      : `A payment for ${COURSE.title} did not go through`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: isReminder
          ? `Payment ${payment.number} of 3 (${amount}) is still open.`
          : `Your card did not accept payment ${payment.number} of 3 (${amount}). This can happen when a card expires or a bank asks for a check.`,
      },
      {
        kind: "text",
        text: `You can continue learning as usual. We will try the card again over the next few days. If the payment has not been made by ${until}, your access pauses until it is. Nothing that you have learned is lost.`,
      },
      ...payLink("Pay now", payment),
      {
        kind: "link",
        label: "Sign in to change the card of your plan",
        url: `${siteUrl}${paths.dashboard()}`,
      },
      { kind: "text", text: "If you have already paid, you do not need to do anything." },
    ],
  };
}
