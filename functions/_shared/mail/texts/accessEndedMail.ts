import { COURSE } from "../../../../src/domain/course/course.ts";
import type { PlannedPayment } from "../../../../src/domain/sales/instalments.ts";
import type { MailContent } from "../layout.ts";

/** Sent when a plan ends before all of its payments have been made. */
export function accessEndedMail(details: { payments: readonly PlannedPayment[] }): MailContent {
  const paid = details.payments.filter((each) => each.status === "paid").length;
  return {
    subject: `Your plan for ${COURSE.title} has ended`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `Your 3-month plan ended after ${paid} of 3 payments, so you no longer have access to the lessons. No more payments will be taken from your card.`,
      },
      {
        kind: "text",
        text: "Your progress and your answers are kept. If you would like to continue, or think this is a mistake, please reply to this email and we will help.",
      },
    ],
  };
}
