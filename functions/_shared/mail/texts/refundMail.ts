import { z } from "zod";
import { COURSE } from "../../../../src/domain/course/course.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { formatPence } from "../../../../src/domain/sales/pricing.ts";
import type { Order } from "../../orders/order.ts";
import { type Block, type MailContent, text } from "../layout.ts";

/**
 * Amounts in pence. `refunded_pence` is the total refunded so far out of `paid_pence`. `has_access` includes access
 * through any order.
 */
export const refundMailData = z.object({
  now_pence: z.int(),
  refunded_pence: z.int(),
  paid_pence: z.int(),
  is_second_purchase: z.boolean(),
  has_access: z.boolean(),
});
type RefundMailData = z.infer<typeof refundMailData>;

/** Sent to the buyer: what was refunded, and how that affects access. */
export function refundMail(details: { siteUrl: string; order: Order; refund: RefundMailData }): MailContent {
  const { order, refund, siteUrl } = details;
  return {
    subject: `Refund for ${COURSE.title}`,
    blocks: [
      text("Hello,"),
      text(
        refund.is_second_purchase
          ? `You have this course through another order, so we have refunded your second payment of ${formatPence(refund.now_pence)}.`
          : `We have refunded ${formatPence(refund.now_pence)} to you.`,
      ),
      ...(refund.is_second_purchase && order.first_purchase_only
        ? [text("The discount code of this order is only for a first purchase of the course.")]
        : []),
      { kind: "rows", rows: rows(order, refund) },
      text(
        "The money goes back to the card you paid with. It usually appears there within five to ten days.",
      ),
      ...access(refund, siteUrl),
    ],
  };
}

function rows(order: Order, refund: RefundMailData): [string, string][] {
  return [
    ["Order", order.id],
    ["Paid", formatPence(refund.paid_pence)],
    ["Refunded now", formatPence(refund.now_pence)],
    ["Refunded in total", formatPence(refund.refunded_pence)],
  ];
}

function access(refund: RefundMailData, siteUrl: string): Block[] {
  if (refund.has_access) {
    return [
      text("You still have access to the course."),
      { kind: "link", label: "Go to My Learning", url: `${siteUrl}${paths.dashboard()}` },
    ];
  }
  return [
    text(
      "Your access to the course has ended. Your progress stays in your account and will be there if you enrol again.",
    ),
  ];
}
