import { COURSE } from "../../../../src/domain/course/course.ts";
import { formatPence } from "../../../../src/domain/sales/pricing.ts";
import type { Payment } from "../../payments/plan/instalments.ts";
import type { MailContent } from "../layout.ts";
import { payLink } from "./payLink.ts";

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
