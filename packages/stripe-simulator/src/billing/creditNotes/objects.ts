import type Stripe from "stripe";
import type { ObjectList } from "../../api/endpoint.ts";
import type { Kind, Stored, WithoutNulls } from "../../api/kind.ts";

/** A line of a credit note, stored with it. `amount` is before tax, in the smallest unit. */
export type CreditNoteLine = Stored<
  WithoutNulls<Stripe.CreditNoteLineItem>,
  {
    discount_amounts: { amount: number; discount: string }[];
    pretax_credit_amounts: { amount: number; discount: string; type: "discount" }[];
    taxes: Stripe.CreditNoteLineItem.Tax[];
    unit_amount_decimal: string | null;
  }
>;

export const creditNoteLines: Kind<CreditNoteLine> = { object: "credit_note_line_item" };

/** Reduces an invoice after it was finalised. Links are ids, dates Unix seconds, amounts in the smallest unit. */
export type CreditNote = Stored<
  WithoutNulls<Stripe.CreditNote>,
  {
    customer: string;
    customer_balance_transaction: null;
    discount_amounts: { amount: number; discount: string }[];
    invoice: string;
    lines: ObjectList<CreditNoteLine>;
    out_of_band_amount: null;
    pretax_credit_amounts: { amount: number; discount: string; type: "discount" }[];
    refunds: { amount_refunded: number; payment_record_refund: null; refund: string; type: "refund" }[];
    status: "issued";
    voided_at: null;
  }
>;

export const creditNotes: Kind<CreditNote> = {
  object: "credit_note",
  expandable: ["customer", "invoice", "refunds.refund"],
};
