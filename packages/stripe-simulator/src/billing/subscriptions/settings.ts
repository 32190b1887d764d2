import { z } from "zod";
import type { Kind } from "../../api/kind.ts";
import type { Store } from "../../store.ts";

const days = z.int().min(0).max(365).nullable();

/**
 * Settings that only Stripe's dashboard can change, not the API. Those that are left out do not change.
 */
export const billingSettings = z.strictObject({
  /** What happens to a subscription whose last retry failed. A new Stripe account cancels it. */
  afterRetries: z.enum(["cancel", "unpaid", "past_due"]).optional(),
  /** Whose sequence numbers invoices. A new Stripe account has one for each customer. */
  numbering: z.enum(["customer", "account"]).optional(),
  /** How many days before its due date an unpaid invoice is announced by `invoice.will_be_due`: an automation. */
  willBeDueDays: days.optional(),
  /** How many days after its due date an unpaid invoice is announced by `invoice.overdue`: an automation. */
  overdueDays: days.optional(),
});

export type BillingSettings = {
  afterRetries: "cancel" | "unpaid" | "past_due";
  numbering: "customer" | "account";
  willBeDueDays: number | null;
  overdueDays: number | null;
};

/** The settings of a new account, which has no automations (docs.stripe.com/billing/automations). */
const NEW_ACCOUNT: BillingSettings = {
  afterRetries: "cancel",
  numbering: "customer",
  willBeDueDays: null,
  overdueDays: null,
};

type Stored = BillingSettings & { id: "billing"; object: "simulator.billing_setting"; lastNumber?: number };

const stored: Kind<Stored> = { object: "simulator.billing_setting" };

export function readBillingSettings(store: Store): BillingSettings & { lastNumber?: number } {
  return { ...NEW_ACCOUNT, ...store.get(stored, "billing") };
}

export function setBillingSettings(
  store: Store,
  change: Partial<BillingSettings & { lastNumber: number }>,
): void {
  store.put(stored, {
    ...readBillingSettings(store),
    ...change,
    id: "billing",
    object: "simulator.billing_setting",
  });
}

/** Takes the next number of the account's own sequence; null where each customer has a sequence. */
export function nextAccountNumber(store: Store): number | null {
  const { numbering, lastNumber = 0 } = readBillingSettings(store);
  if (numbering === "customer") return null;
  setBillingSettings(store, { lastNumber: lastNumber + 1 });
  return lastNumber + 1;
}
