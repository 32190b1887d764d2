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
 * Price, then discount, then VAT, each rounded to the penny (spec §9). For instalments pass one month's price: the
 * result is then one month's too. Halves round up, as at the payment provider.
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
  if ("percentOff" in discount) return pricePence - percentageOf(pricePence, discount.percentOff);
  return pricePence - discount.amountOffPence;
}

const SHARES_PER_PERCENT = 10_000;

/**
 * Calculates with integers until the division: 0.35 % of £10 is exactly 3.5 pence, which floating point would turn into
 * 3.4999….
 */
function percentageOf(pence: number, percent: number): number {
  return Math.round((pence * Math.round(percent * SHARES_PER_PERCENT)) / (100 * SHARES_PER_PERCENT));
}

/**
 * The VAT within the first `pence` of a total. Credited parts are differences of two such shares, so that together they have
 * exactly the VAT that was invoiced.
 */
export function vatShare(invoiced: Pick<PriceBreakdown, "totalPence" | "vatPence">, pence: number): number {
  return invoiced.totalPence === 0 ? 0 : Math.round((invoiced.vatPence * pence) / invoiced.totalPence);
}

/** "£1,060.00", for an amount of at least 0. */
export function formatPence(pence: number): string {
  return pounds((pence / 100).toFixed(2));
}

/** "£50" for list prices, which are whole pounds. */
export function formatWholePounds(pence: number): string {
  return pounds((pence / 100).toFixed(0));
}

/** By hand, because the first Intl.NumberFormat of a page takes 70 ms on a slow phone (see once.ts). */
function pounds(amount: string): string {
  return `£${amount.replace(/\B(?=(\d{3})+(?!\d))/g, ",")}`;
}
