export const VAT_PERCENT = 20;
export const CURRENCY = "gbp";

export type Discount = { percentOff: number } | { amountOffPence: number };

/** All amounts in whole pence. `savingPence` is the spec's "price minus discounted price". */
export type PriceBreakdown = {
  pricePence: number;
  savingPence: number;
  netPence: number;
  vatPence: number;
  totalPence: number;
};

/**
 * Price, then discount, then VAT, each rounded to the penny (spec §9). For instalments pass one month's
 * price: the result is one month's too. Halves round up, as the payment provider's do.
 */
export function breakDownPrice(pricePence: number, discount?: Discount): PriceBreakdown {
  const netPence = Math.max(0, discounted(pricePence, discount));
  const vatPence = Math.round((netPence * VAT_PERCENT) / 100);
  return {
    pricePence,
    savingPence: pricePence - netPence,
    netPence,
    vatPence,
    totalPence: netPence + vatPence,
  };
}

function discounted(pricePence: number, discount: Discount | undefined): number {
  if (!discount) return pricePence;
  if ("percentOff" in discount) return pricePence - Math.round((pricePence * discount.percentOff) / 100);
  return pricePence - discount.amountOffPence;
}

const POUNDS = new Intl.NumberFormat("en-GB", { style: "currency", currency: "GBP" });
const WHOLE_POUNDS = new Intl.NumberFormat("en-GB", {
  style: "currency",
  currency: "GBP",
  maximumFractionDigits: 0,
});

/** "£60.00" */
export function formatPence(pence: number): string {
  return POUNDS.format(pence / 100);
}

/** "£50" for list prices, which are whole pounds. */
export function formatWholePounds(pence: number): string {
  return WHOLE_POUNDS.format(pence / 100);
}
