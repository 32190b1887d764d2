import { z } from "zod";
import type { Kind } from "../api/kind.ts";
import type { Store } from "../store/store.ts";

/** Payment methods that can be switched on. A Bacs Direct Debit is paid, or fails, days after the buyer has left. */
export const PAYMENT_METHODS = ["card", "bacs_debit"] as const;
export type PaymentMethodName = (typeof PAYMENT_METHODS)[number];

/**
 * Settings of Stripe's dashboard that apply to every session that does not say otherwise: Adaptive Pricing, and the
 * payment methods on offer.
 */
export const checkoutSettings = z.strictObject({
  adaptivePricing: z.boolean(),
  paymentMethods: z.array(z.enum(PAYMENT_METHODS)).min(1),
});
export type CheckoutSettings = z.output<typeof checkoutSettings>;

type Stored = CheckoutSettings & { id: "checkout"; object: "simulator.checkout_setting" };

const stored: Kind<Stored> = {
  object: "simulator.checkout_setting",
  idPrefix: "",
  expandable: [],
  included: [],
};

/** Adaptive Pricing is on until it is switched off, so that no caller relies on it being off. */
export function readCheckoutSettings(store: Store): CheckoutSettings {
  const { adaptivePricing = true, paymentMethods = ["card"] } = store.get(stored, "checkout") ?? {};
  return { adaptivePricing, paymentMethods };
}

export function changeCheckoutSettings(store: Store, change: Partial<CheckoutSettings>): CheckoutSettings {
  const settings = { ...readCheckoutSettings(store), ...change };
  store.put(stored, { id: "checkout", object: "simulator.checkout_setting", ...settings });
  return settings;
}
