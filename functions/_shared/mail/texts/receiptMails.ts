import { z } from "zod";
import { COURSE } from "../../../../src/domain/course/course.ts";
import { orderNumber } from "../../../../src/domain/ids.ts";
import { paths } from "../../../../src/domain/paths.ts";
import type { ProviderFacts } from "../../../../src/domain/provider/facts.ts";
import { INSTALLMENT_MONTHS, TIER_PLANS } from "../../../../src/domain/sales/plans.ts";
import { formatPence, VAT_PERCENT } from "../../../../src/domain/sales/pricing.ts";
import { placesText, seatsLeft } from "../../../../src/domain/sales/seats.ts";
import { type Admin, DatabaseError } from "../../database.ts";
import type { Order } from "../../orders/order.ts";
import { findPayments } from "../../payments/plan/instalments.ts";
import { formatDate } from "../formatDate.ts";
import { type Block, button, link, type MailContent, type Row, rows } from "../layout.ts";
import { orderMail, type Places } from "../mailKind.ts";
import { myLearningButton } from "./links.ts";

/**
 * Amounts in pence. `refunded_pence` is the total refunded so far out of `paid_pence`, and `payment_refunded_pence` of this
 * payment. `has_access` includes access through any order.
 */
const refundData = z.object({
  payment_id: z.uuid(),
  payment_refunded_pence: z.int(),
  now_pence: z.int(),
  refunded_pence: z.int(),
  paid_pence: z.int(),
  is_second_purchase: z.boolean(),
  has_access: z.boolean(),
});
type Refund = z.infer<typeof refundData>;

const creditedSchema = z.object({
  invoice_number: z.string().nullable(),
  credit_notes: z.array(z.object({ number: z.string(), amount_pence: z.int() })),
});
/** The number of a refund's credit note. Null until the provider has issued it, and "none" without an invoice. */
type CreditNote = string | "none" | null;

export const receiptMails = {
  receipt: orderMail({
    // Without a number, the receipt is for the first payment.
    data: z.object({ number: z.int().min(1).max(INSTALLMENT_MONTHS).default(1) }),
    load: async (order, { number }, { admin }): Promise<Receipt> => {
      const payment = (await findPayments(admin, order.id)).find((each) => each.number === number);
      // The first receipt needs only the order, so it can be sent before the plan's payments have been fetched.
      if (!payment && number > 1) throw new Error(`there is no payment ${number}`);
      const paid_at = payment?.paid_at ?? order.paid_at;
      return { order: { ...order, paid_at }, number, invoiceNumber: payment?.invoice_number ?? null };
    },
    write: receiptMail,
  }),
  /** Sent to the buyer: what was refunded, and how that affects access. */
  refund: orderMail({
    data: refundData,
    load: async (order, refund, { admin }) => ({
      order,
      refund,
      creditNote: await creditNoteOf(admin, refund),
    }),
    write: refundMail,
  }),
};

/** One refund may have been recorded in another order or together with another, so its note is where the sums agree. */
async function creditNoteOf(admin: Admin, refund: Refund): Promise<CreditNote> {
  const { data, error } = await admin
    .from("order_payments")
    .select("invoice_number, credit_notes(number, amount_pence)")
    .eq("id", refund.payment_id)
    .order("created_at", { referencedTable: "credit_notes" })
    .order("number", { referencedTable: "credit_notes" })
    .single();
  if (error) throw new DatabaseError("order_payments", error);
  const { invoice_number: invoice, credit_notes: notes } = creditedSchema.parse(data);
  if (!invoice) return "none";
  let credited = 0;
  for (const { number, amount_pence: pence } of notes) {
    credited += pence;
    if (credited === refund.payment_refunded_pence && pence === refund.now_pence) return number;
  }
  return null;
}

type Receipt = { order: Order; number: number; invoiceNumber: string | null };

/**
 * The receipt for an order, or for payment `number` of a plan. It does not name the buyer, because the person who typed the
 * name may not own this address (docs/decisions/0037). The invoice does, so the link leads to it through the account.
 */
function receiptMail({ order, number, invoiceNumber }: Receipt, { siteUrl, facts }: Places): MailContent {
  const isFree = order.total_pence === 0;
  return {
    subject: `Receipt for ${COURSE.title}`,
    blocks: [
      isFree
        ? "Your discount code covers the whole price, so you paid nothing. This is the receipt for your order."
        : "We have received your payment. Thank you. This is your receipt.",
      rows(...head(order, number), ...amounts(order)),
      rows(...seller(facts)),
      ...(isFree ? [] : invoiceNote(siteUrl, facts, invoiceNumber)),
      ...supplyNote(order),
      link("Terms of service", `${siteUrl}${paths.terms()}`),
    ],
  };
}

