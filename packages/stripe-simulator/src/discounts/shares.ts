import { shareOf } from "../checkout/amounts.ts";
import type { Coupon } from "./objects.ts";

/** `amount` in the smallest unit, before the discount. */
type DiscountedLine = { product: string; amount: number };
type Terms = Pick<Coupon, "percent_off" | "amount_off" | "applies_to">;

/**
 * What a coupon subtracts from each line, in the lines' order: a percentage of the lines it applies to, rounded once
 * with halves up, or a fixed amount up to the price of those lines. If it does not divide evenly, the first lines get
 * the remainder, so the shares always add up to the whole discount.
 */
export function discountShares(coupon: Terms, lines: readonly DiscountedLine[]): number[] {
  const eligible = lines.map((line) => (appliesTo(coupon, line.product) ? line.amount : 0));
  const base = eligible.reduce((sum, amount) => sum + amount, 0);
  const off = coupon.percent_off === null ? (coupon.amount_off ?? 0) : shareOf(base, coupon.percent_off);
  return apportion(Math.min(off, base), eligible);
}

export function appliesTo(coupon: Terms, product: string): boolean {
  return !coupon.applies_to || coupon.applies_to.products.includes(product);
}

/** Each line gets its share of the remaining total, so that rounding loses nothing. */
function apportion(total: number, weights: readonly number[]): number[] {
  let left = total;
  let weightLeft = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => {
    const share = weightLeft === 0 ? 0 : Math.ceil((left * weight) / weightLeft);
    left -= share;
    weightLeft -= weight;
    return share;
  });
}
