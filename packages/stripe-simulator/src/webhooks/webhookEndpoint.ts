import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** Its signing secret is kept apart (`endpointSecrets`), so that only the answer to its creation shows it. */
export type WebhookEndpoint = Omit<Stripe.WebhookEndpoint, "secret"> & { status: "enabled" | "disabled" };

export const webhookEndpoints: Kind<WebhookEndpoint> = {
  object: "webhook_endpoint",
  idPrefix: "we",
  expandable: [],
  included: [],
};

type EndpointSecret = { id: string; object: "simulator.endpoint_secret"; secret: string };

/** By the endpoint's id. */
export const endpointSecrets: Kind<EndpointSecret> = {
  object: "simulator.endpoint_secret",
  idPrefix: "",
  expandable: [],
  included: [],
};
