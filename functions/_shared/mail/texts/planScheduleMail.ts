import { COURSE } from "../../../../src/domain/course/course.ts";
import { paths } from "../../../../src/domain/paths.ts";
import type { PlannedPayment } from "../../../../src/domain/sales/instalments.ts";
import { formatPence } from "../../../../src/domain/sales/pricing.ts";
import { formatDate } from "../formatDate.ts";
import type { MailContent } from "../layout.ts";

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
