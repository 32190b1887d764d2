import { COURSE } from "../../../../src/domain/course/course.ts";
import { paths } from "../../../../src/domain/paths.ts";
import type { ProviderFacts } from "../../../../src/domain/provider/facts.ts";
import { INSTALLMENT_MONTHS, type Plan, TIER_PLANS } from "../../../../src/domain/sales/plans.ts";
import { formatPence, VAT_PERCENT } from "../../../../src/domain/sales/pricing.ts";
import type { Order } from "../../orders/order.ts";
import { formatDate } from "../formatDate.ts";
import { type Block, type MailContent, text } from "../layout.ts";

type Receipt = {
  siteUrl: string;
  facts: ProviderFacts;
  order: Order;
  number?: number;
  invoiceNumber?: string | null;
};

/**
 * The receipt for an order, or for payment `number` of a plan. It does not name the buyer, because the person who typed the
 * name may not own this address (docs/decisions/0037). The invoice does, so the link leads to it through the account.
 */
export function receiptMail({ siteUrl, facts, order, number = 1, invoiceNumber }: Receipt): MailContent {
  const isFree = order.total_pence === 0;
  return {
    subject: `Receipt for ${COURSE.title}`,
    blocks: [
      { kind: "text", text: "Hello," },
      text(
        isFree
          ? "Your discount code covers the whole price, so you paid nothing. This is the receipt for your order."
          : "We have received your payment. Thank you. This is your receipt.",
      ),
      { kind: "rows", rows: [...head(order, number), ...amounts(order)] },
      { kind: "rows", rows: seller(facts) },
      ...(isFree ? [] : invoiceNote(siteUrl, facts, invoiceNumber)),
      ...supplyNote(order, siteUrl),
    ],
  };
}

/** Without a VAT number nothing may look like a VAT invoice. */
function invoiceNote(
  siteUrl: string,
  { vatNumber }: ProviderFacts,
  number: string | null | undefined,
): Block[] {
  if (!vatNumber) return [text("This receipt is not a VAT invoice.")];
  return [
    text(
      `This receipt is not a VAT invoice. ${number ? `Your VAT invoice has the number ${number}. You find it` : "You find your VAT invoice"} on your account page under “Your payments”, to read and as a PDF.`,
    ),
    { kind: "link", label: "Go to your invoice", url: `${siteUrl}${paths.account()}#payments` },
  ];
}

function head(order: Order, number: number): [string, string][] {
  return [
    ["Order", order.id],
    ["Paid on", formatDate(order.paid_at ?? order.created_at)],
    ["Course", `${COURSE.title} (${TIER_PLANS[order.tier].label}, ${planText(order.plan, number)})`],
  ];
}

function planText(plan: Plan, number: number): string {
  switch (plan) {
    case "full":
      return "paid in full";
    case "installment":
      return `3-month plan, payment ${number} of ${INSTALLMENT_MONTHS}`;
  }
}

function amounts(order: Order): [string, string][] {
  const discount: [string, string][] =
    order.discount_pence > 0 ? [["Discount", `-${formatPence(order.discount_pence)}`]] : [];
  return [
    ["Price", formatPence(order.subtotal_pence)],
    ...discount,
    ["Net", formatPence(order.subtotal_pence - order.discount_pence)],
    [`VAT (${VAT_PERCENT}%)`, formatPence(order.vat_pence)],
    ["Total", formatPence(order.total_pence)],
  ];
}

function seller({ legalName, address, vatNumber }: ProviderFacts): [string, string][] {
  const rows: [string, string][] = [["Seller", legalName]];
  if (address) rows.push(["Address", address]);
  if (vatNumber) rows.push(["VAT number", vatNumber]);
  return rows;
}

/** The confirmation of a distance sale on a durable medium (Consumer Contracts Regulations 2013, reg. 16 and 37). */
function supplyNote(order: Order, siteUrl: string): Block[] {
  const terms: Block = { kind: "link", label: "Terms of service", url: `${siteUrl}${paths.terms()}` };
  if (!order.immediate_supply_consent_at) return [terms];
  const when = formatDate(order.immediate_supply_consent_at);
  return [
    text(
      `On ${when} you asked us to give you access straight away, before the 14-day cancellation period ends. The terms of service say how that affects your right to cancel.`,
    ),
    terms,
  ];
}
