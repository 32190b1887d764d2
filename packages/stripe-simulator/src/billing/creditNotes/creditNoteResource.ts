import { z } from "zod";
import { badRequest } from "../../api/apiError.ts";
import { retrieveEndpoint, saveUpdate } from "../../api/crud.ts";
import { endpoint, type Resource } from "../../api/endpoint.ts";
import { newId } from "../../api/ids.ts";
import { equal, listEndpoint, sublistEndpoint } from "../../api/list.ts";
import { given, integer, listOf, mergeMetadata, metadata, oneOf, text } from "../../api/params.ts";
import { createRefund } from "../../charges/createRefund.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { taxesByRate } from "../invoices/draftInvoice.ts";
import { settle, withRemaining } from "../invoices/markPaid.ts";
import { type Invoice, invoices } from "../invoices/objects.ts";
import { creditLine, linesOfAmount, linesOfParams, totalOf } from "./creditLines.ts";
import { checkSums, linksOf, notesOf, refundLink } from "./creditSums.ts";
import { type CreditNote, type CreditNoteLine, creditNoteLines, creditNotes } from "./objects.ts";

const path = "/credit_notes";
const amount = integer({ min: 1 }).optional();

const fields = z.strictObject({
  amount,
  email_type: oneOf("credit_note", "none").optional(),
  invoice: text(),
  lines: listOf(creditLine).optional(),
  memo: text().optional(),
  metadata,
  out_of_band_amount: amount,
  reason: oneOf("duplicate", "fraudulent", "order_change", "product_unsatisfactory").optional(),
  refund_amount: amount,
  refunds: listOf(refundLink).optional(),
});

type Params = z.output<typeof fields>;

/** Builds a credit note with its sums checked. It is not stored, and `refund_amount` is not refunded yet. */
function build(world: World, params: Params): { note: CreditNote; invoice: Invoice } {
  const invoice = requireObject(world, invoices, params.invoice, "invoice");
  if (invoice.status !== "open" && invoice.status !== "paid") {
    throw badRequest(`You can't create a credit note for an invoice with the status \`${invoice.status}\`.`, {
      param: "invoice",
    });
  }
  if ((params.amount === undefined) === (params.lines === undefined)) {
    throw badRequest("You must specify exactly one of these parameters: amount, lines.");
  }
  const lines = params.lines
    ? linesOfParams(world, invoice, params.lines)
    : linesOfAmount(invoice, params.amount ?? 0);
  const total = lines.reduce((sum, line) => sum + totalOf(line), 0);
  const links = linksOf(world, invoice, params.refunds ?? []);
  const before = Math.min(total, invoice.status === "open" ? invoice.amount_remaining : 0);
  checkSums(world, invoice, params, { post: total - before, links });
  const now = world.now();
  const id = newId("cn");
  const issued = notesOf(world, invoice.id).length + 1;
  const note: CreditNote = {
    ...sumsOf(lines),
    id,
    object: "credit_note",
    amount_shipping: 0,
    created: now,
    currency: invoice.currency,
    customer: invoice.customer,
    customer_account: null,
    customer_balance_transaction: null,
    effective_at: now,
    invoice: invoice.id,
    lines: { object: "list", data: lines, has_more: false, url: `/v1${path}/${id}/lines` },
    livemode: false,
    memo: params.memo ?? null,
    metadata: mergeMetadata({}, params.metadata),
    number: `${invoice.number}-CN-${String(issued).padStart(2, "0")}`,
    out_of_band_amount: params.out_of_band_amount ?? null,
    pdf: `${world.origin}/credit-note/${id}/pdf`,
    post_payment_amount: total - before,
    pre_payment_amount: before,
    reason: params.reason ?? null,
    refunds: links,
    shipping_cost: null,
    status: "issued",
    type: before === 0 ? "post_payment" : before === total ? "pre_payment" : "mixed",
    voided_at: null,
  };
  return { note, invoice };
}

