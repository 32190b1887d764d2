import Stripe from "stripe";
import { paths } from "../../../../src/domain/paths.ts";
import { lookupKey } from "../../../../src/domain/sales/plans.ts";
import { CURRENCY } from "../../../../src/domain/sales/pricing.ts";
import { Refusal } from "../../http/refusal.ts";
import type { Call } from "../../http/serve.ts";
import { findOffer } from "../../orders/offer.ts";
import { stripeClient } from "../stripe.ts";
import { findVatRate } from "../vatRate.ts";
import {
  type Billing,
  billingSchema,
  findSale,
  type InvoicedSale,
  type OrderInvoice,
  recordInvoice,
} from "./invoicedOrder.ts";
import { syncInvoice } from "./syncInvoice.ts";
import { taxIdOf } from "./taxId.ts";

/**
 * Creates the provider's invoice for an order and sends it. Continues after a crash at any step: each object is looked
 * up before it is created, and has an idempotency key, so nothing is created or sent twice. Throws a 400 Refusal for
 * what the provider rejects for good; the order has then expired.
 */
export async function issueInvoice(call: Call, row: OrderInvoice): Promise<void> {
  const stripe = stripeClient(call.env);
  const sale = await findSale(call.admin, { id: row.order_id });
  if (!sale) throw new Error(`there is no order ${row.order_id} to invoice`);
  let invoice: Stripe.Invoice;
  try {
    const customer = await ensureCustomer(stripe, sale, row);
    await recordInvoice(call.admin, sale.id, { customer_id: customer });
    invoice = await ensureInvoice(call, stripe, { ...sale, customer_id: customer }, row);
  } catch (error) {
    const refusal = rejectionOf(error);
    if (!refusal) throw error;
    await recordInvoice(call.admin, sale.id, { status: "void" });
    throw refusal;
  }
  if (invoice.status === "draft") {
    invoice = await stripe.invoices.finalizeInvoice(
      invoice.id,
      {},
      { idempotencyKey: `finalize-${sale.id}` },
    );
  }
  if (invoice.status === "open" && !row.sent_at) {
    await stripe.invoices.sendInvoice(invoice.id, {}, { idempotencyKey: `send-${sale.id}` });
    await recordInvoice(call.admin, sale.id, { invoice_id: invoice.id, sent_at: new Date().toISOString() });
  }
  await syncInvoice(call, invoice.id);
}

/** The provider keeps an idempotency key for a day only, and a repeat may come later. */
async function ensureCustomer(stripe: Stripe, sale: InvoicedSale, row: OrderInvoice): Promise<string> {
  if (sale.customer_id) return sale.customer_id;
  const { data } = await stripe.customers.list({ email: sale.email, limit: 100 });
  const existing = data.find((each) => each.metadata.order_id === sale.id);
  if (existing) return existing.id;
  const { line1, line2, city, postalCode, country, vatNumber } = billingSchema.parse(row.billing);
  const taxId = vatNumber && taxIdOf(vatNumber, country);
  const created = await stripe.customers.create(
    {
      name: sale.organization,
      email: sale.email,
      // The provider rejects an empty line.
      address: {
        line1,
        ...(line2 && { line2 }),
        city,
        ...(postalCode && { postal_code: postalCode }),
        country,
      },
      ...(taxId ? { tax_id_data: [taxId] } : {}),
      metadata: { order_id: sale.id },
    },
    { idempotencyKey: `customer-${sale.id}` },
  );
  return created.id;
}

/** The provider's invoice for this order, or undefined if there is none yet. */
export async function findProviderInvoice(
  stripe: Stripe,
  sale: Pick<InvoicedSale, "id" | "customer_id">,
): Promise<Stripe.Invoice | undefined> {
  if (!sale.customer_id) return undefined;
  const { data } = await stripe.invoices.list({ customer: sale.customer_id, limit: 100 });
  return data.find((each) => each.metadata?.order_id === sale.id);
}

