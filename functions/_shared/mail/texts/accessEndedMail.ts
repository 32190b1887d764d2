import { COURSE } from "../../../../src/domain/course/course.ts";
import type { PlannedPayment } from "../../../../src/domain/sales/instalments.ts";
import type { MailContent } from "../layout.ts";

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
