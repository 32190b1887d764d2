import type Stripe from "stripe";
import { lookupKey, type Plan, planOf, TIER_PLANS, type Tier } from "../../../src/domain/sales/plans.ts";
import { CURRENCY } from "../../../src/domain/sales/pricing.ts";
import { Refusal } from "../http/refusal.ts";
import { isMissing } from "../payments/stripe.ts";

/** A price that is on sale. `pricePence` is one payment, before VAT; ids are the provider's. */
export type Offer = { tier: Tier; plan: Plan; priceId: string; product: string; pricePence: number };

const unknownPrice = () => new Refusal(400, "unknown_price", "This price is not known.");

/**
 * The offer behind `priceId`, a lookup key or one of the provider's price ids. Throws a Refusal for a price that is
 * unknown, and an error when the provider's catalogue differs from ours.
 */
export async function findOffer(stripe: Stripe, priceId: string): Promise<Offer> {
  const named = planOf(priceId);
  const price = named
    ? await findPrice(stripe, named.tier, named.plan)
    : await retrievePrice(stripe, priceId);
  const sold = planOf(price.lookup_key ?? "");
  if (!sold || !price.active) throw unknownPrice();

  const pricePence = TIER_PLANS[sold.tier].pricePence[sold.plan];
  if (price.unit_amount !== pricePence || price.currency !== CURRENCY) {
    throw new Error(`the provider's price ${price.lookup_key} is not ${pricePence} pence: run the set-up`);
  }
  const product = typeof price.product === "string" ? price.product : price.product.id;
  return { ...sold, priceId: price.id, product, pricePence };
}

async function findPrice(stripe: Stripe, tier: Tier, plan: Plan): Promise<Stripe.Price> {
  const key = lookupKey(tier, plan);
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  const [price] = data;
  if (!price) throw new Error(`the provider has no price ${key}: run the set-up`);
  return price;
}

async function retrievePrice(stripe: Stripe, id: string): Promise<Stripe.Price> {
  // Anything else cannot be a price id, and must not end up in a URL of the provider's API.
  if (!/^price_\w+$/.test(id)) throw unknownPrice();
  try {
    return await stripe.prices.retrieve(id);
  } catch (error) {
    if (isMissing(error)) throw unknownPrice();
    throw error;
  }
}
