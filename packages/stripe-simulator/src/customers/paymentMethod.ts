import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";
import type { Decline } from "../charges/testCards.ts";

/**
 * A card, of which only brand, country, last four digits and expiry are stored, or a bank account (`bacs_debit`), of
 * which only sort code and last four digits are.
 */
export type PaymentMethod = Omit<Stripe.PaymentMethod, "customer"> & {
  customer: string | null;
  /** Why a charge is declined while the customer is absent, or null if it succeeds. */
  simulator_off_session: Decline | null;
};

export const paymentMethods: Kind<PaymentMethod> = {
  object: "payment_method",
  idPrefix: "pm",
  expandable: ["customer"],
  included: [],
};
