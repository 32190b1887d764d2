import type Stripe from "stripe";
import type { ObjectList } from "../api/endpoint.ts";
import type { Kind } from "../api/kind.ts";
import type { Refund } from "./refund.ts";

/** Links are ids; amounts in the smallest unit. */
export type Charge = Omit<Stripe.Charge, "customer" | "payment_intent" | "refunds" | "source"> & {
  customer: string | null;
  payment_intent: string;
  refunds: ObjectList<Refund>;
  source: null;
};

export const charges: Kind<Charge> = {
  object: "charge",
  idPrefix: "ch",
  expandable: ["customer", "payment_intent", "balance_transaction", "application", "on_behalf_of", "review"],
  included: ["refunds"],
};
