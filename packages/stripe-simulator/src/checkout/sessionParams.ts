import { z } from "zod";
import { currency, email, integer, listOf, metadata, oneOf, text, unsettable, url } from "../api/params.ts";

const MAX_LINE_ITEMS = 100;

const lineItem = z.strictObject({
  price: text(),
  quantity: integer({ min: 1, max: 999_999 }),
  tax_rates: unsettable(listOf(text())),
});

/** In Stripe these parameters have no effect while `enabled` is false, so only that value is accepted. */
const switchedOff = z.strictObject({ enabled: oneOf("false").transform(() => false) });

/**
 * `POST /v1/checkout/sessions`. `payment_method_types` is missing on purpose: Stripe removed it in this API version
 * (docs.stripe.com/changelog/endive/2026-09-30/remove-payment-method-types-checkout-sessions).
 */
export const sessionParams = z.strictObject({
  adaptive_pricing: switchedOff.optional(),
  after_expiration: z.strictObject({ recovery: switchedOff }).optional(),
  allowed_payment_method_types: listOf(oneOf("card")).optional(),
  automatic_tax: switchedOff.optional(),
  cancel_url: url.optional(),
  client_reference_id: text(200).optional(),
  currency: currency.optional(),
  customer: text().optional(),
  customer_creation: oneOf("always", "if_required").optional(),
  customer_email: email.optional(),
  discounts: listOf(
    z.strictObject({ coupon: text().optional(), promotion_code: text().optional() }),
  ).optional(),
  line_items: listOf(lineItem).refine((lines) => lines.length >= 1 && lines.length <= MAX_LINE_ITEMS, {
    message: `Line items must have at least 1 and at most ${MAX_LINE_ITEMS} entries.`,
  }),
  metadata,
  mode: oneOf("payment", "subscription"),
  payment_intent_data: z.strictObject({ description: text(1000).optional(), metadata }).optional(),
  payment_method_collection: oneOf("always", "if_required").optional(),
  subscription_data: z.strictObject({ description: text(500).optional(), metadata }).optional(),
  success_url: url,
});

export type SessionParams = z.output<typeof sessionParams>;
