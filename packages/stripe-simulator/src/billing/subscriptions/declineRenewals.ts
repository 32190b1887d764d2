import { saveUpdate } from "../../api/saveUpdate.ts";
import { GENERIC_DECLINE } from "../../charges/testCards.ts";
import { paymentMethods } from "../../customers/paymentMethod.ts";
import type { World } from "../../world.ts";
import { subscriptions } from "./subscription.ts";

/** Makes a subscription's card fail from the next renewal on, or work again. Returns false if there is no card. */
export function declineRenewals(world: World, subscription: string, declines: boolean): boolean {
  const method = world.store.get(subscriptions, subscription)?.default_payment_method;
  if (!method) return false;
  saveUpdate(world, paymentMethods, method, null, (before) => ({
    ...before,
    simulator_off_session: declines ? GENERIC_DECLINE : null,
  }));
  return true;
}

export function declinesRenewals(world: World, subscription: string): boolean {
  const method = world.store.get(subscriptions, subscription)?.default_payment_method;
  return Boolean(method && world.store.get(paymentMethods, method)?.simulator_off_session);
}
