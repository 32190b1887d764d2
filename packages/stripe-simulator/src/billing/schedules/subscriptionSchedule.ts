import type Stripe from "stripe";
import type { Kind } from "../../api/kind.ts";

type Linked = { coupon: string | null; discount: string | null; promotion_code: string | null };

export type PhaseItem = Omit<
  Stripe.SubscriptionSchedule.Phase.Item,
  "discounts" | "metadata" | "plan" | "price" | "quantity" | "tax_rates"
> & {
  discounts: Linked[];
  metadata: { [name: string]: string };
  plan: string;
  price: string;
  quantity: number;
  tax_rates: Stripe.TaxRate[];
};

export type Phase = Omit<
  Stripe.SubscriptionSchedule.Phase,
  "default_payment_method" | "default_tax_rates" | "discounts" | "items" | "metadata"
> & {
  default_payment_method: string | null;
  default_tax_rates: Stripe.TaxRate[];
  discounts: Linked[];
  items: PhaseItem[];
  metadata: { [name: string]: string };
};

/** The planned phases of a subscription. Links are ids, dates Unix seconds. */
export type SubscriptionSchedule = Omit<
  Stripe.SubscriptionSchedule,
  "customer" | "end_behavior" | "phases" | "status" | "subscription" | "test_clock"
> & {
  customer: string;
  end_behavior: "cancel" | "release";
  phases: Phase[];
  status: "active" | "canceled" | "completed" | "released";
  subscription: string | null;
  test_clock: string | null;
};

export const subscriptionSchedules: Kind<SubscriptionSchedule> = {
  object: "subscription_schedule",
  idPrefix: "sub_sched",
  expandable: [
    "customer",
    "default_settings.default_payment_method",
    "phases.default_payment_method",
    "phases.discounts.coupon",
    "phases.discounts.discount",
    "phases.discounts.promotion_code",
    "phases.items.price",
    "subscription",
    "test_clock",
  ],
  included: [],
};
