import { z } from "zod";
import { badRequest } from "../../api/apiError.ts";
import { endpoint, type Resource } from "../../api/endpoint.ts";
import { currency, integer, listOf, oneOf, text } from "../../api/params.ts";
import { products, type TaxRate, taxRates } from "../../catalogue/objects.ts";
import { createPrice } from "../../catalogue/priceResource.ts";
import { customers } from "../../customers/customer.ts";
import { requireObject, type World } from "../../world.ts";
import { pricingOf } from "./invoiceLines.ts";
import { type Invoice, type InvoiceItem, invoiceItems, invoices } from "./objects.ts";
import { newItem, refreshDraft } from "./oneOff.ts";

const createParams = z.strictObject({
  customer: text(),
  description: text().optional(),
  invoice: text(),
  price_data: z.strictObject({
    currency,
    product: text(),
    tax_behavior: oneOf("exclusive").optional(),
    unit_amount: integer({ min: 0 }),
  }),
  quantity: integer({ min: 1 }).optional(),
  tax_rates: listOf(text()).optional(),
});

/** Adds an item to a draft. */
function create(world: World, params: z.output<typeof createParams>): InvoiceItem {
  const customer = requireObject(world, customers, params.customer, "customer").id;
  const draft = requireDraft(world, params.invoice, "invoice");
  const price = createPrice(world, { ...params.price_data, active: false, metadata: undefined });
  if (draft.currency !== price.currency) {
    throw badRequest(
      `The currency of the invoice item (${price.currency}) does not match that of the invoice (${draft.currency}).`,
    );
  }
  const item = newItem(world, {
    currency: price.currency,
    customer,
    description: params.description ?? requireObject(world, products, price.product).name,
    invoice: draft.id,
    pricing: pricingOf(price),
    quantity: params.quantity ?? 1,
    tax_rates: taxRatesOf(world, params.tax_rates ?? [], "tax_rates"),
    unitAmount: price.unit_amount ?? 0,
  });
  world.store.put(invoices, refreshDraft(world, draft));
  return item;
}

/** The active tax rates with these ids, or Stripe's error. */
export function taxRatesOf(world: World, ids: readonly string[], param: string): TaxRate[] {
  return ids.map((id, at) => {
    const rate = requireObject(world, taxRates, id, `${param}[${at}]`);
    if (rate.active) return rate;
    throw badRequest(`The tax rate ${id} is not active.`, { param: `${param}[${at}]` });
  });
}

/** An invoice that can still be changed. */
export function requireDraft(world: World, id: string, param?: string): Invoice {
  const invoice = requireObject(world, invoices, id, param);
  if (invoice.status === "draft") return invoice;
  throw badRequest("Finalized invoices can't be updated in this way", { code: "invoice_not_editable" });
}

export const invoiceItemResource: Resource = {
  kinds: [invoiceItems],
  endpoints: [endpoint("POST", "/invoiceitems", createParams, create)],
};
