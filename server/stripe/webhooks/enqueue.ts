import { newId } from "../api/ids.ts";
import { deliveries } from "../objects/delivery.ts";
import { events, type StripeEvent } from "../objects/event.ts";
import type { Store } from "../store/store.ts";
import { readMode } from "./mode.ts";

/** Puts an event on its way to an endpoint, or notes that it was dropped. */
export function enqueue(
  { store, wakeDeliveries }: { store: Store; wakeDeliveries(): void },
  event: StripeEvent,
  endpoint: string,
): void {
  const at = Date.now();
  const state = readMode(store) === "drop" ? "dropped" : "pending";
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
  countPending(store, event.id);
  wakeDeliveries();
}

/** Keeps the event's `pending_webhooks` true. */
export function countPending(store: Store, eventId: string): void {
  const event = store.get(events, eventId);
  if (!event) return;
  const mine = store.all(deliveries).filter((each) => each.event === eventId && each.state === "pending");
  store.put(events, { ...event, pending_webhooks: mine.length });
}
