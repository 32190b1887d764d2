import { z } from "zod";
import { badRequest } from "../../api/apiError.ts";
import { retrieveEndpoint, saveUpdate } from "../../api/crud.ts";
import { endpoint, type Resource } from "../../api/endpoint.ts";
import { newId } from "../../api/ids.ts";
import { equal, listEndpoint } from "../../api/list.ts";
import { integer, listOf, mergeMetadata, metadata, oneOf, text } from "../../api/params.ts";
import { createRefund } from "../../charges/createRefund.ts";
import { refunds } from "../../charges/objects.ts";
import { formatMoney } from "../../pages/money.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { taxesByRate } from "../invoices/draftInvoice.ts";
import { taxRatesOf } from "../invoices/invoiceItemResource.ts";
import { invoiceTax } from "../invoices/invoiceLines.ts";
import { type Invoice, invoices } from "../invoices/objects.ts";
import { type CreditNote, type CreditNoteLine, creditNoteLines, creditNotes } from "./objects.ts";

const path = "/credit_notes";

const taxAmount = z.strictObject({
  amount: integer({ min: 0 }),
  tax_rate: text(),
  taxable_amount: integer({ min: 0 }),
});

const customLine = z.strictObject({
  description: text(),
  quantity: integer({ min: 1 }),
  tax_amounts: listOf(taxAmount).optional(),
  type: oneOf("custom_line_item"),
  unit_amount: integer({ min: 1 }),
});

const refundLink = z.strictObject({ amount_refunded: integer({ min: 1 }), refund: text() });

const fields = z.strictObject({
  email_type: oneOf("credit_note", "none").optional(),
  invoice: text(),
  lines: listOf(customLine),
  metadata,
  reason: oneOf("duplicate", "fraudulent", "order_change", "product_unsatisfactory").optional(),
  refund_amount: integer({ min: 1 }).optional(),
  refunds: listOf(refundLink).optional(),
});

type Params = z.output<typeof fields>;

function lineOf(world: World, given: z.output<typeof customLine>, param: string): CreditNoteLine {
  const taxes = (given.tax_amounts ?? []).flatMap(({ tax_rate: id, ...tax }, at) =>
    taxRatesOf(world, [id], `${param}[tax_amounts][${at}][tax_rate]`).map((rate) =>
      invoiceTax({ ...tax, rate, taxability_reason: null }),
    ),
  );
  return {
    id: newId("cnli"),
    object: "credit_note_line_item",
    amount: given.unit_amount * given.quantity,
    description: given.description,
    discount_amount: 0,
    discount_amounts: [],
    livemode: false,
    metadata: {},
    pretax_credit_amounts: [],
    quantity: given.quantity,
    tax_rates: [],
    taxes,
    type: "custom_line_item",
    unit_amount: given.unit_amount,
    unit_amount_decimal: String(given.unit_amount),
  };
}

/** Credits a paid invoice; the tax of its lines is added to their amounts. */
function create(world: World, params: Params): CreditNote {
  const invoice = requireObject(world, invoices, params.invoice, "invoice");
  if (invoice.status !== "paid") {
    throw badRequest("The payment simulator credits only invoices that are paid.", { param: "invoice" });
  }
  const lines = params.lines.map((each, at) => lineOf(world, each, `lines[${at}]`));
  const taxes = taxesByRate(lines.flatMap((line) => line.taxes));
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0);
  const total = taxes.reduce((sum, tax) => sum + tax.amount, subtotal);
  const links = (params.refunds ?? []).map((each, at) => linkOf(world, invoice, each, `refunds[${at}]`));
  checkSums(world, invoice, { total, links, back: params.refund_amount ?? 0 });
  if (params.refund_amount) links.push(refundNow(world, invoice, params.refund_amount));
  const id = newId("cn");
  const issued = world.store.put(creditNotes, {
    id,
    object: "credit_note",
    amount: total,
    amount_shipping: 0,
    created: world.now(),
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    customer_balance_transaction: null,
    discount_amount: 0,
    discount_amounts: [],
    effective_at: world.now(),
    invoice: invoice.id,
    lines: { object: "list", data: lines, has_more: false, url: `/v1${path}/${id}/lines` },
    livemode: false,
    memo: null,
    metadata: mergeMetadata({}, params.metadata),
    number: `${invoice.number}-CN-${String(notesOf(world, invoice.id).length + 1).padStart(2, "0")}`,
    out_of_band_amount: null,
    pdf: `${world.origin}/credit-note/${id}/pdf`,
    post_payment_amount: total,
    pre_payment_amount: 0,
    pretax_credit_amounts: [],
    reason: params.reason ?? null,
    refunds: links,
    shipping_cost: null,
    status: "issued",
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: subtotal,
    total_taxes: taxes,
    type: "post_payment",
    voided_at: null,
  });
  emit(world, "credit_note.created", issued);
  saveUpdate(world, invoices, invoice.id, "invoice.updated", (before) => ({
    ...before,
    post_payment_credit_notes_amount: before.post_payment_credit_notes_amount + total,
  }));
  return issued;
}

