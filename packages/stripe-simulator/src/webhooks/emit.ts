import { API_VERSION } from "../api/apiVersion.ts";
import { newId } from "../api/ids.ts";
import type { StripeObject } from "../api/kind.ts";
import { view } from "../api/view.ts";
import type { World } from "../world.ts";
import { enqueue } from "./enqueue.ts";
import { events, type StripeEvent } from "./event.ts";
import { webhookEndpoints } from "./webhookEndpoint.ts";

/** Records an event with a snapshot of `object` and queues it for every endpoint that subscribes to its type. */
export function emit(world: World, type: string, object: StripeObject, previous?: object): StripeEvent {
  const { store, request } = world;
  const event = store.put(events, {
    id: newId("evt"),
    object: "event",
    api_version: API_VERSION,
    created: world.now(),
    data: { object: view(world, object), ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 0,
    request: { id: request.id, idempotency_key: request.idempotency_key },
    type,
  });
  for (const endpoint of store.all(webhookEndpoints)) {
    const wanted = endpoint.enabled_events.includes("*") || endpoint.enabled_events.includes(type);
    if (endpoint.status === "enabled" && wanted) enqueue(world, event, endpoint.id);
  }
  return event;
}

/** The previous values of the fields that changed: the `previous_attributes` of an update event. */
export function previousAttributes<T extends object>(before: T, after: T): object {
  const now = new Map<string, unknown>(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now.get(name))),
  );
}
