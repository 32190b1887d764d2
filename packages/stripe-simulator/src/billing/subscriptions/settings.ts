import { z } from "zod";
import type { Kind } from "../../api/kind.ts";
import type { Store } from "../../store.ts";

/** Settings that only Stripe's dashboard can change, not the API. */
export const billingSettings = z.strictObject({
  /** What happens to a subscription whose last retry failed. A new Stripe account cancels it. */
  afterRetries: z.enum(["cancel", "unpaid", "past_due"]),
});

type BillingSettings = z.output<typeof billingSettings>;

type Stored = BillingSettings & { id: "billing"; object: "simulator.billing_setting" };

const stored: Kind<Stored> = { object: "simulator.billing_setting" };

export function readBillingSettings(store: Store): BillingSettings {
  return store.get(stored, "billing") ?? { afterRetries: "cancel" };
}

export function setBillingSettings(store: Store, settings: BillingSettings): void {
  store.put(stored, { ...settings, id: "billing", object: "simulator.billing_setting" });
}
