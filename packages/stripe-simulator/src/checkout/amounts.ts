import type Stripe from "stripe";
import type { TaxRate } from "../catalogue/objects.ts";

/** All in the currency's smallest unit. */
type LineAmounts = { subtotal: number; tax: number; total: number; taxes: Stripe.LineItem.Tax[] };

const SHARES_PER_PERCENT = 10_000;

/**
 * Calculates a line's amounts according to Stripe's tax-rate rules: `discount` is subtracted first, then each rate is
 * rounded half up separately. Exclusive rates are added to the amount; inclusive ones are part of it
 * (docs.stripe.com/billing/taxes/tax-rates).
 */
export function lineAmounts(
  unitAmount: number,
  quantity: number,
  rates: readonly TaxRate[],
  discount = 0,
): LineAmounts {
  const subtotal = unitAmount * quantity;
  const amount = subtotal - discount;
  const inclusivePercent = rates.reduce((sum, rate) => sum + (rate.inclusive ? rate.percentage : 0), 0);
  const net = amount / (1 + inclusivePercent / 100);
  const taxes = rates.map((rate): Stripe.LineItem.Tax => {
    const tax = rate.inclusive ? Math.round((net * rate.percentage) / 100) : shareOf(amount, rate.percentage);
    return {
      amount: tax,
      rate,
      taxability_reason: null,
      taxable_amount: rate.inclusive ? Math.round(net) : amount,
    };
  });
  const sum = (wanted: boolean) =>
    taxes.reduce((total, { amount: tax, rate }) => total + (rate.inclusive === wanted ? tax : 0), 0);
  return { subtotal, tax: sum(false) + sum(true), total: amount + sum(false), taxes };
}

/** A percentage of an amount, halves rounded up. Uses integers up to the division, so that a half is exactly a half. */
export function shareOf(amount: number, percent: number): number {
  return Math.round((amount * Math.round(percent * SHARES_PER_PERCENT)) / (100 * SHARES_PER_PERCENT));
}