async function ensureInvoice(
  call: Call,
  stripe: Stripe,
  sale: InvoicedSale & { customer_id: string },
  row: OrderInvoice,
): Promise<Stripe.Invoice> {
  let invoice = await findProviderInvoice(stripe, sale);
  if (invoice && invoice.status !== "draft") return invoice;
  invoice ??= await stripe.invoices.create(
    {
      customer: sale.customer_id,
      ...SETTINGS,
      days_until_due: row.days_until_due,
      ...(sale.promotion_code_id ? { discounts: [{ promotion_code: sale.promotion_code_id }] } : {}),
      custom_fields: customFields(sale, billingSchema.parse(row.billing)),
      footer: `Terms of service: ${call.env.SITE_URL}${paths.terms()}`,
      metadata: { order_id: sale.id },
    },
    { idempotencyKey: `invoice-${sale.id}` },
  );
  if (invoice.lines.data.length === 0) await addLine(stripe, invoice.id, sale);
  invoice = await stripe.invoices.retrieve(invoice.id);
  if (invoice.total !== sale.total_pence || invoice.currency !== CURRENCY) {
    throw new Error(
      `the order ${sale.id} is over ${sale.total_pence} pence, and its invoice over ${invoice.total} ${invoice.currency}`,
    );
  }
  return invoice;
}

/** Nothing that the account's settings could change decides what is charged and how (docs/decisions/0052). */
const SETTINGS = {
  collection_method: "send_invoice",
  currency: CURRENCY,
  // The steps are ours, so that none happens twice or before the amount was compared.
  auto_advance: false,
  automatic_tax: { enabled: false },
  pending_invoice_items_behavior: "exclude",
  payment_settings: {
    payment_method_types: ["customer_balance", "card"],
    payment_method_options: {
      customer_balance: { funding_type: "bank_transfer", bank_transfer: { type: "gb_bank_transfer" } },
    },
  },
} satisfies Stripe.InvoiceCreateParams;

function customFields(
  sale: InvoicedSale,
  { vatNumber, country }: Billing,
): Stripe.InvoiceCreateParams.CustomField[] {
  const fields = [{ name: "Purchase order", value: sale.purchase_order }];
  if (vatNumber && !taxIdOf(vatNumber, country)) fields.push({ name: "Tax number", value: vatNumber });
  return fields.filter(({ value }) => value !== "");
}

/** With the list price's product, so that a discount code for this product applies, and the price that was agreed. */
async function addLine(
  stripe: Stripe,
  invoice: string,
  sale: InvoicedSale & { customer_id: string },
): Promise<void> {
  const [offer, vatRate] = await Promise.all([
    findOffer(stripe, lookupKey(sale.tier, "full")),
    findVatRate(stripe),
  ]);
  if (!vatRate) throw new Error("the provider has no VAT rate: run the set-up");
  await stripe.invoiceItems.create(
    {
      customer: sale.customer_id,
      invoice,
      quantity: sale.seats,
      price_data: {
        currency: CURRENCY,
        product: offer.product,
        unit_amount: sale.subtotal_pence / sale.seats,
        tax_behavior: "exclusive",
      },
      tax_rates: [vatRate.id],
    },
    { idempotencyKey: `line-${sale.id}` },
  );
}

/** What a person has to correct, in words. Null for anything that another attempt or the timer may solve. */
function rejectionOf(error: unknown): Refusal | null {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return null;
  const { param = "" } = error;
  if (error.code === "tax_id_invalid" || param.startsWith("tax_id_data")) {
    return new Refusal(400, "bad_request", "The VAT number is not valid in this country. Nothing was sent.");
  }
  if (param.startsWith("discounts")) {
    return new Refusal(
      400,
      "discount_invalid",
      "This discount code can no longer be used. Nothing was sent.",
    );
  }
  if (param === "email" || param.startsWith("address")) {
    return new Refusal(
      400,
      "bad_request",
      `The payment provider does not accept this ${param.split("[")[0]}. Nothing was sent.`,
    );
  }
  return null;
}