type Link = CreditNote["refunds"][number];

function refundNow(world: World, invoice: Invoice, amount: number): Link {
  const paying = invoice.payments.data.find((each) => each.status === "paid");
  const refund = createRefund(world, { payment_intent: paying?.payment.payment_intent, amount });
  return { amount_refunded: amount, payment_record_refund: null, refund: refund.id, type: "refund" };
}

function linkOf(
  world: World,
  invoice: Invoice,
  { refund: id, amount_refunded }: z.output<typeof refundLink>,
  param: string,
): Link {
  const refund = requireObject(world, refunds, id, `${param}[refund]`);
  if (!refundsOf(world, invoice).some((each) => each.id === id)) {
    throw badRequest("The refund does not belong to a payment of this invoice.", { param });
  }
  if (amount_refunded > refund.amount - linkedOf(world, invoice.id, id)) {
    throw badRequest("The refund is already linked to a credit note, or is smaller than `amount_refunded`.", {
      param,
    });
  }
  return { amount_refunded, payment_record_refund: null, refund: id, type: "refund" };
}

function notesOf({ store }: World, invoice: string): CreditNote[] {
  return store.all(creditNotes).filter((each) => each.invoice === invoice);
}

/** How much of a refund the invoice's credit notes cover already. */
function linkedOf(world: World, invoice: string, refund: string): number {
  const links = notesOf(world, invoice).flatMap((each) => each.refunds);
  return links.reduce((sum, each) => sum + (each.refund === refund ? each.amount_refunded : 0), 0);
}

function refundsOf({ store }: World, invoice: Invoice) {
  const intents = invoice.payments.data.map((each) => each.payment.payment_intent);
  return store
    .all(refunds)
    .filter((each) => each.payment_intent !== null && intents.includes(each.payment_intent));
}

/**
 * Throws unless what is given back equals what is credited, and neither exceeds what is left of the invoice's payments
 * after other credit notes and refunds (docs.stripe.com/api/credit_notes/create).
 */
function checkSums(
  world: World,
  invoice: Invoice,
  { total, links, back: now }: { total: number; links: readonly Link[]; back: number },
): void {
  const money = (pence: number) => formatMoney(pence, invoice.currency);
  const linked = links.reduce((sum, each) => sum + each.amount_refunded, 0);
  const unlinked = refundsOf(world, invoice).reduce(
    (sum, each) => sum + each.amount - linkedOf(world, invoice.id, each.id),
    0,
  );
  const most = invoice.amount_paid - invoice.post_payment_credit_notes_amount - (unlinked - linked);
  if (total > most) {
    throw badRequest(
      `The credit note amount (${money(total)}) exceeds the amount that can be credited (${money(most)}).`,
      { param: "lines" },
    );
  }
  if (now + linked !== total) {
    throw badRequest(
      `The sum of \`credit_amount\`, \`refund_amount\`, \`refunds\` and \`out_of_band_amount\` (${money(now + linked)}) must equal the post-payment amount of the credit note (${money(total)}).`,
    );
  }
}

export const creditNoteResource: Resource = {
  kinds: [creditNotes, creditNoteLines],
  endpoints: [
    endpoint("POST", path, fields, create),
    retrieveEndpoint(path, creditNotes),
    listEndpoint(path, creditNotes, { invoice: equal("invoice", text()) }),
  ],
};
