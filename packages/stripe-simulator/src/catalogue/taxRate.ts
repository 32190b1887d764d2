import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** `percentage` is a number of per cent: 20 means 20 %. */
export type TaxRate = Stripe.TaxRate;

export const taxRates: Kind<TaxRate> = { object: "tax_rate", idPrefix: "txr", expandable: [], included: [] };
