import { plainText } from "../text/typedText.ts";
import { TIER_PLANS, type Tier } from "./plans.ts";
import { breakDownPrice, type PriceBreakdown } from "./pricing.ts";

/** Places for a team. Written without zod, because the pricing page shows what they cost. */

/** A new team has at least two places. A team that exists can add a single one. */
export const SEATS_MIN = { first: 2, more: 1 };
/** In one order. */
export const SEATS_MAX = 500;

export const seatsMessage = (min: number) => `Enter a whole number of places from ${min} to ${SEATS_MAX}`;

/** The number of places as people type it. Null if it is none that can be ordered. */
export function typedSeats(typed: string, min: number): number | null {
  const text = plainText(typed);
  const seats = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return seats >= min && seats <= SEATS_MAX ? seats : null;
}

/** VAT is rounded once, on the whole order, as the provider does for one line. */
export function teamAmounts(tier: Tier, seats: number): PriceBreakdown {
  return breakDownPrice(TIER_PLANS[tier].pricePence.full * seats);
}

/** "1 place", "25 places". */
export const placesText = (count: number) => `${count} ${count === 1 ? "place" : "places"}`;

/**
 * What a refund of so many pence leaves of an order's places: one ends for each whole price. The same rule as
 * private.team_capacity in supabase/schemas.
 */
export function seatsLeft(order: { seats: number; total_pence: number }, refundedPence: number): number {
  const { seats, total_pence: total } = order;
  // A total that is not divisible by the places was rounded, so a place may cost up to a penny less.
  return seats - Math.floor((refundedPence * seats + seats - 1) / total);
}
