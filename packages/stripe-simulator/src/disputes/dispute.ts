import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** `source` is the dispute's id; all amounts in the smallest unit. */
export type DisputeTransaction = Omit<Stripe.BalanceTransaction, "source"> & { source: string };

/** Links are ids, including those of files in the evidence; `amount` in the smallest unit. */
export type Dispute = Omit<
  Stripe.Dispute,
  "balance_transactions" | "charge" | "evidence" | "payment_intent" | "status"
> & {
  balance_transactions: DisputeTransaction[];
  charge: string;
  evidence: { [name: string]: string | object | null };
  payment_intent: string;
  status: "needs_response" | "under_review" | "won" | "lost";
};

export const disputes: Kind<Dispute> = {
  object: "dispute",
  idPrefix: "du",
  expandable: ["charge", "payment_intent"],
  included: [],
};
