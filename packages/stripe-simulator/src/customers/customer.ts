import type Stripe from "stripe";
import { z } from "zod";
import { newId, randomText } from "../api/ids.ts";
import type { Kind, Stored, WithoutNulls } from "../api/kind.ts";
import { listOf, text, unsettable } from "../api/params.ts";

export const NO_ADDRESS: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

/** Custom fields that invoices show: up to 4, with names of up to 40 and values of up to 140 characters. */
export const invoiceFields = unsettable(
  listOf(z.strictObject({ name: text(40), value: text(140) })).refine((all) => all.length <= 4, {
    message: "You can only specify up to 4 custom fields.",
  }),
);

const INVOICE_PREFIX_CHARACTERS = 8;

export type Customer = Stored<
  WithoutNulls<Stripe.Customer>,
  {
    email: string | null;
    /** Money from bank transfers that no invoice has used, by currency. */
    simulator_cash?: { [currency: string]: number };
  }
>;

export const customers: Kind<Customer> = {
  object: "customer",
  expandable: ["invoice_settings.default_payment_method"],
};

/** `created` in Unix seconds. */
export function newCustomer(created: number, given: Partial<Omit<Customer, "id" | "object">>): Customer {
  return {
    id: newId("cus"),
    object: "customer",
    address: null,
    balance: 0,
    created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: randomText(INVOICE_PREFIX_CHARACTERS).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    tax_exempt: "none",
    ...given,
  };
}
