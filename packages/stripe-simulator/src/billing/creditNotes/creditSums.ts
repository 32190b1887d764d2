import { z } from "zod";
import { badRequest } from "../../api/apiError.ts";
import { integer, oneOf, text } from "../../api/params.ts";
import { refunds } from "../../charges/objects.ts";
import { formatMoney } from "../../pages/money.ts";
import { requireObject, type World } from "../../world.ts";
import type { Invoice } from "../invoices/objects.ts";
import { type CreditNote, creditNotes } from "./objects.ts";

export const refundLink = z.strictObject({
  amount_refunded: integer({ min: 1 }).optional(),
  refund: text(),
  type: oneOf("refund").optional(),
});

/** The parameters that say how a credited amount is given back, and `lines`, which errors name. */
type Given = {
  lines?: unknown;
  out_of_band_amount?: number | undefined;
  refund_amount?: number | undefined;
};

export function notesOf({ store }: World, invoice: string): CreditNote[] {
  return store.all(creditNotes).filter((each) => each.invoice === invoice);
}

export function linksOf(
  world: World,
  invoice: Invoice,
  wanted: z.output<typeof refundLink>[],
): CreditNote["refunds"] {
  return wanted.map(({ refund: id, amount_refunded: part }, at) => {
    const param = `refunds[${at}]`;
    const refund = requireObject(world, refunds, id, `${param}[refund]`);
    const isOurs = invoice.payments.data.some(
      (each) => each.payment.payment_intent === refund.payment_intent,
    );
    if (!isOurs) throw badRequest("The refund does not belong to a payment of this invoice.", { param });
    const rest = refund.amount - linkedOf(world, invoice.id, id);
    if ((part ?? rest) > rest || rest === 0) {
      throw badRequest(
        "The refund is already linked to a credit note, or is smaller than `amount_refunded`.",
        { param },
      );
    }
    return {
      amount_refunded: part ?? rest,
      payment_record_refund: null,
      refund: id,
      type: "refund" as const,
    };
  });
}

/** How much of a refund the invoice's credit notes cover already. */
function linkedOf(world: World, invoice: string, refund: string): number {
  const links = notesOf(world, invoice).flatMap((each) => (each.status === "issued" ? each.refunds : []));
  return links.reduce((sum, each) => sum + (each.refund === refund ? each.amount_refunded : 0), 0);
}

/**
 * Throws unless what is given back equals what had been paid of the credited amount, and neither exceeds what is left of
 * the invoice's payments after other credit notes and refunds (docs.stripe.com/api/credit_notes/create).
 */
export function checkSums(
  world: World,
  invoice: Invoice,
  params: Given,
  { post, links }: { post: number; links: CreditNote["refunds"] },
): void {
  const money = (pence: number) => formatMoney(pence, invoice.currency);
  const linked = links.reduce((sum, each) => sum + each.amount_refunded, 0);
  const back = (params.refund_amount ?? 0) + linked + (params.out_of_band_amount ?? 0);
  const unlinked = refundsOf(world, invoice).reduce(
    (sum, each) => sum + each.amount - linkedOf(world, invoice.id, each.id),
    0,
  );
  const most = invoice.amount_paid - invoice.post_payment_credit_notes_amount - (unlinked - linked);
  if (post > most) {
    throw badRequest(
      `The credit note amount (${money(post)}) exceeds the amount that can be credited (${money(most)}).`,
      {
        param: params.lines ? "lines" : "amount",
      },
    );
  }
  if (back !== post) {
    throw badRequest(
      `The sum of \`credit_amount\`, \`refund_amount\`, \`refunds\` and \`out_of_band_amount\` (${money(back)}) must equal the post-payment amount of the credit note (${money(post)}).`,
    );
  }
}

function refundsOf({ store }: World, invoice: Invoice) {
  const intents = invoice.payments.data.map((each) => each.payment.payment_intent);
  return store
    .all(refunds)
    .filter((each) => each.payment_intent !== null && intents.includes(each.payment_intent));
}
