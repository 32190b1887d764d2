import type Stripe from "stripe";
import type { Kind } from "../../api/kind.ts";
import type { Price } from "../../catalogue/price.ts";

/** The JSON form: the amount is also a string and `product` an id. */
type Plan = Omit<Stripe.Plan, "amount_decimal" | "product" | "deleted"> & {
  amount_decimal: string | null;
  product: string;
};

/** Stored with its subscription. The period is in Unix seconds. */
export type SubscriptionItem = Omit<
  Stripe.SubscriptionItem,
  "deleted" | "discounts" | "plan" | "price" | "quantity" | "tax_rates"
> & {
  discounts: string[];
  plan: Plan;
  price: Price;
  quantity: number;
  tax_rates: Stripe.TaxRate[];
};

export const subscriptionItems: Kind<SubscriptionItem> = {
  object: "subscription_item",
  idPrefix: "si",
  expandable: ["discounts"],
  included: [],
};

/** The legacy plan that Stripe still shows beside each recurring price. */
export function planOf(price: Price): Plan {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}
