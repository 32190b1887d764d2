import type Stripe from "stripe";
import type { ObjectList } from "../../api/endpoint.ts";
import type { Kind } from "../../api/kind.ts";
import type { SubscriptionItem } from "./subscriptionItem.ts";

/**
 * `past_due` means waiting for a payment; `unpaid` and `canceled` subscriptions are no longer charged
 * (docs.stripe.com/api/subscriptions/object).
 */
type SubscriptionStatus = "active" | "past_due" | "unpaid" | "canceled";

/** Links are ids; dates are Unix seconds. The subscription's items are stored with it. */
export type Subscription = Omit<
  Stripe.Subscription,
  | "customer"
  | "default_payment_method"
  | "default_source"
  | "default_tax_rates"
  | "discounts"
  | "items"
  | "latest_invoice"
  | "schedule"
  | "status"
  | "test_clock"
> & {
  customer: string;
  default_payment_method: string | null;
  default_source: null;
  default_tax_rates: Stripe.TaxRate[];
  discounts: string[];
  items: ObjectList<SubscriptionItem>;
  latest_invoice: string | null;
  schedule: string | null;
  status: SubscriptionStatus;
  test_clock: string | null;
};

export const subscriptions: Kind<Subscription> = {
  object: "subscription",
  idPrefix: "sub",
  expandable: [
    "customer",
    "default_payment_method",
    "discounts",
    "latest_invoice",
    "pending_setup_intent",
    "schedule",
    "test_clock",
  ],
  included: [],
};

export function hasEnded(subscription: Subscription): boolean {
  return subscription.status === "canceled";
}
