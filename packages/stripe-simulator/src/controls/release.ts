import { z } from "zod";
import type { Store } from "../store/store.ts";
import { type Delivery, deliveries } from "../webhooks/delivery.ts";
import { events } from "../webhooks/event.ts";

/** Oldest first, newest first, or exactly these event ids and types in this order; all others stay held. */
export const releaseOrder = z.union([z.enum(["forwards", "backwards"]), z.array(z.string()).min(1)]);

/** Returns the ids of pending deliveries in the requested order, or the first name that no pending delivery matches. */
export function heldInOrder(store: Store, order: z.output<typeof releaseOrder>): string[] | string {
  const newestFirst = store.all(deliveries).filter((each) => each.state === "pending");
  const oldestFirst = newestFirst.toReversed();
  if (order === "forwards") return oldestFirst.map((each) => each.id);
  if (order === "backwards") return newestFirst.map((each) => each.id);
  const left = new Set(oldestFirst);
  const picked: string[] = [];
  for (const name of order) {
    const match = [...left].find((each) => isNamed(store, each, name));
    if (!match) return name;
    left.delete(match);
    picked.push(match.id);
  }
  return picked;
}

function isNamed(store: Store, delivery: Delivery, name: string): boolean {
  return delivery.event === name || store.get(events, delivery.event)?.type === name;
}
