import type Stripe from "stripe";
import type { TaxRate } from "../catalogue/objects.ts";

/** All in the currency's smallest unit. */
type LineAmounts = { subtotal: number; tax: number; total: number; taxes: Stripe.LineItem.Tax[] };

const SHARES_PER_PERCENT = 10_000;

/**
 * Calculates a line's amounts according to Stripe's tax-rate rules: `discount` is subtracted first, then each rate is
 * rounded half up separately and added (docs.stripe.com/billing/taxes/tax-rates).
 */
export function lineAmounts(
  unitAmount: number,
  quantity: number,
  rates: readonly TaxRate[],
  discount = 0,
): LineAmounts {
  const subtotal = unitAmount * quantity;
  const amount = subtotal - discount;
  const taxes = rates.map((rate) => ({
    amount: shareOf(amount, rate.percentage),
    rate,
    taxability_reason: null,
    taxable_amount: amount,
  }));
  const tax = taxes.reduce((sum, each) => sum + each.amount, 0);
  return { subtotal, tax, total: amount + tax, taxes };
}

/** A percentage of an amount, halves rounded up. Uses integers up to the division, so that a half is exactly a half. */
export function shareOf(amount: number, percent: number): number {
  return Math.round((amount * Math.round(percent * SHARES_PER_PERCENT)) / (100 * SHARES_PER_PERCENT));
}
