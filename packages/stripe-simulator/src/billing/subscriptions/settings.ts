import { z } from "zod";
import type { Kind } from "../../api/kind.ts";
import type { Store } from "../../store.ts";

/**
 * A setting that only Stripe's dashboard can change, not the API: what happens to a subscription whose last retry
 * failed. A new Stripe account cancels it (Settings, Billing, "If all retries for a payment fail").
 */
export const billingSettings = z.strictObject({ afterRetries: z.enum(["cancel", "unpaid", "past_due"]) });
export type BillingSettings = z.output<typeof billingSettings>;

type Stored = BillingSettings & { id: "billing"; object: "simulator.billing_setting" };

const stored: Kind<Stored> = { object: "simulator.billing_setting" };

export function readBillingSettings(store: Store): BillingSettings {
  return { afterRetries: store.get(stored, "billing")?.afterRetries ?? "cancel" };
}

export function setBillingSettings(store: Store, settings: BillingSettings): void {
  store.put(stored, { id: "billing", object: "simulator.billing_setting", ...settings });
}
