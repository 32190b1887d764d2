import type Stripe from "stripe";
import type { ObjectList } from "../api/endpoint.ts";
import type { Kind, Stored, WithoutNulls } from "../api/kind.ts";
import type { Price } from "../catalogue/objects.ts";
import type { ShownTaxId } from "../customers/taxId.ts";
import type { Discount } from "../discounts/objects.ts";

type TotalDetails = Stored<
  Stripe.Checkout.Session.TotalDetails,
  { breakdown: { discounts: LineItem["discounts"]; taxes: Stripe.LineItem.Tax[] } }
>;

/** A Checkout Session with links as ids; its lines are stored with it. Amounts in the smallest unit. */
export type CheckoutSession = Stored<
  WithoutNulls<Omit<Stripe.Checkout.Session, "custom_text" | "payment_method_options">>,
  {
    customer: string | null;
    /** At most one: the promotion code, or the coupon if no code was used. */
    discounts: { coupon: string | null; promotion_code: string | null }[];
    payment_intent: string | null;
    line_items: ObjectList<LineItem>;
    amount_subtotal: number;
    amount_total: number;
    currency: string;
    custom_fields: CustomField[];
    name_collection: Required<Stripe.Checkout.Session.NameCollection>;
    tax_id_collection: { enabled: boolean; required: "never" };
    total_details: TotalDetails;
    status: "open" | "complete" | "expired";
    mode: "payment" | "subscription";
    invoice: string | null;
    subscription: string | null;
    /** For the payment intent or the subscription. Never returned, as with Stripe. */
    simulator_metadata: { [name: string]: string };
    /** The payment intent of the first invoice, which a session in subscription mode does not show. */
    simulator_intent: string | null;
    /** What an authenticating buyer typed, until the payment is finished. */
    simulator_buyer: Buyer | null;
  }
>;

type CustomField = Stored<
  Omit<Stripe.Checkout.Session.CustomField, "dropdown" | "numeric">,
  { text: Stripe.Checkout.Session.CustomField.Text; type: "text" }
>;

/** What the buyer typed on the payment page; null where the page did not ask, or nothing was typed. */
export type Buyer = {
  email: string;
  /** On the card, or for the billing address. */
  name: string | null;
  address: Stripe.Address;
  businessName: string | null;
  taxId: ShownTaxId | null;
  /** By the keys of the session's custom fields. */
  customFields: { [key: string]: string };
};

export const sessions: Kind<CheckoutSession> = {
  object: "checkout.session",
  expandable: [
    "customer",
    "discounts.coupon",
    "discounts.promotion_code",
    "payment_intent",
    "invoice",
    "subscription",
  ],
  included: ["line_items", "total_details.breakdown"],
};

/** A line of a Checkout Session; amounts in the smallest unit. */
export type LineItem = Stored<
  WithoutNulls<Stripe.LineItem>,
  {
    price: Price;
    quantity: number;
    taxes: Stripe.LineItem.Tax[];
    discounts: { amount: number; discount: Discount }[];
  }
>;

export const lineItems: Kind<LineItem> = {
  object: "item",
  included: ["discounts", "taxes"],
};
