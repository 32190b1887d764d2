import { PDFDocument } from "@cantoo/pdf-lib";
import type Stripe from "stripe";
import { expect, test } from "vitest";
import { buyWithInvoice, draftByHand, eventTypes, FIRM, FOR_ORGANISATIONS } from "./support/invoicing.ts";
import { CARD, makeSession, pay, startSimulator } from "./support/simulator.ts";

test("a credit note of a paid invoice refunds a part with its VAT, once", async () => {
  const { stripe } = await startSimulator();
  const { invoice, session } = await buyWithInvoice(stripe);
  const params = {
    invoice: invoice.id,
    amount: 2001,
    refund_amount: 2001,
    memo: "Sorry",
    metadata: { order: "1" },
  };
  expect(await stripe.creditNotes.preview(params)).toMatchObject({ total: 2001 });
  const key = { idempotencyKey: "note-1" };
  const note = await stripe.creditNotes.create(params, key);
  expect((await stripe.creditNotes.create(params, key)).id).toBe(note.id);
  expect(note).toMatchObject({
    number: `${invoice.number}-CN-01`,
    status: "issued",
    type: "post_payment",
    post_payment_amount: 2001,
    total_excluding_tax: 1667,
    total_taxes: [{ amount: 334 }],
    refunds: [{ amount_refunded: 2001, type: "refund" }],
  });
  const [refund] = (await stripe.refunds.list({ payment_intent: String(session.payment_intent) })).data;
  expect(note.refunds[0]?.refund).toBe(refund?.id);
  expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({
    status: "paid",
    post_payment_credit_notes_amount: 2001,
    amount_paid: 6000,
  });
  expect((await stripe.creditNotes.list({ invoice: invoice.id })).data).toHaveLength(1);
  expect(await eventTypes(stripe)).toContain("credit_note.created");
  await expect(stripe.creditNotes.voidCreditNote(note.id)).rejects.toThrow("You can only void");
});

test("a credit note links a refund that exists, and never credits more than was paid", async () => {
  const { stripe } = await startSimulator();
  const { invoice, session } = await buyWithInvoice(stripe);
  const refund = await stripe.refunds.create({
    payment_intent: String(session.payment_intent),
    amount: 3000,
  });
  const linked = { invoice: invoice.id, refunds: [{ refund: refund.id }] };
  const attempts: [Stripe.CreditNoteCreateParams, string][] = [
    [
      { invoice: invoice.id, amount: 3001, refund_amount: 3001 },
      "exceeds the amount that can be credited (£30.00)",
    ],
    [{ ...linked, amount: 2999 }, "must equal the post-payment amount"],
    [{ ...linked, amount: 3000, refund_amount: 1 }, "must equal the post-payment amount"],
    [{ invoice: invoice.id, out_of_band_amount: 1 }, "exactly one of these parameters: amount, lines"],
    [{ ...linked, lines: [{ type: "custom_line_item" }] }, "lines[0][unit_amount]"],
  ];
  for (const [params, message] of attempts) {
    await expect(stripe.creditNotes.create(params)).rejects.toThrow(message);
  }
  const line = invoice.lines.data[0]?.id ?? "";
  const lines = [{ type: "invoice_line_item" as const, invoice_line_item: line, amount: 2500 }];
  const note = await stripe.creditNotes.create({ ...linked, lines });
  expect(note).toMatchObject({
    total: 3000,
    total_taxes: [{ amount: 500 }],
    lines: { data: [{ amount: 2500 }] },
  });
  await expect(stripe.creditNotes.create({ ...linked, amount: 3000 })).rejects.toThrow("already linked");
  const rest = await stripe.creditNotes.create({ invoice: invoice.id, amount: 3000, refund_amount: 3000 });
  expect([rest.number, rest.total]).toEqual([`${invoice.number}-CN-02`, 3000]);
});

test("a credit note reduces what an open invoice asks for, can be voided, and settles the invoice when nothing remains", async () => {
  const { stripe, draft } = await draftByHand();
  await stripe.invoices.finalizeInvoice(draft.id);
  const note = await stripe.creditNotes.create({ invoice: draft.id, amount: 12_000, reason: "order_change" });
  expect(note).toMatchObject({ type: "pre_payment", pre_payment_amount: 12_000, refunds: [] });
  const reduced = await stripe.invoices.retrieve(draft.id, {
    expand: ["payments.data.payment.payment_intent"],
  });
  expect(reduced).toMatchObject({
    amount_due: 48_000,
    amount_remaining: 48_000,
    pre_payment_credit_notes_amount: 12_000,
    total: 60_000,
    payments: { data: [{ amount_requested: 48_000, payment: { payment_intent: { amount: 48_000 } } }] },
  });
  expect((await stripe.creditNotes.voidCreditNote(note.id)).status).toBe("void");
  await stripe.creditNotes.create({ invoice: draft.id, amount: 60_000 });
  expect(await stripe.invoices.retrieve(draft.id)).toMatchObject({
    status: "paid",
    amount_due: 0,
    amount_paid: 0,
  });
});

test.each(["Example Charity", "Fundacja Łódź, Çağrı", "慈善 Організація مؤسسة 🙂"])(
  "the PDFs of an invoice and its credit note can be opened, whatever the script of the buyer %j",
  async (businessName) => {
    const { stripe } = await startSimulator();
    const session = await makeSession(stripe, FOR_ORGANISATIONS);
    await pay(session.url ?? "", { ...CARD, ...FIRM, businessName });
    const [invoice] = (await stripe.invoices.list()).data;
    const note = await stripe.creditNotes.create({
      invoice: invoice?.id ?? "",
      amount: 600,
      refund_amount: 600,
    });
    for (const url of [invoice?.invoice_pdf ?? "", note.pdf]) {
      const reply = await fetch(url);
      expect(reply.headers.get("content-type")).toBe("application/pdf");
      const pdf = await PDFDocument.load(await reply.arrayBuffer());
      expect(pdf.getPageCount()).toBe(1);
    }
  },
);

test("a buyer sends too little and then the rest from the page of an invoice", async () => {
  const { stripe, draft } = await draftByHand();
  const sent = await stripe.invoices.sendInvoice(draft.id);
  const page = sent.hosted_invoice_url ?? "";
  const transfer = (amount: string) => pay(`${page}/transfer`, { amount });
  expect((await transfer("soon")).html).toContain("Enter an amount such as 60.00.");
  expect((await transfer("100")).status).toBe(303);
  expect(await (await fetch(page)).text()).toContain('value="600.00"');
  await transfer("500.00");
  expect(await (await fetch(page)).text()).toContain("This invoice has been paid.");
});
