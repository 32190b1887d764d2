import { z } from "zod";
import { badRequest } from "../../api/apiError.ts";
import {
  boolean,
  currency,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
} from "../../api/params.ts";
import { discountRefusal } from "../../checkout/sessionDiscount.ts";
import { switchedOff } from "../../checkout/sessionParams.ts";
import { customers, invoiceFields } from "../../customers/customer.ts";
import { type Discount, discounts, newDiscount } from "../../discounts/objects.ts";
import { findSource, redeem } from "../../discounts/source.ts";
import { requireObject, type World } from "../../world.ts";
import { newDraft } from "./draftInvoice.ts";
import type { Invoice } from "./objects.ts";

const bankTransfer = z.strictObject({
  bank_transfer: z.strictObject({ type: oneOf("gb_bank_transfer") }),
  funding_type: oneOf("bank_transfer"),
});

export const createParams = z.strictObject({
  auto_advance: boolean.optional(),
  automatic_tax: switchedOff.optional(),
  collection_method: oneOf("send_invoice"),
  currency,
  custom_fields: invoiceFields,
  customer: text(),
  days_until_due: integer({ min: 0 }),
  discounts: listOf(
    z.strictObject({ coupon: text().optional(), promotion_code: text().optional() }),
  ).optional(),
  footer: text().optional(),
  metadata,
  payment_settings: z.strictObject({
    payment_method_options: z.strictObject({ customer_balance: bankTransfer }).optional(),
    payment_method_types: listOf(oneOf("card", "customer_balance")),
  }),
  pending_invoice_items_behavior: oneOf("exclude").optional(),
});

type CreateParams = z.output<typeof createParams>;

const DAY_SECONDS = 24 * 60 * 60;

/** Creates an empty draft that is sent to its customer. */
export function createInvoice(world: World, params: CreateParams): Invoice {
  const customer = requireObject(world, customers, params.customer, "customer");
  const { payment_method_options: options, payment_method_types: types } = params.payment_settings;
  return newDraft(world, {
    customer,
    currency: params.currency,
    discount: discountOf(world, params, customer.id),
    sold: [],
    auto_advance: params.auto_advance ?? false,
    collection_method: params.collection_method,
    custom_fields: params.custom_fields ?? customer.invoice_settings.custom_fields,
    due_date: world.now() + params.days_until_due * DAY_SECONDS,
    footer: params.footer ?? customer.invoice_settings.footer,
    metadata: mergeMetadata({}, params.metadata),
    payment_settings: {
      default_mandate: null,
      payment_method_options: options ? { ...NO_OPTIONS, ...options } : null,
      payment_method_types: types,
    },
  });
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

/** Uses the coupon or promotion code once. Restrictions on amounts are not checked: items are added afterwards. */
function discountOf(world: World, params: CreateParams, customer: string): Discount | null {
  const source = findSource(world, params.discounts);
  if (!source) return null;
  const { currency } = params;
  const refusal = discountRefusal(world, source, { customer, currency, subtotal: Infinity, products: null });
  if (refusal) {
    const param = source.code ? "discounts[0][promotion_code]" : "discounts[0][coupon]";
    throw badRequest(refusal.message, { ...(refusal.code ? { code: refusal.code } : {}), param });
  }
  redeem(world, source);
  const used = { coupon: source.coupon, promotionCode: source.code?.id ?? null };
  return world.store.put(discounts, newDiscount(world.now(), used, { customer }));
}
