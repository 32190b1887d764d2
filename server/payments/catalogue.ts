import type Stripe from "stripe";
import { isMissing } from "../../functions/_shared/stripe.ts";
import { findVatRate, VAT_RATE_METADATA } from "../../functions/_shared/vatRate.ts";
import { COURSE } from "../../src/domain/course.ts";
import { lookupKey, PLANS, type Plan, TIER_PLANS, TIERS, type Tier } from "../../src/domain/plans.ts";
import { CURRENCY, VAT_PERCENT } from "../../src/domain/pricing.ts";

/**
 * Creates or repairs what the checkout needs at the payment provider: a product per tier, six prices addressed by
 * lookup key, and the exclusive VAT rate. Any number of times; a price that is right is left alone. The provider's
 * prices cannot be changed, so a wrong one gives its lookup key to a new one and is put out of use.
 */
export async function ensureCatalogue(stripe: Stripe): Promise<void> {
  for (const tier of TIERS) {
    const product = await ensureProduct(stripe, tier);
    for (const plan of PLANS) await ensurePrice(stripe, product, tier, plan);
  }
  if (await findVatRate(stripe)) return;
  await stripe.taxRates.create({
    display_name: "VAT",
    percentage: VAT_PERCENT,
    inclusive: false,
    country: "GB",
    metadata: VAT_RATE_METADATA,
  });
}

/** An id of our own, so that two set-ups at once cannot make two products. */
function productId(tier: Tier): string {
  return `academy_${tier}`;
}

async function ensureProduct(stripe: Stripe, tier: Tier): Promise<string> {
  const id = productId(tier);
  const name = `${COURSE.title}: ${TIER_PLANS[tier].label}`;
  const found = await find(() => stripe.products.retrieve(id));
  if (!found) await stripe.products.create({ id, name });
  else if (found.name !== name || !found.active) await stripe.products.update(id, { name, active: true });
  return id;
}

async function ensurePrice(stripe: Stripe, product: string, tier: Tier, plan: Plan): Promise<void> {
  const key = lookupKey(tier, plan);
  const amount = TIER_PLANS[tier].pricePence[plan];
  const { data } = await stripe.prices.list({ lookup_keys: [key], limit: 1 });
  const [current] = data;
  if (current && isRight(current, product, plan, amount)) return;
  await stripe.prices.create({
    product,
    currency: CURRENCY,
    unit_amount: amount,
    tax_behavior: "exclusive",
    lookup_key: key,
    transfer_lookup_key: true,
    ...(plan === "installment" ? { recurring: { interval: "month" } } : {}),
  });
  if (current?.active) await stripe.prices.update(current.id, { active: false });
}

function isRight(price: Stripe.Price, product: string, plan: Plan, amount: number): boolean {
  const interval = plan === "installment" ? "month" : undefined;
  return (
    price.active &&
    price.product === product &&
    price.currency === CURRENCY &&
    price.unit_amount === amount &&
    price.tax_behavior === "exclusive" &&
    price.recurring?.interval === interval &&
    (price.recurring?.interval_count ?? 1) === 1
  );
}

async function find<T>(retrieve: () => Promise<T>): Promise<T | undefined> {
  try {
    return await retrieve();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
