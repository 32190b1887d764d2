import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import {
  buyWithInvoice,
  credit,
  draftByHand,
  eventTypes,
  FIRM,
  FOR_ORGANISATIONS,
} from "./support/invoicing.ts";
import { CARD, makeSession, pay, startSimulator } from "./support/simulator.ts";

test("a credit note refunds a part of a paid invoice with its VAT", async () => {
  const { stripe } = await startSimulator();
  const { invoice, session } = await buyWithInvoice(stripe);
  const note = await credit(stripe, invoice, { net: 1667 });
  expect(note).toMatchObject({
    number: `${invoice.number}-CN-01`,
    status: "issued",
    type: "post_payment",
    post_payment_amount: 2000,
    total_excluding_tax: 1667,
    total_taxes: [{ amount: 333 }],
    refunds: [{ amount_refunded: 2000, type: "refund" }],
  });
  const [refund] = (await stripe.refunds.list({ payment_intent: String(session.payment_intent) })).data;
  expect(note.refunds[0]?.refund).toBe(refund?.id);
  expect(await stripe.invoices.retrieve(invoice.id)).toMatchObject({
    status: "paid",
    post_payment_credit_notes_amount: 2000,
    amount_paid: 6000,
  });
  expect((await stripe.creditNotes.list({ invoice: invoice.id })).data).toHaveLength(1);
  expect(await eventTypes(stripe)).toContain("credit_note.created");
});

test("a credit note links a refund that exists, and never credits more than was paid", async () => {
  const { stripe } = await startSimulator();
  const { invoice, session } = await buyWithInvoice(stripe);
  const { id: refund } = await stripe.refunds.create({
    payment_intent: String(session.payment_intent),
    amount: 3000,
  });
  const attempts: [{ net: number; refund?: string }, string][] = [
    [{ net: 2501 }, "exceeds the amount that can be credited (£30.00)"],
    [{ net: 2501, refund }, "is smaller than `amount_refunded`"],
    [{ net: 2500, refund: "re_none" }, "No such refund"],
  ];
  for (const [wanted, message] of attempts) {
    await expect(credit(stripe, invoice, wanted)).rejects.toThrow(message);
  }
  expect((await credit(stripe, invoice, { net: 2500, refund })).total).toBe(3000);
  await expect(credit(stripe, invoice, { net: 2500, refund })).rejects.toThrow("already linked");
  const rest = await credit(stripe, invoice, { net: 2500 });
  expect([rest.number, rest.total]).toEqual([`${invoice.number}-CN-02`, 3000]);
});

test.each(["Example Charity", "Fundacja Łódź, Çağrı", "慈善 Організація مؤسسة 🙂"])(
  "the PDFs of an invoice and its credit note can be opened, whatever the script of the buyer %j",
  async (businessName) => {
    const { stripe } = await startSimulator();
    const session = await makeSession(stripe, FOR_ORGANISATIONS);
    await pay(session.url ?? "", { ...CARD, ...FIRM, businessName });
    const [invoice] = (await stripe.invoices.list()).data;
    if (!invoice) throw new Error("There is no invoice");
    const note = await credit(stripe, invoice, { net: 500 });
    for (const url of [invoice.invoice_pdf ?? "", note.pdf]) {
      const reply = await fetch(url);
      expect(reply.headers.get("content-type")).toBe("application/pdf");
      const pdf = await PDFDocument.load(await reply.arrayBuffer());
      expect(pdf.getPageCount()).toBe(1);
    }
  },
);

test("a buyer sends too little and then the rest from the page of an invoice", async () => {
  const { stripe } = await startSimulator();
  const { draft } = await draftByHand(stripe);
  const sent = await stripe.invoices.sendInvoice(draft.id);
  const page = sent.hosted_invoice_url ?? "";
  const transfer = (amount: string) => pay(`${page}/transfer`, { amount });
  expect((await transfer("soon")).html).toContain("Enter an amount such as 60.00.");
  expect((await transfer("100")).status).toBe(303);
  expect(await (await fetch(page)).text()).toContain('value="600.00"');
  await transfer("500.00");
  expect(await (await fetch(page)).text()).toContain("This invoice has been paid.");
});
