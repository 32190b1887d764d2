import type Stripe from "stripe";
import type { Kind, Stored, WithoutNulls } from "../../api/kind.ts";

type Linked = { coupon: string | null; discount: string | null; promotion_code: string | null };

export type PhaseItem = Stored<
  WithoutNulls<Omit<Stripe.SubscriptionSchedule.Phase.Item, "plan">>,
  {
    discounts: Linked[];
    metadata: { [name: string]: string };
    price: string;
    quantity: number;
    tax_rates: Stripe.TaxRate[];
  }
>;

export type Phase = Stored<
  WithoutNulls<Stripe.SubscriptionSchedule.Phase>,
  {
    discounts: Linked[];
    items: PhaseItem[];
  }
>;

/** The planned phases of a subscription. Links are ids, dates Unix seconds. */
export type SubscriptionSchedule = Stored<
  WithoutNulls<Omit<Stripe.SubscriptionSchedule, "default_settings">>,
  {
    customer: string;
    end_behavior: "cancel" | "release";
    phases: Phase[];
    status: "active" | "canceled" | "completed" | "released";
    subscription: string | null;
  }
>;

export const subscriptionSchedules: Kind<SubscriptionSchedule> = {
  object: "subscription_schedule",
  expandable: [
    "customer",
    "phases.discounts.coupon",
    "phases.discounts.discount",
    "phases.discounts.promotion_code",
    "phases.items.price",
    "subscription",
  ],
};
