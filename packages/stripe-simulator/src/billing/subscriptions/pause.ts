import { saveUpdate } from "../../api/saveUpdate.ts";
import type { World } from "../../world.ts";
import { type Subscription, subscriptions } from "./subscription.ts";

/** Collection goes on: invoices from now on are charged again. */
export function resumeCollection(world: World, subscription: Subscription): void {
  saveUpdate(world, subscriptions, subscription.id, "customer.subscription.updated", (before) => ({
    ...before,
    pause_collection: null,
  }));
}
