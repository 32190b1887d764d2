import type Stripe from "stripe";
import type { ObjectList } from "../api/endpoint.ts";
import type { Kind } from "../api/kind.ts";
import type { LineItem } from "./lineItem.ts";

/** A Checkout Session with links as ids; its lines are stored with it. Amounts in the smallest unit. */
export type CheckoutSession = Omit<
  Stripe.Checkout.Session,
  | "customer"
  | "payment_intent"
  | "line_items"
  | "amount_subtotal"
  | "amount_total"
  | "currency"
  | "status"
  | "mode"
> & {
  customer: string | null;
  payment_intent: string | null;
  line_items: ObjectList<LineItem>;
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  status: "open" | "complete" | "expired";
  mode: "payment";
  /** Whether the buyer had accepted the terms when a payment began to wait for authentication. */
  simulator_accepted_terms: boolean;
  /** What `payment_intent_data` asked for, until a payment is tried. Shown to nobody, as at Stripe. */
  simulator_payment: {
    description: string | null;
    receipt_email: string | null;
    metadata: { [name: string]: string };
  };
};

export const sessions: Kind<CheckoutSession> = {
  object: "checkout.session",
  idPrefix: "cs",
  expandable: ["customer", "payment_intent", "invoice", "setup_intent", "subscription", "payment_link"],
  included: ["line_items", "total_details.breakdown"],
};
