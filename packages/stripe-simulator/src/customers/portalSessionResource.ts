import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { endpoint } from "../api/endpoint.ts";
import { newId } from "../api/ids.ts";
import { notSimulated, oneOf, text, url } from "../api/params/params.ts";
import type { Resource } from "../api/resource.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";
import { customers } from "./customer.ts";
import { type PortalConfiguration, portalConfigurations } from "./portalConfiguration.ts";
import { type PortalSession, portalSessions } from "./portalSession.ts";

const OPEN_SECONDS = 60 * 60;

const createParams = z.strictObject({
  configuration: text().optional(),
  customer: text(),
  locale: oneOf("auto", "en", "en-GB").optional(),
  return_url: url.optional(),
  ...notSimulated("after_expiration", "customer_account", "flow_data", "on_behalf_of"),
});

function create(world: World, params: z.output<typeof createParams>): PortalSession {
  const customer = requireObject(world, customers, params.customer, "customer");
  const configuration = configurationFor(world, params.configuration);
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
    locale: params.locale ?? null,
    on_behalf_of: null,
    return_url: params.return_url ?? configuration.default_return_url,
    simulator_expires_at: world.now() + OPEN_SECONDS,
    url: `${world.origin}/portal/${id}`,
  });
  emit(world, "billing_portal.session.created", session);
  return session;
}

/** Stripe's default configuration is created by hand in its dashboard, so here every session must name one. */
function configurationFor(world: World, id: string | undefined): PortalConfiguration {
  if (id) {
    const configuration = requireObject(world, portalConfigurations, id, "configuration");
    if (configuration.active) return configuration;
    throw badRequest(`The configuration \`${id}\` is not active.`, { param: "configuration" });
  }
  throw badRequest(
    "No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.",
  );
}

export const portalSessionResource: Resource = {
  kinds: [portalSessions],
  endpoints: [endpoint("POST", "/billing_portal/sessions", createParams, create)],
};
