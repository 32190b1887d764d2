import { COURSE } from "../../../../src/domain/course.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { formatPence } from "../../../../src/domain/pricing.ts";
import type { Payment } from "../../payments/plan/instalments.ts";
import type { MailContent } from "../layout.ts";

/** Sent when a failed payment is made after all. */
export function recoveredMail(details: { siteUrl: string; payment: Payment }): MailContent {
  const { payment } = details;
  return {
    subject: `Thank you: your payment for ${COURSE.title} has arrived`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `Payment ${payment.number} of 3 (${formatPence(payment.amount_pence)}) has been made. Your course is open again, just as you left it.`,
      },
      { kind: "link", label: "Go to My Learning", url: `${details.siteUrl}${paths.dashboard()}` },
    ],
  };
}
