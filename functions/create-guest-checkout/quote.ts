import Stripe from "stripe";
import { lookupKey, type Plan, planOf, TIER_PLANS, type Tier } from "../../src/domain/plans.ts";
import { breakDownPrice, CURRENCY, type PriceBreakdown } from "../../src/domain/pricing.ts";
import { Refusal } from "../_shared/refusal.ts";
import { isMissing } from "../_shared/stripe.ts";
import { findVatRate } from "../_shared/vatRate.ts";

export type Quote = {
  tier: Tier;
  plan: Plan;
  priceId: string;
  taxRateId: string;
  amounts: PriceBreakdown;
};

const unknownPrice = () => new Refusal(400, "unknown_price", "This price is not known.");

/**
 * What the asked price costs, by our own rules. `priceId` is a lookup key or one of the provider's price ids. Throws
 * Refusals for a price that is unknown, of another tier, or not on sale, and an error when the provider's catalogue
 * differs from ours.
 */
export async function quoteOf(stripe: Stripe, asked: { priceId: string; courseType: Tier }): Promise<Quote> {
  const named = planOf(asked.priceId);
  if (named) refuse(named, asked.courseType);
  try {
    const [price, vatRate] = await Promise.all([
      named ? findPrice(stripe, named.tier, named.plan) : retrievePrice(stripe, asked.priceId),
      findVatRate(stripe),
    ]);
    const offer = planOf(price.lookup_key ?? "");
    if (!offer || !price.active) throw unknownPrice();
    refuse(offer, asked.courseType);

    const pricePence = TIER_PLANS[offer.tier].pricePence[offer.plan];
    if (price.unit_amount !== pricePence || price.currency !== CURRENCY) {
      throw new Error(`the provider's price ${price.lookup_key} is not ${pricePence} pence: run the set-up`);
    }
    if (!vatRate) throw new Error("the provider has no VAT rate: run the set-up");
    return { ...offer, priceId: price.id, taxRateId: vatRate.id, amounts: breakDownPrice(pricePence) };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new Refusal(502, "payment_provider", "Failed to create checkout session");
  }
}

function refuse(offer: { tier: Tier; plan: Plan }, courseType: Tier): void {
  if (offer.tier !== courseType) {
    throw new Refusal(400, "tier_mismatch", "This price does not belong to the chosen course.");
  }
  switch (offer.plan) {
    case "full":
      return;
    case "installment":
      throw new Refusal(400, "bad_request", "The 3-month plan is not on sale yet. Please pay in full.");
  }
}

async function findPrice(stripe: Stripe, tier: Tier, plan: Plan): Promise<Stripe.Price> {
  const key = lookupKey(tier, plan);
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  const [price] = data;
  if (!price) throw new Error(`the provider has no price ${key}: run the set-up`);
  return price;
}

async function retrievePrice(stripe: Stripe, id: string): Promise<Stripe.Price> {
  // Anything else never was a price's id, and must not be built into the provider's address.
  if (!/^price_\w+$/.test(id)) throw unknownPrice();
  try {
    return await stripe.prices.retrieve(id);
  } catch (error) {
    if (isMissing(error)) throw unknownPrice();
    throw error;
  }
}
