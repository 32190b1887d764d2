import type Stripe from "stripe";
import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { retrieveEndpoint } from "../api/crud.ts";
import { endpoint, type Resource } from "../api/endpoint.ts";
import { newId } from "../api/ids.ts";
import { equal, filter, listEndpoint, sublistEndpoint } from "../api/list.ts";
import { mergeMetadata, oneOf, text } from "../api/params.ts";
import { type Customer, customers } from "../customers/customer.ts";
import { taxIds } from "../customers/taxId.ts";
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
    sublistEndpoint(
      `${path}/:id/line_items`,
      lineItems,
      (world, id) => requireObject(world, sessions, id).line_items.data,
    ),
    listEndpoint(path, sessions, {
      customer: equal("customer", text()),
      customer_details: filter(
        z.strictObject({ email: text() }),
        (session: CheckoutSession, { email }) => session.customer_details?.email === email,
      ),
      payment_intent: equal("payment_intent", text()),
      status: equal("status", oneOf("complete", "expired", "open")),
      subscription: equal("subscription", text()),
    }),
  ],
};

const DAY_SECONDS = 24 * 60 * 60;

/** Creates an open session with the address of its payment page. */
function createSession(world: World, params: SessionParams): CheckoutSession {
  refuseTogether(params, "customer", "customer_email");
  refuseTogether(params, "customer", "customer_creation");
  checkCustomerUpdate(world, params);
  const customer = params.customer ? requireObject(world, customers, params.customer, "customer") : null;
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
        default_value: limits?.default_value ?? null,
        maximum_length: limits?.maximum_length ?? null,
        minimum_length: limits?.minimum_length ?? null,
        value: null,
      },
    })),
    customer: customer?.id ?? null,
    customer_creation: customer ? null : creationOf(params),
    customer_details: detailsBeforePayment(customer, params.customer_email),
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
      individual: asked(params.name_collection?.individual),
    },
    payment_method_collection:
      params.payment_method_collection ?? (mode === "subscription" ? "always" : "if_required"),
    payment_status: totals.amount_total === 0 ? "no_payment_required" : "unpaid",
    simulator_buyer: null,
    simulator_intent: null,
    simulator_payment: {
      description: params.payment_intent_data?.description ?? null,
      metadata: mergeMetadata({}, params.payment_intent_data?.metadata),
    },
    simulator_subscription:
      mode === "subscription"
        ? {
            description: params.subscription_data?.description ?? null,
            metadata: mergeMetadata({}, params.subscription_data?.metadata),
          }
        : null,
    simulator_update: {
      address: params.customer_update?.address === "auto",
      name: params.customer_update?.name === "auto",
    },
    status: "open",
    success_url: params.success_url,
    tax_id_collection: {
      enabled: params.tax_id_collection?.enabled ?? false,
      required: params.tax_id_collection?.required ?? "never",
    },
    url: `${world.origin}/pay/${id}`,
  });
}

function refuseTogether(params: SessionParams, one: keyof SessionParams, other: keyof SessionParams): void {
  if (params[one] === undefined || params[other] === undefined) return;
  throw badRequest(`You may only specify one of these parameters: ${one}, ${other}.`);
}

/** An existing customer keeps its name unless the session may change it, and a tax ID belongs to a business's name. */
function checkCustomerUpdate(world: World, params: SessionParams): void {
  const { customer, customer_update: update, tax_id_collection: taxIdCollection } = params;
  if (update && !customer) {
    throw badRequest("`customer_update` can only be used with `customer`.", { param: "customer_update" });
  }
  if (customer && taxIdCollection?.enabled && update?.name !== "auto") {
    throw badRequest(
      "Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.",
    );
  }
  for (const [at, id] of (params.invoice_creation?.invoice_data?.account_tax_ids ?? []).entries()) {
    requireObject(world, taxIds, id, `invoice_creation[invoice_data][account_tax_ids][${at}]`);
  }
}

function asked(given: { enabled: boolean; optional?: boolean | undefined } | undefined) {
  return { enabled: given?.enabled ?? false, optional: given?.optional ?? false };
}

function invoiceCreation(given: SessionParams["invoice_creation"]): Stripe.Checkout.Session.InvoiceCreation {
  const data = given?.invoice_data;
  const display = data?.rendering_options?.amount_tax_display;
  return {
    enabled: given?.enabled ?? false,
    invoice_data: {
      account_tax_ids: data?.account_tax_ids ?? null,
      custom_fields: data?.custom_fields ?? null,
      description: data?.description ?? null,
      footer: data?.footer ?? null,
      issuer: null,
      metadata: mergeMetadata({}, data?.metadata),
      rendering_options: display ? { amount_tax_display: display, template: null } : null,
    },
  };
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
