import { COURSE } from "../../../../src/domain/course/course.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { formatPence } from "../../../../src/domain/sales/pricing.ts";
import type { Payment } from "../../payments/plan/instalments.ts";
import type { MailContent } from "../layout.ts";

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
