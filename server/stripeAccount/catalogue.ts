import type Stripe from "stripe";
import { isMissing } from "../../functions/_shared/payments/stripe.ts";
import { findVatRate, VAT_RATE_METADATA } from "../../functions/_shared/payments/vatRate.ts";
import { COURSE } from "../../src/domain/course/course.ts";
import { lookupKey, PLANS, type Plan, TIER_PLANS, TIERS, type Tier } from "../../src/domain/sales/plans.ts";
import { CURRENCY, formatPence, VAT_PERCENT } from "../../src/domain/sales/pricing.ts";
import type { Change } from "./change.ts";

/**
 * The changes that the checkout needs at the payment provider: a product per tier, six prices with lookup keys, and the
 * exclusive VAT rate. Apply them in this order.
 */
export async function catalogueChanges(stripe: Stripe): Promise<Change[]> {
  const changes: (Change | null)[] = [];
  for (const tier of TIERS) {
    changes.push(await productChange(stripe, tier));
    for (const plan of PLANS) changes.push(await priceChange(stripe, tier, plan));
  }
  changes.push(await vatRateChange(stripe));
  return changes.filter((each) => each !== null);
}

/** A fixed id, so that concurrent set-ups cannot create a product twice. */
function productId(tier: Tier): string {
  return `academy_${tier}`;
}

async function productChange(stripe: Stripe, tier: Tier): Promise<Change | null> {
  const id = productId(tier);
  const name = `${COURSE.title}: ${TIER_PLANS[tier].label}`;
  const found = await find(() => stripe.products.retrieve(id));
  if (!found) {
    return {
      what: `create the product ${id} "${name}"`,
      apply: async () => void (await stripe.products.create({ id, name })),
    };
  }
  if (found.name === name && found.active) return null;
  return {
    what: `repair the product ${id}: name "${name}", active`,
    apply: async () => void (await stripe.products.update(id, { name, active: true })),
  };
}

/** Prices cannot be changed at the provider, so a wrong one is archived and its key transferred to a new one. */
async function priceChange(stripe: Stripe, tier: Tier, plan: Plan): Promise<Change | null> {
  const key = lookupKey(tier, plan);
  const amount = TIER_PLANS[tier].pricePence[plan];
  const { data } = await stripe.prices.list({ lookup_keys: [key], limit: 1 });
  const [current] = data;
  if (current && isRight(current, tier, plan)) return null;
  const price = `${formatPence(amount)}${plan === "installment" ? " a month" : ""} plus VAT`;
  return {
    what: `${current ? "replace" : "create"} the price ${key}: ${price}`,
    apply: async () => {
      await stripe.prices.create({
        product: productId(tier),
        currency: CURRENCY,
        unit_amount: amount,
        tax_behavior: "exclusive",
        lookup_key: key,
        transfer_lookup_key: true,
        ...(plan === "installment" ? { recurring: { interval: "month" } } : {}),
      });
      if (current?.active) await stripe.prices.update(current.id, { active: false });
    },
  };
}

function isRight(price: Stripe.Price, tier: Tier, plan: Plan): boolean {
  const interval = plan === "installment" ? "month" : undefined;
  return (
    price.active &&
    price.product === productId(tier) &&
    price.currency === CURRENCY &&
    price.unit_amount === TIER_PLANS[tier].pricePence[plan] &&
    price.tax_behavior === "exclusive" &&
    price.recurring?.interval === interval &&
    (price.recurring?.interval_count ?? 1) === 1
  );
}

async function vatRateChange(stripe: Stripe): Promise<Change | null> {
  if (await findVatRate(stripe)) return null;
  return {
    what: `create the VAT rate of ${VAT_PERCENT} %, added to prices`,
    apply: async () => {
      await stripe.taxRates.create({
        display_name: "VAT",
        percentage: VAT_PERCENT,
        inclusive: false,
        country: "GB",
        metadata: VAT_RATE_METADATA,
      });
    },
  };
}

async function find<T>(retrieve: () => Promise<T>): Promise<T | undefined> {
  try {
    return await retrieve();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