function sumsOf(lines: readonly CreditNoteLine[]) {
  const sum = (of: (line: CreditNoteLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  const taxes = lines.flatMap((line) => line.taxes);
  const taxed = (behaviour: string) =>
    taxes.reduce((total, tax) => total + (tax.tax_behavior === behaviour ? tax.amount : 0), 0);
  const total = sum(totalOf);
  const subtotal = sum((line) => line.amount);
  return {
    amount: total,
    discount_amount: sum((line) => line.discount_amount),
    discount_amounts: lines.flatMap((line) => line.discount_amounts),
    pretax_credit_amounts: lines.flatMap((line) => line.pretax_credit_amounts),
    subtotal,
    subtotal_excluding_tax: subtotal - taxed("inclusive"),
    total,
    total_excluding_tax: total - taxed("exclusive") - taxed("inclusive"),
    total_taxes: taxesByRate(taxes),
  };
}

function create(world: World, params: Params): CreditNote {
  const { note, invoice } = build(world, params);
  const paying = invoice.payments.data.find((each) => each.status === "paid");
  if (params.refund_amount !== undefined && !paying) {
    throw badRequest("This invoice has no payment that can be refunded.", { param: "refund_amount" });
  }
  const made =
    params.refund_amount && paying
      ? [createRefund(world, { payment_intent: paying.payment.payment_intent, amount: params.refund_amount })]
      : [];
  const links = made.map(({ id, amount: back }) => ({
    amount_refunded: back,
    payment_record_refund: null,
    refund: id,
    type: "refund" as const,
  }));
  const issued = world.store.put(creditNotes, { ...note, refunds: [...note.refunds, ...links] });
  emit(world, "credit_note.created", issued);
  reduce(world, invoice.id, note.pre_payment_amount, note.post_payment_amount);
  return issued;
}

/** Takes credited amounts off an invoice; negative ones are added again. What is credited in full is paid. */
function reduce(world: World, id: string, before: number, after: number): void {
  const invoice = saveUpdate(world, invoices, id, "invoice.updated", (old) =>
    withRemaining(world, {
      ...old,
      amount_due: old.amount_due - before,
      amount_remaining: old.amount_remaining - before,
      post_payment_credit_notes_amount: old.post_payment_credit_notes_amount + after,
      pre_payment_credit_notes_amount: old.pre_payment_credit_notes_amount + before,
    }),
  );
  if (invoice.status === "open" && invoice.amount_remaining === 0) settle(world, invoice);
}

/** Only a credit note of an invoice that is still open can be taken back. */
function voidNote(world: World, id: string): CreditNote {
  const note = requireObject(world, creditNotes, id);
  const invoice = requireObject(world, invoices, note.invoice);
  if (note.status === "void" || note.type !== "pre_payment" || invoice.status !== "open") {
    throw badRequest("You can only void an issued credit note of an open invoice.");
  }
  const voided = world.store.put(creditNotes, { ...note, status: "void", voided_at: world.now() });
  emit(world, "credit_note.voided", voided);
  reduce(world, note.invoice, -note.pre_payment_amount, 0);
  return voided;
}

const updateParams = z.strictObject({ memo: text().optional(), metadata });

export const creditNoteResource: Resource = {
  kinds: [creditNotes, creditNoteLines],
  endpoints: [
    endpoint("POST", path, fields, create),
    // GET, and before the path with an id.
    endpoint("GET", `${path}/preview`, fields, (world, params) => build(world, params).note),
    endpoint("POST", `${path}/:id`, updateParams, (world, { memo, metadata: change }, { id }) =>
      saveUpdate(world, creditNotes, id, "credit_note.updated", (old) => ({
        ...old,
        ...given({ memo }),
        metadata: mergeMetadata(old.metadata, change),
      })),
    ),
    endpoint("POST", `${path}/:id/void`, z.strictObject({}), (world, _params, { id }) => voidNote(world, id)),
    sublistEndpoint(
      `${path}/:id/lines`,
      creditNoteLines,
      (world, id) => requireObject(world, creditNotes, id).lines.data,
    ),
    retrieveEndpoint(path, creditNotes),
    listEndpoint(path, creditNotes, {
      customer: equal("customer", text()),
      invoice: equal("invoice", text()),
    }),
  ],
};
