import { saveUpdate } from "../../api/crud.ts";
import { type PaymentMethod, paymentMethods } from "../../charges/objects.ts";
import { GENERIC_DECLINE } from "../../charges/testCards.ts";
import { customers } from "../../customers/customer.ts";
import type { World } from "../../world.ts";
import { hasEnded, subscriptions } from "./objects.ts";

/** Attaches a card to its customer, so that it can be charged from now on. */
export function attachCard(world: World, method: PaymentMethod, customer: string): PaymentMethod {
  return saveUpdate(world, paymentMethods, method.id, "payment_method.attached", (before) => ({
    ...before,
    customer,
  }));
}

/** Makes a card the default for renewals and retries, for the customer and for every running subscription. */
export function makeDefault(world: World, method: PaymentMethod, customer: string): void {
  attachCard(world, method, customer);
  saveUpdate(world, customers, customer, "customer.updated", (before) => ({
    ...before,
    invoice_settings: { ...before.invoice_settings, default_payment_method: method.id },
  }));
  for (const subscription of world.store.all(subscriptions)) {
    if (subscription.customer !== customer || hasEnded(subscription)) continue;
    saveUpdate(world, subscriptions, subscription.id, "customer.subscription.updated", (before) => ({
      ...before,
      default_payment_method: method.id,
    }));
  }
}

/**
 * The card for the customer's next charge: that of a running subscription or the customer's own; null if there is none.
 */
export function defaultCard(world: World, customer: string): PaymentMethod | null {
  const { store } = world;
  const running = store.all(subscriptions).find((each) => each.customer === customer && !hasEnded(each));
  const own = store.get(customers, customer)?.invoice_settings.default_payment_method;
  const id = running?.default_payment_method ?? (typeof own === "string" ? own : null);
  return (id && store.get(paymentMethods, id)) || null;
}

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
