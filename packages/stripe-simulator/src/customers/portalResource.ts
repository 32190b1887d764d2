import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { saveUpdate } from "../api/crud.ts";
import { endpoint, type Resource } from "../api/endpoint.ts";
import { newId } from "../api/ids.ts";
import { equal, listEndpoint } from "../api/list.ts";
import { boolean, given, mergeMetadata, metadata, oneOf, text, unsettable, url } from "../api/params.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";
import { customers } from "./customer.ts";
import { type PortalFeatures, type PortalSession, portalConfigurations, portalSessions } from "./portal.ts";

const path = "/billing_portal/configurations";

const switchable = z.strictObject({ enabled: boolean }).optional();
/** The simulator's portal has no page for these features, so they must stay switched off. */
const switchedOff = z.strictObject({ enabled: oneOf("false").transform(() => false) }).optional();

const features = z.strictObject({
  customer_update: switchedOff,
  invoice_history: switchable,
  payment_method_update: switchable,
  /** Stored only: the simulator's portal never offers to cancel. */
  subscription_cancel: switchable,
  subscription_pause: switchedOff,
  subscription_update: switchedOff,
});

const fields = {
  business_profile: z
    .strictObject({
      headline: unsettable(text(60)),
      privacy_policy_url: unsettable(url),
      terms_of_service_url: unsettable(url),
    })
    .optional(),
  default_return_url: unsettable(url),
  metadata,
};

const createParams = z.strictObject({ ...fields, features });
const updateParams = z.strictObject({
  ...fields,
  active: boolean.optional(),
  features: features.optional(),
});

function createConfiguration(world: World, params: z.output<typeof createParams>) {
  const configuration = world.store.put(portalConfigurations, {
    id: newId("bpc"),
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: { ...NO_PROFILE, ...given(params.business_profile ?? {}) },
    created: world.now(),
    default_return_url: params.default_return_url ?? null,
    features: withFeatures(NO_FEATURES, params.features),
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: mergeMetadata({}, params.metadata),
    name: null,
    updated: world.now(),
  });
  emit(world, "billing_portal.configuration.created", configuration);
  return configuration;
}

function updateConfiguration(world: World, params: z.output<typeof updateParams>, id: string) {
  const { business_profile: profile, features: changes, metadata: change, ...rest } = params;
  return saveUpdate(world, portalConfigurations, id, "billing_portal.configuration.updated", (before) => ({
    ...before,
    ...given(rest),
    business_profile: { ...before.business_profile, ...given(profile ?? {}) },
    features: withFeatures(before.features, changes),
    metadata: mergeMetadata(before.metadata, change),
    updated: world.now(),
  }));
}

/** Applies the switches that the request names; other settings of a feature are kept. */
function withFeatures(
  before: PortalFeatures,
  changes: z.output<typeof features> | undefined,
): PortalFeatures {
  return {
    ...before,
    invoice_history: { ...before.invoice_history, ...changes?.invoice_history },
    payment_method_update: { ...before.payment_method_update, ...changes?.payment_method_update },
    subscription_cancel: { ...before.subscription_cancel, ...changes?.subscription_cancel },
  };
}

const NO_PROFILE = { headline: null, privacy_policy_url: null, terms_of_service_url: null };

const NO_FEATURES: PortalFeatures = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: "at_period_end",
    proration_behavior: "none",
  },
  subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    proration_behavior: "none",
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: "end_trial",
  },
};

const OPEN_SECONDS = 60 * 60;

const sessionParams = z.strictObject({
  configuration: text().optional(),
  customer: text(),
  return_url: url.optional(),
});

function createSession(world: World, params: z.output<typeof sessionParams>): PortalSession {
  const customer = requireObject(world, customers, params.customer, "customer");
  // Stripe's default configuration is created by hand in its dashboard, so here every session must name one.
  if (!params.configuration) {
    throw badRequest(
      "No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.",
    );
  }
  const configuration = requireObject(world, portalConfigurations, params.configuration, "configuration");
  if (!configuration.active) {
    throw badRequest(`The configuration \`${configuration.id}\` is not active.`, { param: "configuration" });
  }
  const id = newId("bps");
  const session = world.store.put(portalSessions, {
    id,
    object: "billing_portal.session",
    after_expiration: null,
    configuration: configuration.id,
    created: world.now(),
    customer: customer.id,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: params.return_url ?? configuration.default_return_url,
    simulator_expires_at: world.now() + OPEN_SECONDS,
    url: `${world.origin}/portal/${id}`,
  });
  emit(world, "billing_portal.session.created", session);
  return session;
}

export const portalResource: Resource = {
  kinds: [portalConfigurations, portalSessions],
  endpoints: [
    endpoint("POST", path, createParams, createConfiguration),
    endpoint("POST", `${path}/:id`, updateParams, (world, params, { id }) =>
      updateConfiguration(world, params, id),
    ),
    listEndpoint(path, portalConfigurations, { active: equal("active", boolean) }),
    endpoint("POST", "/billing_portal/sessions", sessionParams, createSession),
  ],
};
