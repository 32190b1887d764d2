import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** Links are ids; amounts in the smallest unit. */
export type Charge = Omit<Stripe.Charge, "customer" | "payment_intent" | "source"> & {
  customer: string | null;
  payment_intent: string;
  source: null;
};

export const charges: Kind<Charge> = {
  object: "charge",
  idPrefix: "ch",
  expandable: ["customer", "payment_intent", "balance_transaction", "application", "on_behalf_of", "review"],
  included: [],
};
