import { z } from "zod";
import {
  boolean,
  currency,
  email,
  integer,
  listOf,
  metadata,
  oneOf,
  text,
  unsettable,
  url,
} from "../api/params.ts";
import { invoiceFields } from "../customers/customer.ts";

const MAX_LINE_ITEMS = 100;

const lineItem = z.strictObject({
  price: text(),
  quantity: integer({ min: 1, max: 999_999 }),
  tax_rates: unsettable(listOf(text())),
});

/** In Stripe these parameters have no effect while `enabled` is false, so only that value is accepted. */
export const switchedOff = z.strictObject({ enabled: oneOf("false").transform(() => false) });

const asksForName = z.strictObject({ enabled: boolean, optional: boolean.optional() });

const MAX_CUSTOM_FIELDS = 3;
const MAX_TYPED_CHARACTERS = 255;

const customField = z.strictObject({
  key: text(200).refine((key) => /^[a-z\d]+$/i.test(key), {
    message: "Invalid {param}: must contain only alphanumeric characters.",
  }),
  label: z.strictObject({ custom: text(50), type: oneOf("custom") }),
  optional: boolean.optional(),
  text: z
    .strictObject({
      maximum_length: integer({ min: 0, max: MAX_TYPED_CHARACTERS }).optional(),
    })
    .optional(),
  type: oneOf("text"),
});

const customFields = listOf(customField)
  .refine((all) => all.length <= MAX_CUSTOM_FIELDS, {
    message: `You can only specify up to ${MAX_CUSTOM_FIELDS} custom fields.`,
  })
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, {
    message: "The `key` of each custom field must be unique.",
  });

const invoiceCreation = z.strictObject({
  enabled: boolean,
  invoice_data: z
    .strictObject({
      custom_fields: invoiceFields,
      metadata,
    })
    .optional(),
});

/**
 * `POST /v1/checkout/sessions`. `payment_method_types` is missing on purpose: Stripe removed it in this API version
 * (docs.stripe.com/changelog/endive/2026-09-30/remove-payment-method-types-checkout-sessions).
 */
export const sessionParams = z.strictObject({
  adaptive_pricing: switchedOff.optional(),
  after_expiration: z.strictObject({ recovery: switchedOff }).optional(),
  allowed_payment_method_types: listOf(oneOf("card")).optional(),
  automatic_tax: switchedOff.optional(),
  billing_address_collection: oneOf("auto", "required").optional(),
  cancel_url: url.optional(),
  client_reference_id: text(200).optional(),
  currency: currency.optional(),
  custom_fields: customFields.optional(),
  customer_creation: oneOf("always", "if_required").optional(),
  customer_email: email.optional(),
  discounts: listOf(
    z.strictObject({ coupon: text().optional(), promotion_code: text().optional() }),
  ).optional(),
  invoice_creation: invoiceCreation.optional(),
  line_items: listOf(lineItem).refine((lines) => lines.length >= 1 && lines.length <= MAX_LINE_ITEMS, {
    message: `Line items must have at least 1 and at most ${MAX_LINE_ITEMS} entries.`,
  }),
  metadata,
  mode: oneOf("payment", "subscription"),
  name_collection: z.strictObject({ business: asksForName }).optional(),
  payment_intent_data: z.strictObject({ metadata }).optional(),
  payment_method_collection: oneOf("always", "if_required").optional(),
  subscription_data: z.strictObject({ metadata }).optional(),
  success_url: url,
  tax_id_collection: z.strictObject({ enabled: boolean }).optional(),
});

export type SessionParams = z.output<typeof sessionParams>;
