import { z } from "zod";
import { metadata } from "../api/params/metadata.ts";
import {
  boolean,
  currency,
  email,
  integer,
  listOf,
  notSimulated,
  oneOf,
  text,
  timestamp,
  unsettable,
  url,
} from "../api/params/params.ts";
import { PAYMENT_METHODS } from "./checkoutSettings.ts";

const MAX_LINE_ITEMS = 100;
const MAX_CUSTOM_TEXT_CHARACTERS = 1200;
const LOCALES =
  "auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW";

const lineItem = z.strictObject({
  metadata,
  price: text(),
  quantity: integer({ min: 1, max: 999_999 }).optional(),
  tax_rates: unsettable(listOf(text())),
  ...notSimulated("adjustable_quantity", "price_data"),
});

const customText = unsettable(z.strictObject({ message: text(MAX_CUSTOM_TEXT_CHARACTERS) }));

/** In Stripe these parameters have no effect while `enabled` is false, so only that value is accepted. */
const switchedOff = z.strictObject({ enabled: oneOf("false").transform(() => false) }).optional();

const paymentMethodTypes = listOf(oneOf(...PAYMENT_METHODS)).optional();

/**
 * `POST /v1/checkout/sessions`. The payment page is in English for every locale. `payment_method_types` is missing on
 * purpose: Stripe removed it in this API version
 * (docs.stripe.com/changelog/endive/2026-09-30/remove-payment-method-types-checkout-sessions).
 */
export const sessionParams = z.strictObject({
  adaptive_pricing: z.strictObject({ enabled: boolean.optional() }).optional(),
  after_expiration: z
    .strictObject({
      recovery: z.strictObject({
        allow_promotion_codes: oneOf("false").optional(),
        enabled: oneOf("false").transform(() => false),
      }),
    })
    .optional(),
  allowed_payment_method_types: paymentMethodTypes,
  automatic_tax: switchedOff,
  allow_promotion_codes: oneOf("false")
    .transform(() => false)
    .optional(),
  billing_address_collection: oneOf("auto").optional(),
  cancel_url: url.optional(),
  client_reference_id: text(200).optional(),
  consent_collection: z
    .strictObject({
      payment_method_reuse_agreement: z.strictObject({ position: oneOf("auto", "hidden") }).optional(),
      promotions: oneOf("none").optional(),
      terms_of_service: oneOf("none", "required").optional(),
    })
    .optional(),
  currency: currency.optional(),
  custom_text: z
    .strictObject({
      after_submit: customText,
      shipping_address: customText,
      submit: customText,
      terms_of_service_acceptance: customText,
    })
    .optional(),
  customer: text().optional(),
  customer_creation: oneOf("always", "if_required").optional(),
  customer_email: email.optional(),
  excluded_payment_method_types: paymentMethodTypes,
  discounts: listOf(
    z.strictObject({ coupon: text().optional(), promotion_code: text().optional() }),
  ).optional(),
  expires_at: timestamp.optional(),
  invoice_creation: switchedOff,
  line_items: listOf(lineItem).refine((lines) => lines.length >= 1 && lines.length <= MAX_LINE_ITEMS, {
    message: `Line items must have at least 1 and at most ${MAX_LINE_ITEMS} entries.`,
  }),
  locale: oneOf(...LOCALES.split(" ")).optional(),
  metadata,
  mode: oneOf("payment", "setup", "subscription"),
  payment_intent_data: z
    .strictObject({
      capture_method: oneOf("automatic", "automatic_async").optional(),
      description: text(1000).optional(),
      metadata,
      receipt_email: email.optional(),
      ...notSimulated(
        "application_fee_amount",
        "on_behalf_of",
        "setup_future_usage",
        "shipping",
        "statement_descriptor",
        "statement_descriptor_suffix",
        "transfer_data",
        "transfer_group",
      ),
    })
    .optional(),
  payment_method_collection: oneOf("always", "if_required").optional(),
  phone_number_collection: switchedOff,
  submit_type: oneOf("auto", "book", "donate", "pay").optional(),
  subscription_data: z
    .strictObject({
      default_tax_rates: listOf(text()).optional(),
      description: text(500).optional(),
      metadata,
      ...notSimulated(
        "application_fee_percent",
        "billing_cycle_anchor",
        "billing_cycle_anchor_config",
        "billing_mode",
        "invoice_settings",
        "on_behalf_of",
        "pending_invoice_item_interval",
        "proration_behavior",
        "transfer_data",
        "trial_end",
        "trial_period_days",
        "trial_settings",
      ),
    })
    .optional(),
  success_url: url,
  tax_id_collection: switchedOff,
  ui_mode: oneOf("hosted_page").optional(),
  ...notSimulated(
    "branding_settings",
    "custom_fields",
    "customer_account",
    "customer_update",
    "integration_identifier",
    "managed_payments",
    "name_collection",
    "optional_items",
    "origin_context",
    "payment_method_configuration",
    "payment_method_data",
    "payment_method_options",
    "permissions",
    "redirect_on_completion",
    "return_url",
    "saved_payment_method_options",
    "setup_intent_data",
    "shipping_address_collection",
    "shipping_options",
    "wallet_options",
  ),
});

export type SessionParams = z.output<typeof sessionParams>;
