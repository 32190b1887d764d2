import type { Delivery } from "../../webhooks/delivery.ts";

/** One line about what became of an event's deliveries. */
export function deliveryState(deliveries: readonly Delivery[]): string {
  if (deliveries.length === 0) return "nobody listens";
  const delivered = deliveries.filter((each) => each.state === "delivered").length;
  const pending = deliveries.filter((each) => each.state === "pending");
  const lost = deliveries.length - delivered - pending.length;
  const lastError = pending.flatMap((each) => each.attempts).at(-1)?.error;
  return [
    delivered === 1 ? "delivered" : delivered > 1 ? `delivered ${delivered} times` : "",
    pending.length > 0 ? `waiting${lastError ? ` (${lastError})` : ""}` : "",
    lost > 0 ? "not delivered" : "",
  ]
    .filter(Boolean)
    .join(", ");
}
