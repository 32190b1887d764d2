import type Stripe from "stripe";
import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { retrieveEndpoint } from "../api/crud.ts";
import { endpoint, type Resource } from "../api/endpoint.ts";
import { newId } from "../api/ids.ts";
import { equal, listEndpoint } from "../api/list.ts";
import { mergeMetadata, oneOf, text } from "../api/params.ts";
import { requireObject, type World } from "../world.ts";
import { expireSession } from "./expire.ts";
import { buildLines, checkLines, totalsOf } from "./lines.ts";
import { type CheckoutSession, lineItems, sessions } from "./objects.ts";
import { discountOf, shownDiscounts } from "./sessionDiscount.ts";
import { type SessionParams, sessionParams } from "./sessionParams.ts";

const path = "/checkout/sessions";

export const sessionResource: Resource = {
  kinds: [sessions, lineItems],
  endpoints: [
    endpoint("POST", path, sessionParams, createSession),
    endpoint("POST", `${path}/:id/expire`, z.strictObject({}), (world, _params, { id }) => {
      const session = requireObject(world, sessions, id);
      if (session.status === "open") return expireSession(world, session);
      throw badRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    }),
    retrieveEndpoint(path, sessions),
    listEndpoint(path, sessions, {
      payment_intent: equal("payment_intent", text()),
      status: equal("status", oneOf("complete", "expired", "open")),
      subscription: equal("subscription", text()),
    }),
  ],
};

const DAY_SECONDS = 24 * 60 * 60;

/** Creates an open session with the address of its payment page. */
function createSession(world: World, params: SessionParams): CheckoutSession {
  const id = newId("cs_test");
  const { mode } = params;
  const checked = checkLines(world, params);
  const discount = discountOf(world, params, id, checked);
  const lines = buildLines(checked, discount);
  const totals = totalsOf(lines, params.currency);
  return world.store.put(sessions, {
    ...unusedFeatures,
    ...totals,
    id,
    object: "checkout.session",
    after_expiration: params.after_expiration
      ? { recovery: { allow_promotion_codes: false, enabled: false, expires_at: null, url: null } }
      : null,
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: world.now(),
    custom_fields: (params.custom_fields ?? []).map(({ text: limits, optional = false, ...field }) => ({
      ...field,
      optional,
      text: {
        default_value: null,
        maximum_length: limits?.maximum_length ?? null,
        minimum_length: null,
        value: null,
      },
    })),
    customer: null,
    customer_creation: creationOf(params),
    customer_details: detailsBeforePayment(params.customer_email),
    customer_email: params.customer_email ?? null,
    discounts: shownDiscounts(discount),
    expires_at: world.now() + DAY_SECONDS,
    invoice_creation: mode === "payment" ? invoiceCreation(params.invoice_creation) : null,
    line_items: {
      object: "list",
      data: lines,
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    },
    metadata: mergeMetadata({}, params.metadata),
    mode,
    name_collection: {
      business: asked(params.name_collection?.business),
      individual: asked(undefined),
    },
    payment_method_collection:
      params.payment_method_collection ?? (mode === "subscription" ? "always" : "if_required"),
    payment_status: totals.amount_total === 0 ? "no_payment_required" : "unpaid",
    simulator_buyer: null,
    simulator_intent: null,
    simulator_metadata: mergeMetadata({}, (params.payment_intent_data ?? params.subscription_data)?.metadata),
    status: "open",
    success_url: params.success_url,
    tax_id_collection: { enabled: params.tax_id_collection?.enabled ?? false, required: "never" },
    url: `${world.origin}/pay/${id}`,
  });
}

function asked(given: { enabled: boolean; optional?: boolean | undefined } | undefined) {
  return { enabled: given?.enabled ?? false, optional: given?.optional ?? false };
}

function invoiceCreation(given: SessionParams["invoice_creation"]): Stripe.Checkout.Session.InvoiceCreation {
  const data = given?.invoice_data;
  return {
    enabled: given?.enabled ?? false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: data?.custom_fields ?? null,
      description: null,
      footer: null,
      issuer: null,
      metadata: mergeMetadata({}, data?.metadata),
      rendering_options: null,
    },
  };
}

/** A subscription needs a customer who can be charged again. */
function creationOf({ mode, customer_creation: wanted }: SessionParams): "always" | "if_required" {
  return mode === "subscription" ? "always" : (wanted ?? "if_required");
}

function detailsBeforePayment(email: string | undefined) {
  if (!email) return null;
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: "none",
    tax_ids: null,
  };
}

/** Fields of features that are not simulated. */
const unusedFeatures = {
  adaptive_pricing: { enabled: false },
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  client_secret: null,
  collected_information: null,
  customer_account: null,
  invoice: null,
  livemode: false,
  managed_payments: { enabled: false },
  payment_intent: null,
  payment_method_types: ["card"],
  phone_number_collection: { enabled: false },
  shipping_options: [],
  subscription: null,
  ui_mode: "hosted_page",
} satisfies Partial<CheckoutSession>;
