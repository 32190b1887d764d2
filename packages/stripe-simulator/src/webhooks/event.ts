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

export const events: Kind<StripeEvent> = { object: "event", idPrefix: "evt", expandable: [], included: [] };
