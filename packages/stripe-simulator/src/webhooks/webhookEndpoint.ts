import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/**
 * The signing secret is stored separately (`endpointSecrets`), so that only the response to the creation contains it.
 */
export type WebhookEndpoint = Omit<Stripe.WebhookEndpoint, "secret"> & { status: "enabled" | "disabled" };

export const webhookEndpoints: Kind<WebhookEndpoint> = {
  object: "webhook_endpoint",
  idPrefix: "we",
  expandable: [],
  included: [],
};

type EndpointSecret = { id: string; object: "simulator.endpoint_secret"; secret: string };

/** Keyed by the endpoint's id. */
export const endpointSecrets: Kind<EndpointSecret> = {
  object: "simulator.endpoint_secret",
  idPrefix: "",
  expandable: [],
  included: [],
};
