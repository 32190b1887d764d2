import type Stripe from "stripe";
import type { ObjectList } from "../api/endpoint.ts";
import type { Kind } from "../api/kind.ts";
import type { LineItem } from "./lineItem.ts";

type TotalDetails = Omit<Stripe.Checkout.Session.TotalDetails, "breakdown"> & {
  breakdown: { discounts: LineItem["discounts"]; taxes: Stripe.LineItem.Tax[] };
};

/** A Checkout Session with links as ids; its lines are stored with it. Amounts in the smallest unit. */
export type CheckoutSession = Omit<
  Stripe.Checkout.Session,
  | "customer"
  | "discounts"
  | "payment_intent"
  | "line_items"
  | "amount_subtotal"
  | "amount_total"
  | "currency"
  | "status"
  | "mode"
  | "invoice"
  | "subscription"
  | "total_details"
> & {
  customer: string | null;
  /** At most one: the promotion code, or the coupon if no code was used. */
  discounts: { coupon: string | null; promotion_code: string | null }[];
  payment_intent: string | null;
  line_items: ObjectList<LineItem>;
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  total_details: TotalDetails;
  status: "open" | "complete" | "expired";
  mode: "payment" | "subscription";
  invoice: string | null;
  subscription: string | null;
  /** Whether the buyer had accepted the terms when a payment began to wait for authentication. */
  simulator_accepted_terms: boolean;
  /** The `payment_intent_data` parameters, until a payment is attempted. Never returned, as with Stripe. */
  simulator_payment: {
    description: string | null;
    receipt_email: string | null;
    metadata: { [name: string]: string };
  };
  /** The payment intent of the first invoice, which a session in subscription mode does not show. */
  simulator_intent: string | null;
  /** The `subscription_data` parameters; null in payment mode. Tax rates are ids. */
  simulator_subscription: {
    default_tax_rates: string[];
    description: string | null;
    metadata: { [name: string]: string };
  } | null;
};

export const sessions: Kind<CheckoutSession> = {
  object: "checkout.session",
  idPrefix: "cs",
  expandable: [
    "customer",
    "discounts.coupon",
    "discounts.promotion_code",
    "payment_intent",
    "invoice",
    "setup_intent",
    "subscription",
    "payment_link",
  ],
  included: ["line_items", "total_details.breakdown"],
};
