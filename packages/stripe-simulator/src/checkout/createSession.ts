import { badRequest } from "../api/apiError.ts";
import { newId } from "../api/ids.ts";
import { mergeMetadata } from "../api/params/metadata.ts";
import { type Customer, customers } from "../customers/customer.ts";
import { requireObject, type World } from "../world.ts";
import { buildLines } from "./buildLines.ts";
import { checkLines } from "./checkLines.ts";
import { type CheckoutSettings, type PaymentMethodName, readCheckoutSettings } from "./checkoutSettings.ts";
import { checkMode } from "./modeRules.ts";
import { type CheckoutSession, sessions } from "./session.ts";
import { discountOf, shownDiscounts } from "./sessionDiscount.ts";
import type { SessionParams } from "./sessionParams.ts";
import { totalsOf } from "./totals.ts";

const DAY_SECONDS = 24 * 60 * 60;
const SHORTEST_SECONDS = 30 * 60;
/** A client whose clock is slightly off must still be able to ask for exactly 30 minutes. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** Creates an open session with the address of its payment page. */
export function createSession(world: World, params: SessionParams): CheckoutSession {
  refuseTogether(params, "customer", "customer_email");
  refuseTogether(params, "customer", "customer_creation");
  const customer = params.customer ? requireObject(world, customers, params.customer, "customer") : null;
  const id = newId("cs_test");
  const checked = checkLines(world, params.line_items, params.subscription_data?.default_tax_rates ?? []);
  const mode = checkMode(params, checked);
  const discount = discountOf(world, params, id, checked);
  const lines = buildLines(checked, discount);
  const totals = totalsOf(lines, params.currency);
  const consent = params.consent_collection;
  const settings = readCheckoutSettings(world.store);
  return world.store.put(sessions, {
    ...unusedFeatures,
    ...totals,
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: params.adaptive_pricing?.enabled ?? settings.adaptivePricing },
    after_expiration: params.after_expiration
      ? { recovery: { allow_promotion_codes: false, enabled: false, expires_at: null, url: null } }
      : null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    consent: consent ? { promotions: null, terms_of_service: null } : null,
    consent_collection: consent
      ? {
          payment_method_reuse_agreement: consent.payment_method_reuse_agreement ?? null,
          promotions: consent.promotions ?? null,
          terms_of_service: consent.terms_of_service ?? null,
        }
      : null,
    created: world.now(),
    custom_text: customTextOf(params.custom_text),
    customer: customer?.id ?? null,
    customer_creation: customer ? null : creationOf(params),
    customer_details: detailsBeforePayment(customer, params.customer_email),
    customer_email: params.customer_email ?? null,
    discounts: shownDiscounts(discount),
    expires_at: expiryOf(params.expires_at, world.now()),
    line_items: {
      object: "list",
      data: lines,
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    },
    locale: params.locale ?? null,
    metadata: mergeMetadata({}, params.metadata),
    mode,
    payment_method_collection:
      params.payment_method_collection ?? (mode === "subscription" ? "always" : "if_required"),
    payment_method_types: methodsFor(params, mode, settings),
    ...(params.excluded_payment_method_types
      ? { excluded_payment_method_types: params.excluded_payment_method_types }
      : {}),
    payment_status: totals.amount_total === 0 ? "no_payment_required" : "unpaid",
    simulator_accepted_terms: false,
    simulator_intent: null,
    simulator_payment: {
      description: params.payment_intent_data?.description ?? null,
      receipt_email: params.payment_intent_data?.receipt_email ?? null,
      metadata: mergeMetadata({}, params.payment_intent_data?.metadata),
    },
    simulator_subscription:
      mode === "subscription"
        ? {
            default_tax_rates: params.subscription_data?.default_tax_rates ?? [],
            description: params.subscription_data?.description ?? null,
            metadata: mergeMetadata({}, params.subscription_data?.metadata),
          }
        : null,
    status: "open",
    submit_type: params.submit_type ?? null,
    success_url: params.success_url,
    url: `${world.origin}/pay/${id}`,
  });
}

function refuseTogether(params: SessionParams, one: keyof SessionParams, other: keyof SessionParams): void {
  if (params[one] === undefined || params[other] === undefined) return;
  throw badRequest(`You may only specify one of these parameters: ${one}, ${other}.`);
}

/** The account's payment methods, as far as the session allows them. Subscriptions are paid by card only. */
function methodsFor(
  params: SessionParams,
  mode: CheckoutSession["mode"],
  { paymentMethods }: CheckoutSettings,
): PaymentMethodName[] {
  const { allowed_payment_method_types: allowed, excluded_payment_method_types: excluded } = params;
  const left = paymentMethods.filter(
    (each) =>
      (allowed?.includes(each) ?? true) &&
      !excluded?.includes(each) &&
      (each === "card" || mode === "payment"),
  );
  if (left.length > 0) return left;
  throw badRequest("No valid payment method types for this Checkout Session.", {
    param: allowed ? "allowed_payment_method_types" : "excluded_payment_method_types",
  });
}

/** A subscription needs a customer who can be charged again. */
function creationOf({ mode, customer_creation: wanted }: SessionParams): "always" | "if_required" {
  return mode === "subscription" ? "always" : (wanted ?? "if_required");
}

function detailsBeforePayment(customer: Customer | null, email: string | undefined) {
  if (!customer && !email) return null;
  return {
    address: null,
    business_name: null,
    email: customer?.email ?? email ?? null,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: "none",
    tax_ids: null,
  };
}

function expiryOf(wanted: number | undefined, now: number): number {
  const expiry = wanted ?? now + DAY_SECONDS;
  if (expiry < now + SHORTEST_SECONDS - CLOCK_TOLERANCE_SECONDS) {
    throw badRequest(
      "The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.",
      {
        param: "expires_at",
      },
    );
  }
  if (expiry > now + DAY_SECONDS + CLOCK_TOLERANCE_SECONDS) {
    throw badRequest(
      "The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.",
      {
        param: "expires_at",
      },
    );
  }
  return expiry;
}

/** Fields that are empty in a session in payment mode that uses no optional features. */
const unusedFeatures = {
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: { business_name: null, individual_name: null, shipping_details: null },
  currency_conversion: null,
  custom_fields: [],
  customer_account: null,
  integration_identifier: null,
  invoice: null,
  invoice_creation: {
    enabled: false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: null,
      metadata: {},
      rendering_options: null,
    },
  },
  livemode: false,
  managed_payments: { enabled: false },
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: "automatic" } },
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  ui_mode: "hosted_page",
  wallet_options: null,
} satisfies Partial<CheckoutSession>;

/** The custom text that the site adds to the payment page. */
function customTextOf(given: SessionParams["custom_text"]): CheckoutSession["custom_text"] {
  return {
    after_submit: given?.after_submit ?? null,
    shipping_address: given?.shipping_address ?? null,
    submit: given?.submit ?? null,
    terms_of_service_acceptance: given?.terms_of_service_acceptance ?? null,
  };
}
