import { z } from "zod";
import { endpoint } from "../api/endpoint.ts";
import { newId } from "../api/ids.ts";
import { listEndpoint } from "../api/list.ts";
import { equal } from "../api/params/filter.ts";
import { given } from "../api/params/given.ts";
import { mergeMetadata, metadata } from "../api/params/metadata.ts";
import { boolean, listOf, notSimulated, oneOf, text, unsettable, url } from "../api/params/params.ts";
import type { Resource } from "../api/resource.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { saveUpdate } from "../api/saveUpdate.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { type PortalConfiguration, portalConfigurations } from "./portalConfiguration.ts";

const path = "/billing_portal/configurations";

const switchable = z.strictObject({ enabled: boolean }).optional();
/** The simulator's portal has no page for these features, so they must stay switched off. */
const switchedOff = z.strictObject({ enabled: oneOf("false").transform(() => false) }).optional();

const features = z.strictObject({
  customer_update: switchedOff,
  invoice_history: switchable,
  payment_method_update: switchable,
  subscription_cancel: z
    .strictObject({
      cancellation_reason: z
        .strictObject({ enabled: oneOf("false").transform(() => false), options: unsettable(listOf(text())) })
        .optional(),
      enabled: boolean,
      mode: oneOf("at_period_end", "immediately").optional(),
      proration_behavior: oneOf("none").optional(),
    })
    .optional(),
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
  name: unsettable(text()),
  ...notSimulated("login_page"),
};

const createParams = z.strictObject({ ...fields, features });
const updateParams = z.strictObject({
  ...fields,
  active: boolean.optional(),
  features: features.optional(),
});

type Features = z.output<typeof features>;

function create(world: World, params: z.output<typeof createParams>): PortalConfiguration {
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
    name: params.name ?? null,
    updated: world.now(),
  });
  emit(world, "billing_portal.configuration.created", configuration);
  return configuration;
}

function update(world: World, params: z.output<typeof updateParams>, id: string): PortalConfiguration {
  const { business_profile: profile, features: changes, metadata: change, ...rest } = params;
  return saveUpdate(
    world,
    portalConfigurations,
    id,
    "billing_portal.configuration.updated",
    (before): PortalConfiguration => ({
      ...before,
      ...given(rest),
      business_profile: { ...before.business_profile, ...given(profile ?? {}) },
      features: withFeatures(before.features, changes),
      metadata: mergeMetadata(before.metadata, change),
      updated: world.now(),
    }),
  );
}

/** Applies the switches that the request names; other settings of a feature are kept. */
function withFeatures(
  before: PortalConfiguration["features"],
  changes: Features | undefined,
): PortalConfiguration["features"] {
  const { cancellation_reason: _, ...cancel } = changes?.subscription_cancel ?? {};
  return {
    ...before,
    invoice_history: { ...before.invoice_history, ...changes?.invoice_history },
    payment_method_update: { ...before.payment_method_update, ...changes?.payment_method_update },
    subscription_cancel: { ...before.subscription_cancel, ...given(cancel) },
  };
}

const NO_PROFILE = { headline: null, privacy_policy_url: null, terms_of_service_url: null };

const NO_FEATURES: PortalConfiguration["features"] = {
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

export const portalConfigurationResource: Resource = {
  kinds: [portalConfigurations],
  endpoints: [
    endpoint("POST", path, createParams, create),
    endpoint("POST", `${path}/:id`, updateParams, (world, params, { id }) => update(world, params, id)),
    retrieveEndpoint(path, portalConfigurations),
    listEndpoint(path, portalConfigurations, {
      active: equal("active", boolean),
      is_default: equal("is_default", boolean),
    }),
  ],
};
