import Stripe from "stripe";
import { newId } from "../api/ids.ts";
import type { Shown } from "../api/kind.ts";
import { view } from "../api/view.ts";
import type { Store } from "../store.ts";
import type { World } from "../world.ts";
import { deliveries, events, type StripeEvent, webhookEndpoints } from "./objects.ts";
import { readSettings } from "./settings.ts";

/** Records an event with a snapshot of `object` and queues it for every endpoint that subscribes to its type. */
export function emit(world: World, type: string, object: Shown, previous?: object): StripeEvent {
  const { store, request } = world;
  const event = store.put(events, {
    id: newId("evt"),
    object: "event",
    api_version: Stripe.API_VERSION,
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

/** Queues as many copies of an event for an endpoint as the settings require, or records that the event was lost. */
export function enqueue(
  { store, wakeDeliveries }: { store: Store; wakeDeliveries(): void },
  event: StripeEvent,
  endpoint: string,
): void {
  const { mode, copies, lose } = readSettings(store);
  const state = mode === "drop" || lose?.includes(event.type) ? "dropped" : "pending";
  const at = Date.now();
  for (let copy = 0; copy < copies; copy += 1) {
    store.put(deliveries, {
      id: newId("whd"),
      object: "simulator.delivery",
      event: event.id,
      endpoint,
      state,
      startedAt: at,
      nextAt: at,
      attempts: [],
    });
  }
  countPending(store, event.id);
  wakeDeliveries();
}

/** Keeps the event's `pending_webhooks` correct: as with Stripe, it counts every delivery that has not succeeded. */
export function countPending(store: Store, eventId: string): void {
  const event = store.get(events, eventId);
  if (!event) return;
  const mine = store.all(deliveries).filter((each) => each.event === eventId && each.state !== "delivered");
  store.put(events, { ...event, pending_webhooks: mine.length });
}
