import { z } from "zod";
import { badRequest } from "../../api/apiError.ts";
import { saveUpdate } from "../../api/crud.ts";
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
  unsettable,
} from "../../api/params.ts";
import { discountRefusal } from "../../checkout/sessionDiscount.ts";
import { switchedOff } from "../../checkout/sessionParams.ts";
import { customers } from "../../customers/customer.ts";
import { invoiceFields } from "../../customers/customerResource.ts";
import { taxIds } from "../../customers/taxId.ts";
import { type Discount, discounts, newDiscount } from "../../discounts/objects.ts";
import { findSource, redeem } from "../../discounts/source.ts";
import { requireObject, type World } from "../../world.ts";
import { DRAFT_SECONDS } from "../subscriptions/interval.ts";
import { newDraft } from "./draftInvoice.ts";
import { taxRatesOf } from "./invoiceItemResource.ts";
import { soldByItems } from "./invoiceLines.ts";
import { type Invoice, invoiceItems, invoices } from "./objects.ts";
import { itemsOf, refreshDraft } from "./oneOff.ts";

const discountParam = z.strictObject({ coupon: text().optional(), promotion_code: text().optional() });

const fields = {
  account_tax_ids: unsettable(listOf(text())),
  auto_advance: boolean.optional(),
  automatic_tax: switchedOff.optional(),
  collection_method: oneOf("charge_automatically", "send_invoice").optional(),
  custom_fields: invoiceFields,
  days_until_due: integer({ min: 0 }).optional(),
  default_tax_rates: unsettable(listOf(text())),
  description: text(1500).optional(),
  discounts: unsettable(listOf(discountParam)),
  due_date: timestamp.optional(),
  footer: text().optional(),
  metadata,
  payment_settings: z
    .strictObject({
      payment_method_options: z
        .strictObject({
          customer_balance: z.strictObject({
            bank_transfer: z.strictObject({ type: oneOf("gb_bank_transfer") }).optional(),
            funding_type: oneOf("bank_transfer").optional(),
          }),
        })
        .optional(),
      payment_method_types: unsettable(listOf(oneOf("card", "customer_balance"))),
    })
    .optional(),
};

export const createParams = z.strictObject({
  ...fields,
  currency: currency.optional(),
  customer: text(),
  pending_invoice_items_behavior: oneOf("exclude", "include").optional(),
});
export const updateParams = z.strictObject(fields);

type CreateParams = z.output<typeof createParams>;
type UpdateParams = z.output<typeof updateParams>;

const DEFAULT_CURRENCY = "gbp";
const DAY_SECONDS = 24 * 60 * 60;

/** Creates a draft, with the customer's pending items if `pending_invoice_items_behavior` is "include". */
export function createInvoice(world: World, params: CreateParams): Invoice {
  const customer = requireObject(world, customers, params.customer, "customer");
  const money = params.currency ?? DEFAULT_CURRENCY;
  const isIncluded = params.pending_invoice_items_behavior === "include";
  const pending = isIncluded ? itemsOf(world, { invoice: null, customer: customer.id }) : [];
  const items = pending.filter((each) => each.currency === money);
  const rates = taxRatesOf(world, params.default_tax_rates ?? [], "default_tax_rates");
  const draft = newDraft(world, {
    customer,
    currency: money,
    discount: discountOf(world, params, customer.id, money),
    sold: soldByItems(world, items, rates),
    ...changeOf(world, params, world.now()),
    automatically_finalizes_at: params.auto_advance ? world.now() + DRAFT_SECONDS : null,
    default_tax_rates: rates,
    metadata: mergeMetadata({}, params.metadata),
  });
  for (const item of items) world.store.put(invoiceItems, { ...item, invoice: draft.id });
  return draft;
}

const AFTER_FINALISATION = ["auto_advance", "metadata"];

