import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** A card; its number is never stored, only brand, last four digits and expiry. */
export type PaymentMethod = Stripe.PaymentMethod & { card: Stripe.PaymentMethod.Card };

export const paymentMethods: Kind<PaymentMethod> = {
  object: "payment_method",
  idPrefix: "pm",
  expandable: ["customer"],
  included: [],
};
