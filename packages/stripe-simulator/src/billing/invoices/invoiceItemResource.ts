import { z } from "zod";
import { badRequest } from "../../api/apiError.ts";
import { removeEndpoint, retrieveEndpoint } from "../../api/crud.ts";
import { endpoint, type Resource } from "../../api/endpoint.ts";
import { equal, listEndpoint } from "../../api/list.ts";
import {
  boolean,
  currency,
  given,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
  timestamp,
} from "../../api/params.ts";
import { type Price, prices, products, type TaxRate, taxRates } from "../../catalogue/objects.ts";
import { createPrice } from "../../catalogue/priceResource.ts";
import { customers } from "../../customers/customer.ts";
import { discounts, newDiscount } from "../../discounts/objects.ts";
import { findSource } from "../../discounts/source.ts";
import { emit } from "../../webhooks/emit.ts";
import { requireObject, type World } from "../../world.ts";
import { pricingOf } from "./invoiceLines.ts";
import { type Invoice, type InvoiceItem, invoiceItems, invoices } from "./objects.ts";
import { newItem, refreshDraft } from "./oneOff.ts";

const path = "/invoiceitems";

const createParams = z.strictObject({
  amount: integer({ min: 0 }).optional(),
  currency: currency.optional(),
  customer: text(),
  description: text().optional(),
  discountable: boolean.optional(),
  discounts: listOf(
    z.strictObject({ coupon: text().optional(), promotion_code: text().optional() }),
  ).optional(),
  invoice: text().optional(),
  metadata,
  period: z.strictObject({ end: timestamp, start: timestamp }).optional(),
  price_data: z
    .strictObject({
      currency,
      product: text(),
      tax_behavior: oneOf("exclusive", "inclusive", "unspecified").optional(),
      unit_amount: integer({ min: 0 }),
    })
    .optional(),
  pricing: z.strictObject({ price: text() }).optional(),
  quantity: integer({ min: 1 }).optional(),
  tax_rates: listOf(text()).optional(),
});

type CreateParams = z.output<typeof createParams>;

function create(world: World, params: CreateParams): InvoiceItem {
  const customer = requireObject(world, customers, params.customer, "customer").id;
  const draft = params.invoice ? requireDraft(world, params.invoice, "invoice") : null;
  const price = priceOf(world, params);
  if (!price && params.amount === undefined) {
    throw badRequest("One of the following params should be provided: amount, price_data, pricing.");
  }
  const unit = price?.currency ?? params.currency ?? draft?.currency;
  if (!unit)
    throw badRequest("Missing required param: currency.", { code: "parameter_missing", param: "currency" });
  if (draft && draft.currency !== unit) {
    throw badRequest(
      `The currency of the invoice item (${unit}) does not match that of the invoice (${draft.currency}).`,
    );
  }
  const source = findSource(world, params.discounts);
  const discount = source
    ? world.store.put(
        discounts,
        newDiscount(
          world.now(),
          { coupon: source.coupon, promotionCode: source.code?.id ?? null },
          { customer },
        ),
      )
    : null;
  const item = newItem(world, {
    currency: unit,
    customer,
    description:
      params.description ?? (price ? (world.store.get(products, price.product)?.name ?? null) : null),
    discounts: discount ? [discount.id] : [],
    invoice: draft?.id ?? null,
    metadata: mergeMetadata({}, params.metadata),
    pricing: price
      ? pricingOf(price)
      : { type: "price_details", unit_amount_decimal: String(params.amount ?? 0) },
    quantity: price ? (params.quantity ?? 1) : 1,
    tax_rates: taxRatesOf(world, params.tax_rates ?? [], "tax_rates"),
    unitAmount: price ? (price.unit_amount ?? 0) : (params.amount ?? 0),
    ...given({ discountable: params.discountable, period: params.period }),
  });
  if (draft) world.store.put(invoices, refreshDraft(world, draft));
  return item;
}

function priceOf(world: World, { price_data: data, pricing }: CreateParams): Price | null {
  if (data) return createPrice(world, { ...data, active: false, metadata: undefined });
  return pricing ? requireObject(world, prices, pricing.price, "pricing[price]") : null;
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
  endpoints: [
    endpoint("POST", path, createParams, create),
    retrieveEndpoint(path, invoiceItems),
    listEndpoint(path, invoiceItems, {
      customer: equal("customer", text()),
      invoice: equal("invoice", text()),
    }),
    removeEndpoint(path, invoiceItems, (world, item) => {
      const draft = item.invoice ? requireDraft(world, item.invoice) : null;
      world.store.remove(invoiceItems, item.id);
      if (draft) world.store.put(invoices, refreshDraft(world, draft));
      emit(world, "invoiceitem.deleted", item);
    }),
  ],
};
