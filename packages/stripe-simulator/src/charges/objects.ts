import type Stripe from "stripe";
import type { ObjectList } from "../api/endpoint.ts";
import type { Kind, Stored, WithoutNulls } from "../api/kind.ts";
import type { Decline } from "./testCards.ts";

/** Links are ids; amounts in the smallest unit. */
export type PaymentIntent = Stored<
  WithoutNulls<Omit<Stripe.PaymentIntent, "payment_method_options">>,
  {
    customer: string | null;
    last_payment_error:
      | (Omit<Stripe.PaymentIntent.LastPaymentError, "payment_method"> & { payment_method: PaymentMethod })
      | null;
    latest_charge: string | null;
    payment_method: string | null;
    source: null;
  }
>;

export const paymentIntents: Kind<PaymentIntent> = {
  object: "payment_intent",
  expandable: ["customer", "latest_charge", "payment_method"],
};

/** Links are ids; amounts in the smallest unit. */
export type Charge = Stored<
  WithoutNulls<Stripe.Charge>,
  {
    customer: string | null;
    payment_intent: string;
    payment_method: string;
    payment_method_details:
      | { card: Partial<Omit<Stripe.Charge.PaymentMethodDetails.Card, "three_d_secure">>; type: "card" }
      | { customer_balance: object; type: "customer_balance" };
    refunds: ObjectList<Refund>;
    source: null;
  }
>;

export const charges: Kind<Charge> = {
  object: "charge",
  expandable: ["customer", "payment_intent"],
  included: ["refunds"],
};

/** Links are ids; `amount` in the smallest unit. */
export type Refund = Stored<
  WithoutNulls<Stripe.Refund>,
  {
    balance_transaction: null;
    charge: string | null;
    customer: string | null;
    payment_intent: string | null;
    payment_method: string | null;
    source_transfer_reversal: null;
    transfer_reversal: null;
  }
>;

export const refunds: Kind<Refund> = {
  object: "refund",
  expandable: ["charge", "customer", "payment_intent", "payment_method"],
};

/** A bank transfer, or a card, of which only brand, country, last four digits and expiry are stored. */
export type PaymentMethod = Stored<
  WithoutNulls<Stripe.PaymentMethod>,
  {
    card?: Stripe.PaymentMethod.Card;
    customer: string | null;
    /** Why a charge is declined while the customer is absent, or null if it succeeds. */
    simulator_off_session: Decline | null;
  }
>;

export const paymentMethods: Kind<PaymentMethod> = {
  object: "payment_method",
  expandable: ["customer"],
};
