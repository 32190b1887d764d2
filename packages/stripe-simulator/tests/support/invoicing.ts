import type Stripe from "stripe";
import { CARD, makeSession, pay } from "./simulator.ts";

export const FIRM = {
  billingAddressLine1: "1 High Street",
  billingLocality: "Leeds",
  billingCountry: "GB",
  isBusiness: "yes",
  businessName: "Example Charity",
  taxId: "gb 123 4567 89",
  "custom-po": "PO-2027-1",
};

/** Checkout as for organisations: with an invoice, an address, a VAT number and a purchase order number. */
export const FOR_ORGANISATIONS: Partial<Stripe.Checkout.SessionCreateParams> = {
  billing_address_collection: "required",
  custom_fields: [
    {
      key: "po",
      label: { custom: "Purchase order number", type: "custom" },
      optional: true,
      text: { maximum_length: 100 },
      type: "text",
    },
  ],
  invoice_creation: { enabled: true, invoice_data: { metadata: { order: "1" } } },
  tax_id_collection: { enabled: true },
};

/** Buys a £60.00 course as an organisation, and returns the paid session with its invoice. */
export async function buyWithInvoice(
  stripe: Stripe,
  params: Partial<Stripe.Checkout.SessionCreateParams> = {},
) {
  const session = await makeSession(stripe, { ...FOR_ORGANISATIONS, ...params });
  const reply = await pay(session.url ?? "", { ...CARD, ...FIRM });
  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["invoice.payments", "customer"],
  });
  // Expanded just above.
  return {
    reply,
    session: paid,
    invoice: paid.invoice as Stripe.Invoice,
    customer: paid.customer as Stripe.Customer,
  };
}

/** A customer's draft of £500 plus 20 % VAT, to be paid by bank transfer within 30 days. */
export async function draftByHand(stripe: Stripe, params: Partial<Stripe.InvoiceCreateParams> = {}) {
  const customer = await stripe.customers.create({
    name: "Example Charity",
    email: "office@example.org",
    address: { line1: "1 High Street", city: "Leeds", postal_code: "LS1 1AA", country: "GB" },
    tax_id_data: [{ type: "gb_vat", value: "GB123456789" }],
  });
  const product = await stripe.products.create({ name: "AI Fluency in 30 Days" });
  const vat = await stripe.taxRates.create({ display_name: "VAT", percentage: 20, inclusive: false });
  const { id } = await stripe.invoices.create({
    customer: customer.id,
    collection_method: "send_invoice",
    currency: "gbp",
    days_until_due: 30,
    payment_settings: {
      payment_method_types: ["customer_balance", "card"],
      payment_method_options: {
        customer_balance: { funding_type: "bank_transfer", bank_transfer: { type: "gb_bank_transfer" } },
      },
    },
    custom_fields: [{ name: "Purchase order", value: "PO-2027-1" }],
    ...params,
  });
  await stripe.invoiceItems.create({
    customer: customer.id,
    invoice: id,
    price_data: { currency: "gbp", product: product.id, unit_amount: 50_000 },
    tax_rates: [vat.id],
  });
  return { customer, draft: await stripe.invoices.retrieve(id) };
}

/** A credit note of `net` pence plus 20 % VAT; one that links no refund makes one. */
export async function credit(
  stripe: Stripe,
  { id, lines }: Stripe.Invoice,
  { net, refund }: { net: number; refund?: string },
): Promise<Stripe.CreditNote> {
  const tax_rate = lines.data[0]?.taxes?.[0]?.tax_rate_details?.tax_rate ?? "";
  const tax = { amount: Math.round(net / 5), tax_rate, taxable_amount: net };
  const total = net + tax.amount;
  return await stripe.creditNotes.create({
    invoice: id,
    lines: [
      {
        type: "custom_line_item",
        description: "Refund",
        quantity: 1,
        unit_amount: net,
        tax_amounts: [tax],
      },
    ],
    ...(refund ? { refunds: [{ refund, amount_refunded: total }] } : { refund_amount: total }),
  });
}

/** The types of all events, oldest first. */
export async function eventTypes(stripe: Stripe): Promise<string[]> {
  return (await stripe.events.list({ limit: 100 })).data.map((each) => each.type).reverse();
}