/** Without a VAT number nothing may look like a VAT invoice. */
function invoiceNote(siteUrl: string, { vatNumber }: ProviderFacts, number: string | null): Block[] {
  if (!vatNumber) return ["This receipt is not a VAT invoice."];
  const found = number
    ? `Your VAT invoice has the number ${number}. You can find it`
    : "You can find your VAT invoice";
  return [
    `This receipt is not a VAT invoice. ${found} on your account page under “Your payments”, to read and as a PDF.`,
    button("Go to your invoice", `${siteUrl}${paths.account()}#payments`),
  ];
}

function head(order: Order, number: number): Row[] {
  return [
    ["Order", orderNumber(order.id)],
    ["Paid on", formatDate(order.paid_at ?? order.created_at)],
    [
      "Course",
      `${COURSE.title} (${[TIER_PLANS[order.tier].label, ...seatsText(order), planText(order, number)].join(", ")})`,
    ],
  ];
}

const seatsText = ({ team_id, seats }: Pick<Order, "team_id" | "seats">) =>
  team_id ? [`${placesText(seats)} for a team`] : [];

function planText({ plan, total_pence }: Order, number: number): string {
  if (total_pence === 0) return "free with a discount code";
  switch (plan) {
    case "full":
      return "paid in full";
    case "installment":
      return `3-month plan, payment ${number} of ${INSTALLMENT_MONTHS}`;
  }
}

function amounts(order: Order): Row[] {
  const discount: Row[] =
    order.discount_pence > 0 ? [["Discount", `-${formatPence(order.discount_pence)}`]] : [];
  return [
    [
      order.team_id ? `Price (${order.seats} × ${formatPence(order.subtotal_pence / order.seats)})` : "Price",
      formatPence(order.subtotal_pence),
    ],
    ...discount,
    ["Net", formatPence(order.subtotal_pence - order.discount_pence)],
    [`VAT (${VAT_PERCENT}%)`, formatPence(order.vat_pence)],
    ["Total", formatPence(order.total_pence), "total"],
  ];
}

function seller({ legalName, address, vatNumber }: ProviderFacts): Row[] {
  const all: [string, string | null][] = [
    ["Seller", legalName],
    ["Address", address],
    ["VAT number", vatNumber],
  ];
  return all.flatMap(([label, value]): Row[] => (value ? [[label, value, "name"]] : []));
}

/** Part of the confirmation of a distance sale on a durable medium (Consumer Contracts Regulations 2013, reg. 16 and 37). */
function supplyNote({ immediate_supply_consent_at: at }: Order): Block[] {
  if (!at) return [];
  return [
    `On ${formatDate(at)} you asked us to give you access straight away, before the 14-day cancellation period ends. The terms of service say how that affects your right to cancel.`,
  ];
}

function refundMail(
  { order, refund, creditNote }: { order: Order; refund: Refund; creditNote: CreditNote },
  places: Places,
): MailContent {
  return {
    subject: `Refund for ${COURSE.title}`,
    blocks: [
      refund.is_second_purchase
        ? `You have this course through another order, so we have refunded your second payment of ${formatPence(refund.now_pence)}.`
        : `We have refunded ${formatPence(refund.now_pence)} to you.`,
      ...(refund.is_second_purchase && order.first_purchase_only
        ? ["The discount code of this order is only for a first purchase of the course."]
        : []),
      rows(
        ["Order", orderNumber(order.id)],
        ["Paid", formatPence(refund.paid_pence)],
        ["Refunded now", formatPence(refund.now_pence)],
        ["Refunded in total", formatPence(refund.refunded_pence), "total"],
      ),
      "The money goes back to the card or bank account you paid from. It usually appears there within five to ten days.",
      ...creditNoteBlocks(creditNote, places),
      ...(order.team_id ? refundedTeam(order, refund, places) : refundedLearner(refund, places)),
    ],
  };
}

function creditNoteBlocks(creditNote: CreditNote, { siteUrl }: Places): Block[] {
  if (creditNote === "none") return [];
  const found = creditNote
    ? `Your credit note has the number ${creditNote}. You can find it`
    : "Your credit note appears";
  return [
    `${found} on your account page under “Your payments”, to read and as a PDF.`,
    link("Go to your payments", `${siteUrl}${paths.account()}#payments`),
  ];
}

function refundedLearner({ has_access: hasAccess }: Refund, places: Places): Block[] {
  return hasAccess
    ? ["You still have access to the course.", myLearningButton(places)]
    : [
        "Your access to the course has ended. Your progress stays in your account and will be there if you enrol again.",
      ];
}

function refundedTeam(order: Order, { refunded_pence: refunded }: Refund, { siteUrl }: Places): Block[] {
  const left = seatsLeft(order, refunded);
  return [
    `That leaves ${left === 0 ? "none" : left} of the ${placesText(order.seats)} that this order bought for a team. Places that nobody has been given end first. If more are given than are left, the team’s page says how many you have to end.`,
    button("Go to your team", `${siteUrl}${paths.team()}`),
  ];
}
