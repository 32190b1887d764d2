import { enqueue } from "../webhooks/enqueue.ts";
import { events } from "../webhooks/event.ts";
import { webhookEndpoints } from "../webhooks/webhookEndpoint.ts";
import type { World } from "../world.ts";

/** Sends an event again to every enabled endpoint. Returns how many there are, or null for an unknown event. */
export function resend(world: World, eventId: string): number | null {
  const event = world.store.get(events, eventId);
  if (!event) return null;
  const targets = world.store.all(webhookEndpoints).filter((each) => each.status === "enabled");
  for (const target of targets) enqueue(world, event, target.id);
  return targets.length;
}