export function updateInvoice(world: World, params: UpdateParams, id: string): Invoice {
  const invoice = requireObject(world, invoices, id);
  if (
    invoice.status !== "draft" &&
    Object.keys(given(params)).some((name) => !AFTER_FINALISATION.includes(name))
  ) {
    throw badRequest("Finalized invoices can't be updated in this way", { code: "invoice_not_editable" });
  }
  const { discounts: wanted, default_tax_rates: rates } = params;
  const discount = wanted ? discountOf(world, params, invoice.customer, invoice.currency) : null;
  return saveUpdate(world, invoices, id, "invoice.updated", (before) => {
    const after = {
      ...before,
      ...changeOf(world, params, before.created, before.collection_method),
      ...(wanted === undefined ? {} : { discounts: discount ? [discount.id] : [] }),
      ...(rates === undefined
        ? {}
        : { default_tax_rates: taxRatesOf(world, rates ?? [], "default_tax_rates") }),
      metadata: mergeMetadata(before.metadata, params.metadata),
    };
    return before.status === "draft" && before.parent === null ? refreshDraft(world, after) : after;
  });
}

/** The fields that a request sets; `created` in Unix seconds. */
function changeOf(
  world: World,
  params: UpdateParams,
  created: number,
  method = "charge_automatically",
): Partial<Omit<Invoice, "currency" | "customer">> {
  const { days_until_due: days, due_date: due, payment_settings: settings } = params;
  const collection = params.collection_method ?? method;
  if ((days !== undefined || due !== undefined) && collection !== "send_invoice") {
    const param = days === undefined ? "due_date" : "days_until_due";
    throw badRequest(`You can only set \`${param}\` if \`collection_method\` is 'send_invoice'.`, { param });
  }
  if (days !== undefined && due !== undefined) {
    throw badRequest("You may only specify one of these parameters: due_date, days_until_due.");
  }
  if (params.collection_method === "send_invoice" && days === undefined && due === undefined) {
    throw badRequest(
      "If invoice collection method is 'send_invoice', you must specify 'days_until_due' or 'due_date'.",
      { param: "days_until_due" },
    );
  }
  for (const [at, id] of (params.account_tax_ids ?? []).entries()) {
    requireObject(world, taxIds, id, `account_tax_ids[${at}]`);
  }
  const transfer = settings?.payment_method_options?.customer_balance;
  const { account_tax_ids, auto_advance, custom_fields, description, footer } = params;
  return {
    ...given({ account_tax_ids, auto_advance, custom_fields, description, footer }),
    collection_method: collection,
    ...(due === undefined && days === undefined
      ? {}
      : { due_date: due ?? created + (days ?? 0) * DAY_SECONDS }),
    ...(settings && {
      payment_settings: {
        default_mandate: null,
        payment_method_options: transfer
          ? {
              ...NO_OPTIONS,
              customer_balance: {
                ...(transfer.bank_transfer ? { bank_transfer: { type: transfer.bank_transfer.type } } : {}),
                funding_type: transfer.funding_type ?? null,
              },
            }
          : null,
        payment_method_types: settings.payment_method_types ?? null,
      },
    }),
  };
}

const NO_OPTIONS = {
  acss_debit: null,
  bancontact: null,
  card: null,
  konbini: null,
  payto: null,
  pix: null,
  sepa_debit: null,
  upi: null,
  us_bank_account: null,
};

/** Uses the coupon or promotion code once. Restrictions on amounts are not checked: items may still be added. */
function discountOf(world: World, params: UpdateParams, customer: string, money: string): Discount | null {
  const source = findSource(world, params.discounts ?? undefined);
  if (!source) return null;
  const refusal = discountRefusal(world, source, {
    customer,
    currency: money,
    subtotal: Infinity,
    products: null,
  });
  if (refusal) {
    const param = source.code ? "discounts[0][promotion_code]" : "discounts[0][coupon]";
    throw badRequest(refusal.message, { ...(refusal.code ? { code: refusal.code } : {}), param });
  }
  redeem(world, source);
  const used = { coupon: source.coupon, promotionCode: source.code?.id ?? null };
  return world.store.put(discounts, newDiscount(world.now(), used, { customer }));
}
