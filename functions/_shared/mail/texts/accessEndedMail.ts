import { COURSE } from "../../../../src/domain/course.ts";
import type { PlannedPayment } from "../../../../src/domain/instalments.ts";
import type { MailContent } from "../layout.ts";

/** Sent when a plan ends without all of its payments. */
export function accessEndedMail(details: { payments: readonly PlannedPayment[] }): MailContent {
  const paid = details.payments.filter((each) => each.status === "paid").length;
  return {
    subject: `Your plan for ${COURSE.title} has ended`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `Your 3-month plan has ended with ${paid} of 3 payments made, so the lessons are closed. No more payments will be taken from your card.`,
      },
      {
        kind: "text",
        text: "Your progress and your answers are kept. If you would like to continue, or think that this is a mistake, please reply to this email and we will find a way.",
      },
    ],
  };
}
