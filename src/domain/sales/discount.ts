import { INSTALLMENT_MONTHS, type Plan } from "./plans.ts";
import { breakDownPrice, type Discount, formatPence } from "./pricing.ts";

/** The provider's minimum charge above zero (docs.stripe.com/currencies, minimum charge amounts). */
const SMALLEST_CHARGE_PENCE = 30;

/** The terms of a discount code. */
export type DiscountTerms = {
  discount: Discount;
  /** The number of consecutive monthly payments that it covers; Infinity for no end. */
  months: number;
  /** The provider's products that it applies to, or null for all. */
  products: readonly string[] | null;
  firstPurchaseOnly: boolean;
  /** The minimum price before discount and VAT, or null. */
  minimumPence: number | null;
};

/** The offer to buy. `pricePence` is one payment, before VAT. */
export type DiscountedOffer = { product: string; plan: Plan; pricePence: number };

/** The exact text of spec §8, for rejected codes without a more specific reason. */
export const INVALID_CODE = "Invalid discount code";

/** Why the discount does not apply to the offer, as a sentence for the buyer, or null if it does. */
export function discountRefusal(terms: DiscountTerms, offer: DiscountedOffer): string | null {
  if (terms.products && !terms.products.includes(offer.product)) {
    return "This discount code does not apply to the option you chose.";
  }
  if (offer.plan === "installment" && terms.months < INSTALLMENT_MONTHS) {
    return "This discount code applies only if you pay in full.";
  }
  if (terms.minimumPence !== null && offer.pricePence < terms.minimumPence) {
    return `This discount code applies only to prices of ${formatPence(terms.minimumPence)} or more before VAT.`;
  }
  const { totalPence } = breakDownPrice(offer.pricePence, terms.discount);
  if (totalPence > 0 && totalPence < SMALLEST_CHARGE_PENCE) {
    return "This code would reduce the price below the minimum we can charge.";
  }
  return null;
}
