import { describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { createAccount } from "../../support/server/createAccount.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { bought, buy, mailedPassword, mailsTo } from "../moneyBack.ts";
import { expectPayments, payPlan, reconcile } from "../plans.ts";
import { makeCode, newEmail, openCheckout, orderOf, professionalPayload, studentPayload } from "../shop.ts";

const academy = withAcademy();

const ORGANISATION = { name: "Organisation", value: "Example Ltd" };

type PaymentRow = { id: string; invoice_id: string; invoice_number: string; refunded_pence: number };
async function paymentRow(sessionId: string): Promise<PaymentRow> {
  const { id } = await orderOf(academy, sessionId);
  const [row] = await academy.backend.query<PaymentRow>(
    "select id, invoice_id, invoice_number, refunded_pence from public.order_payments where order_id = $1 and number = 1",
    [id],
  );
  if (!row) throw new Error("the order has no payment");
  return row;
}
const notesOf = (paymentId: string) =>
  academy.backend.query<{
    id: string;
    refund_id: string;
    number: string;
    amount_pence: number;
    vat_pence: number;
  }>(
    "select id, refund_id, number, amount_pence, vat_pence from public.credit_notes where payment_id = $1 order by number",
    [paymentId],
  );
/** Waits for the credit notes of a payment. */
const noted = (paymentId: string, count: number) =>
  eventually(async () => {
    const notes = await notesOf(paymentId);
    expect(notes).toHaveLength(count);
    return notes;
  });

/** Buys as a professional who enters this on the provider's page. */
async function buyAs(typed: Record<string, string>) {
  const { url, sessionId } = await openCheckout(academy, professionalPayload(newEmail()));
  await payOnHostedPage(url, typed);
  await eventually(async () => expect((await orderOf(academy, sessionId)).paid_at).not.toBeNull());
  const payment = await paymentRow(sessionId);
  return { sessionId, payment, invoice: await academy.stripe.invoices.retrieve(payment.invoice_id) };
}

const purchaseOrderOf = async (sessionId: string) => {
  const { id } = await orderOf(academy, sessionId);
  return (await academy.backend.query("select purchase_order from public.orders where id = $1", [id]))[0];
};

describe("the invoice of a full payment (S-128)", () => {
  it.each([
    ["GB", "gb 123-4567.89", { type: "gb_vat", value: "GB123456789" }],
    ["DE", "de 123 456 789", { type: "eu_vat", value: "DE123456789" }],
    ["CH", "che-123.456.789 mwst", { type: "ch_vat" }],
  ])("is made out to an organisation in %s, with the VAT number %s", async (country, typed, taxId) => {
    const address = { "address-line1": "शिव मार्ग १२ – Große Straße", "address-level2": "東京" };
    const purchaseOrder = "PO-".padEnd(100, "7");
    const { sessionId, payment, invoice } = await buyAs({
      ...address,
      billingCountry: country,
      isBusiness: "yes",
      businessName: "Ọ̀nà & Söhne",
      taxId: typed,
      "custom-purchaseorder": ` ${purchaseOrder} `,
    });
    expect(invoice).toMatchObject({
      number: payment.invoice_number,
      status: "paid",
      customer_name: "Ọ̀nà & Söhne",
      customer_address: { country, line1: address["address-line1"], city: address["address-level2"] },
      customer_tax_ids: [taxId],
      custom_fields: [ORGANISATION],
      total: 1020_00,
      total_excluding_tax: 850_00,
      metadata: { order_id: (await orderOf(academy, sessionId)).id },
    });
    expect(await purchaseOrderOf(sessionId)).toEqual({ purchase_order: purchaseOrder });
  });

  it("is not paid for with a wrong VAT number or an address that is incomplete", async () => {
    for (const typed of [
      { isBusiness: "yes", taxId: "GB 12" },
      { "address-line1": " " },
      { businessName: "" },
    ]) {
      const { url, sessionId } = await openCheckout(academy, professionalPayload(newEmail()));
      await expect(payOnHostedPage(url, typed)).rejects.toThrow(/payment answered 4/);
      expect((await orderOf(academy, sessionId)).paid_at).toBeNull();
    }
  });

  it("asks a student for nothing but what the card needs", async () => {
    const { url, sessionId } = await openCheckout(academy, await studentPayload(academy, newEmail()));
    expect(await (await fetch(url)).text()).not.toMatch(/taxId|purchaseorder|businessName/);
    await payOnHostedPage(url);
    await eventually(async () =>
      expect(await paymentRow(sessionId)).toMatchObject({ invoice_number: expect.any(String) }),
    );
    const { invoice_id: id } = await paymentRow(sessionId);
    // The university buys nothing.
    expect((await academy.stripe.invoices.retrieve(id)).custom_fields ?? []).toEqual([]);
  });

  it("is stored when the provider issues it after the order was granted, and a refund made before is credited", async () => {
    const { sessionId, intent } = await bought(academy);
    const { id, invoice_id: invoiceId } = await paymentRow(sessionId);
    await academy.backend.query(
      "update public.order_payments set invoice_id = null, invoice_number = null where id = $1",
      [id],
    );
    await academy.stripe.refunds.create({ payment_intent: intent, amount: 20_00 });
    await eventually(async () => expect((await paymentRow(sessionId)).refunded_pence).toBe(20_00));
    expect(await notesOf(id)).toEqual([]);
    expect((await academy.call("verify-guest-payment", { sessionId })).status).toBe(200);
    expect((await paymentRow(sessionId)).invoice_id).toBe(invoiceId);
    expect(await notesOf(id)).toMatchObject([{ amount_pence: 20_00, vat_pence: 3_33 }]);
  });
});

it("the later invoices of a plan have the organisation and its purchase order number (S-128)", async () => {
  const typed = { "custom-purchaseorder": "PO 4711" };
  const { sessionId } = await payPlan(academy, newEmail(), {}, typed);
  await expectPayments(academy, sessionId, ["paid"]);
  await academy.simulate("advance", { months: 1 });
  await academy.simulate("advance", { days: 1 });
  await expectPayments(academy, sessionId, ["paid", "paid"]);
  const { subscription } = await academy.stripe.checkout.sessions.retrieve(sessionId);
  const { data } = await academy.stripe.invoices.list({ subscription: String(subscription) });
  expect(data[0]?.custom_fields).toEqual([ORGANISATION, { name: "Purchase order", value: "PO 4711" }]);
  const numbers = await academy.backend.query<{ invoice_number: string }>(
    "select invoice_number from public.order_payments where order_id = $1 order by number",
    [(await orderOf(academy, sessionId)).id],
  );
  expect(numbers.map((each) => each.invoice_number)).toEqual(data.map(({ number }) => number).toReversed());
});

describe("the credit notes of refunds (S-130)", () => {
  it("are issued once for each refund, however often and in whatever order its events arrive", async () => {
    const { sessionId, intent } = await bought(academy);
    const { id, invoice_id: invoice } = await paymentRow(sessionId);
    await academy.simulate("webhooks", { mode: "hold", copies: 3 });
    const parts = [20_00, 33, 1];
    for (const amount of parts) await academy.stripe.refunds.create({ payment_intent: intent, amount });
    await academy.simulate("webhooks/release", { order: "backwards" });
    await academy.setWebhooks("deliver");
    const notes = await noted(id, 3);
    await reconcile(academy);
    expect(notes.map((each) => each.amount_pence)).toEqual(parts);
    expect(notes.map((each) => each.vat_pence).reduce((sum, vat) => sum + vat)).toBe(Math.round(2034 / 6));
    expect((await academy.stripe.creditNotes.list({ invoice })).data).toHaveLength(3);
  });

  it("are named by number in the email about their refund, once for each part (S-165)", async () => {
    const { sessionId, intent, email } = await bought(academy);
    const { id } = await paymentRow(sessionId);
    for (const [count, amount] of [
      [1, 2000],
      [2, 82_00],
    ] as const) {
      await academy.stripe.refunds.create({ payment_intent: intent, amount });
      const number = (await noted(id, count)).at(-1)?.number ?? "";
      const [mail] = await eventually(() => {
        const mails = mailsTo(academy, email, "Refund");
        expect(mails).toHaveLength(count);
        return mails;
      });
      expect(mail).toContain(`Your credit note has the number ${number}.`);
      expect(mail).toContain("/academy/account#payments");
    }
  });

  it("are recorded when staff issued one in the provider's dashboard together with the refund", async () => {
    const { sessionId } = await bought(academy);
    const { id, invoice_id: invoice } = await paymentRow(sessionId);
    const line = {
      type: "custom_line_item",
      description: "Sorry",
      quantity: 1,
      unit_amount: 102_00,
    } as const;
    const made = await academy.stripe.creditNotes.create({ invoice, lines: [line], refund_amount: 102_00 });
    expect(await noted(id, 1)).toMatchObject([{ id: made.id, number: made.number, amount_pence: 102_00 }]);
    expect((await academy.stripe.creditNotes.list({ invoice })).data).toHaveLength(1);
  });
});

describe("an order that a code makes free (S-132)", () => {
  it("has a receipt, which says that nothing was paid, and no invoice", async () => {
    const { code } = await makeCode(academy, { duration: "forever", percent_off: 100 });
    const email = newEmail();
    const { sessionId } = await buy(academy, { ...professionalPayload(email), discountCode: code });
    const [receipt] = await eventually(() => {
      const mails = mailsTo(academy, email, "Receipt");
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(receipt).toContain("you paid nothing");
    expect(receipt).toContain("Total: £0.00");
    expect(receipt).toContain("(Professionals, free with a discount code)");
    expect(await paymentRow(sessionId)).toMatchObject({ invoice_id: null });
  });
});

describe("a link to an invoice or a credit note (S-129)", () => {
  const open = (kind: string, id: string, headers = {}) =>
    academy.call("billing-portal", { paper: { kind, id } }, headers);

  async function signIn(email: string, password: string) {
    const client = academy.client();
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    if (error) throw error;
    await client.auth.updateUser({ password: "a password of my own" });
    return { authorization: `Bearer ${data.session.access_token}` };
  }

  it("is given to the proven buyer only", async () => {
    const { email, sessionId, orderId, intent } = await bought(academy);
    const { id } = await paymentRow(sessionId);
    await academy.stripe.refunds.create({ payment_intent: intent, amount: 20_00 });
    const [note] = await noted(id, 1);
    const owner = await signIn(email, await mailedPassword(academy, email));
    const papers = [
      ["invoice", id],
      ["invoice_pdf", id],
      ["credit_note", note?.id ?? ""],
    ] as const;
    for (const [kind, paper] of papers) {
      const { status, body } = await open(kind, paper, owner);
      expect(status).toBe(200);
      const page = await fetch(String(body.url));
      expect(page.headers.get("content-type")).toMatch(kind === "invoice" ? "text/html" : "application/pdf");
    }

    const account = { email: newEmail(), password: "a long password" };
    const { session } = await createAccount(academy.client(academy.secretKey), academy.client(), account);
    const stranger = { authorization: `Bearer ${session.access_token}` };
    await academy.backend.query(
      "update public.orders set user_id = $1, is_owner_proven = false where id = $2",
      [session.user.id, orderId],
    );
    for (const [kind, paper] of papers) {
      expect((await open(kind, paper)).status).toBe(401);
      expect(await open(kind, paper, owner)).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(await open(kind, paper, stranger)).toMatchObject({
        status: 403,
        body: { code: "address_unproven" },
      });
      expect((await open(kind, "no-such-paper", owner)).status).toBe(404);
    }
  });
});
