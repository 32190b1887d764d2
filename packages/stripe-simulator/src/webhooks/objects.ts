import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";
import type { EventRequest } from "../world.ts";

/** Stripe's event envelope (docs.stripe.com/api/events/object). `data.object` is a snapshot. */
export type StripeEvent = {
  id: string;
  object: "event";
  api_version: string;
  created: number;
  data: { object: unknown; previous_attributes?: object };
  livemode: false;
  pending_webhooks: number;
  request: EventRequest;
  type: string;
};

export const events: Kind<StripeEvent> = { object: "event" };

/**
 * The signing secret is stored separately (`endpointSecrets`), so that only the response to the creation contains it.
 */
export type WebhookEndpoint = Omit<Stripe.WebhookEndpoint, "secret"> & { status: "enabled" | "disabled" };

export const webhookEndpoints: Kind<WebhookEndpoint> = { object: "webhook_endpoint" };

type EndpointSecret = { id: string; object: "simulator.endpoint_secret"; secret: string };

/** Keyed by the endpoint's id. */
export const endpointSecrets: Kind<EndpointSecret> = { object: "simulator.endpoint_secret" };

/** `status` is the HTTP status of the response, or null with the reason in `error`. Times in milliseconds. */
export type DeliveryAttempt = { at: number; status: number | null; error: string | null };

/** The delivery of one event to one endpoint; resending the event creates another. Times in milliseconds. */
export type Delivery = {
  id: string;
  object: "simulator.delivery";
  event: string;
  endpoint: string;
  state: "pending" | "delivered" | "failed" | "dropped";
  startedAt: number;
  nextAt: number;
  attempts: DeliveryAttempt[];
};

export const deliveries: Kind<Delivery> = { object: "simulator.delivery" };
