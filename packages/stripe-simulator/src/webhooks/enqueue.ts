import { newId } from "../api/ids.ts";
import type { Store } from "../store/store.ts";
import { deliveries } from "./delivery.ts";
import { events, type StripeEvent } from "./event.ts";
import { changeSettings, readSettings } from "./settings.ts";

/** Queues as many copies of an event for an endpoint as the settings require, or records that the event was lost. */
export function enqueue(
  { store, wakeDeliveries }: { store: Store; wakeDeliveries(): void },
  event: StripeEvent,
  endpoint: string,
): void {
  const { copies, delay_ms: delay } = readSettings(store);
  const state = isLost(store, event) ? "dropped" : "pending";
  const at = Date.now();
  for (let copy = 0; copy < copies; copy += 1) {
    store.put(deliveries, {
      id: newId("whd"),
      object: "simulator.delivery",
      event: event.id,
      endpoint,
      state,
      startedAt: at,
      nextAt: at + delay,
      attempts: [],
    });
  }
  countPending(store, event.id);
  wakeDeliveries();
}

/** Whether the network loses this event. Counts it if the number of events to lose is limited. */
function isLost(store: Store, { type }: StripeEvent): boolean {
  const { mode, lose } = readSettings(store);
  if (mode === "drop") return true;
  if (!lose || (lose.types && !lose.types.includes(type))) return false;
  if (lose.next !== null)
    changeSettings(store, { lose: lose.next > 1 ? { ...lose, next: lose.next - 1 } : null });
  return true;
}

/** Keeps the event's `pending_webhooks` correct: as with Stripe, it counts every delivery that has not succeeded. */
export function countPending(store: Store, eventId: string): void {
  const event = store.get(events, eventId);
  if (!event) return;
  const mine = store.all(deliveries).filter((each) => each.event === eventId && each.state !== "delivered");
  store.put(events, { ...event, pending_webhooks: mine.length });
}
