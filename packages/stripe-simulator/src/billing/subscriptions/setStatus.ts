import { saveUpdate } from "../../api/crud.ts";
import { customers } from "../../customers/customer.ts";
import type { World } from "../../world.ts";
import { type Subscription, subscriptions } from "./objects.ts";

/** Changes the status of a running subscription; `delinquent` also marks its customer as owing money, or not. */
export function setStatus(
  world: World,
  { id, customer }: Subscription,
  status: "active" | "past_due" | "unpaid",
  delinquent?: boolean,
): void {
  saveUpdate(world, subscriptions, id, "customer.subscription.updated", (before) => ({ ...before, status }));
  if (delinquent === undefined) return;
  saveUpdate(world, customers, customer, "customer.updated", (before) => ({ ...before, delinquent }));
}
