import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** Links are ids; `amount` in the smallest unit. */
export type Refund = Omit<
  Stripe.Refund,
  | "balance_transaction"
  | "charge"
  | "customer"
  | "failure_balance_transaction"
  | "payment_intent"
  | "payment_method"
  | "source_transfer_reversal"
  | "transfer_reversal"
> & {
  balance_transaction: null;
  charge: string;
  customer: string | null;
  payment_intent: string;
  payment_method: string | null;
  source_transfer_reversal: null;
  transfer_reversal: null;
};

export const refunds: Kind<Refund> = {
  object: "refund",
  idPrefix: "re",
  expandable: ["balance_transaction", "charge", "customer", "payment_intent", "payment_method"],
  included: [],
};
