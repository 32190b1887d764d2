import type Stripe from "stripe";
import { VAT_PERCENT } from "../../../src/domain/sales/pricing.ts";

/** Identifies our tax rate among others in the same account, because tax rates have no lookup key. */
export const VAT_RATE_METADATA = { academy: "vat" } as const;

/** The exclusive VAT rate created by the catalogue set-up, or undefined if it has not been created. */
export async function findVatRate(stripe: Stripe): Promise<Stripe.TaxRate | undefined> {
  for await (const rate of stripe.taxRates.list({ active: true, limit: 100 })) {
    const isOurs = rate.metadata?.academy === VAT_RATE_METADATA.academy;
    if (isOurs && !rate.inclusive && rate.percentage === VAT_PERCENT) return rate;
  }
  return undefined;
}
