import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** Links are ids; amounts in the smallest unit. */
export type PaymentIntent = Omit<
  Stripe.PaymentIntent,
  "customer" | "latest_charge" | "payment_method" | "source"
> & {
  customer: string | null;
  latest_charge: string | null;
  payment_method: string | null;
  source: null;
  /** While a bank debit is processed: when it ends (Unix seconds), and how. */
  simulator_settles: { at: number; outcome: "succeeded" | "failed" } | null;
};

export const paymentIntents: Kind<PaymentIntent> = {
  object: "payment_intent",
  idPrefix: "pi",
  expandable: ["customer", "latest_charge", "payment_method", "application", "on_behalf_of", "review"],
  included: [],
};
