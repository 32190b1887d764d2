import type Stripe from "stripe";
import type { ObjectList } from "../../api/endpoint.ts";
import type { Kind, Stored, WithoutNulls } from "../../api/kind.ts";
import type { Price } from "../../catalogue/objects.ts";

/**
 * `past_due` means waiting for a payment; `unpaid` and `canceled` subscriptions are no longer charged
 * (docs.stripe.com/api/subscriptions/object).
 */
type SubscriptionStatus = "active" | "past_due" | "unpaid" | "canceled";

/** Links are ids; dates are Unix seconds. The subscription's items are stored with it. */
export type Subscription = Stored<
  WithoutNulls<Omit<Stripe.Subscription, "invoice_settings" | "payment_settings" | "trial_settings">>,
  {
    cancel_at: number | null;
    customer: string;
    default_payment_method: string | null;
    default_source: null;
    default_tax_rates: [];
    discounts: string[];
    items: ObjectList<SubscriptionItem>;
    latest_invoice: string | null;
    schedule: string | null;
    status: SubscriptionStatus;
  }
>;

export const subscriptions: Kind<Subscription> = {
  object: "subscription",
  expandable: ["customer", "default_payment_method", "discounts", "latest_invoice", "schedule"],
};

export function hasEnded(subscription: Subscription): boolean {
  return subscription.status === "canceled";
}

/** All items of a subscription renew together, so the first one represents them all. */
function firstItem(subscription: Subscription) {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`The subscription ${subscription.id} has no items`);
  return item;
}

/** The period that is paid for, in Unix seconds. */
export function periodOf(subscription: Subscription): { start: number; end: number } {
  const { current_period_start: start, current_period_end: end } = firstItem(subscription);
  return { start, end };
}

/** Stored with its subscription. The period is in Unix seconds. */
export type SubscriptionItem = Stored<
  WithoutNulls<Omit<Stripe.SubscriptionItem, "deleted" | "plan">>,
  {
    discounts: string[];
    price: Price;
    quantity: number;
    tax_rates: Stripe.TaxRate[];
  }
>;

export const subscriptionItems: Kind<SubscriptionItem> = {
  object: "subscription_item",
  expandable: ["discounts"],
};
