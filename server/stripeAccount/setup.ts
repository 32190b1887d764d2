import type Stripe from "stripe";
import {
  findPortalConfiguration,
  PORTAL_METADATA,
} from "../../functions/_shared/payments/portalConfiguration.ts";
import { isMissing } from "../../functions/_shared/payments/stripe.ts";
import { findVatRate, VAT_RATE_METADATA } from "../../functions/_shared/payments/vatRate.ts";
import { COURSE } from "../../src/domain/course/course.ts";
import { paths } from "../../src/domain/paths.ts";
import { lookupKey, PLANS, type Plan, TIER_PLANS, TIERS, type Tier } from "../../src/domain/sales/plans.ts";
import { CURRENCY, formatPence, VAT_PERCENT } from "../../src/domain/sales/pricing.ts";
import { applyAll, type Change } from "./change.ts";

/**
 * Returns everything that the shop needs at the payment provider and that is missing there, for both a real account and
 * the simulator. Only reads; `siteUrl` has no trailing slash.
 */
export async function shopChanges(stripe: Stripe, siteUrl: string): Promise<Change[]> {
  return [...(await catalogueChanges(stripe)), ...(await portalChanges(stripe, siteUrl))];
}

/** Settings that the provider's API can neither read nor change. functions/README.md explains each. */
export const DASHBOARD_SETTINGS = [
  "Billing, Retries: Smart Retries for two weeks; if all retries fail, leave the subscription and its invoice overdue",
  "Payments, Adaptive Pricing: off, also for invoices",
  "Billing, Invoices: payment by card only",
  "Billing, Invoices: numbered in order, across the account or for each customer; your VAT number, address and logo on them",
  "Customer emails: no receipts, no invoices, and no reminders of failed payments",
  "Radar: block payments of the highest risk",
] as const;

const OBSERVED_SECONDS = 30 * 24 * 60 * 60;

/**
 * The API cannot read what the account does with a subscription after the last retry, but subscriptions of the last
 * 30 days show it. Returns a sentence if it is not what functions/README.md recommends. Only reads.
 */
export async function retryWarning(stripe: Stripe): Promise<string | null> {
  const { data: unpaid } = await stripe.subscriptions.list({ status: "unpaid", limit: 1 });
  const { data: ended } = await stripe.subscriptions.list({ status: "canceled", limit: 100 });
  const since = Date.now() / 1000 - OBSERVED_SECONDS;
  const isCancelling = ended.some(
    ({ cancellation_details: details, ended_at: at }) =>
      details?.reason === "payment_failed" && (at ?? 0) > since,
  );
  if (unpaid.length === 0 && !isCancelling) return null;
  const done = isCancelling ? "cancelled" : "marked as unpaid";
  return `After the last retry of a payment, a subscription was ${done}. Leave it overdue instead: see below.`;
}

/** Creates or repairs the shop at the provider. Idempotent. */
export async function setUpShop(stripe: Stripe, siteUrl: string): Promise<void> {
  await applyAll(await shopChanges(stripe, siteUrl));
}

/** Unlike a subscription, a plan of three payments cannot be cancelled: learners only see invoices and change their card. */
const PORTAL_FEATURES = {
  customer_update: { enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: false },
  subscription_update: { enabled: false },
} as const;

/**
 * The change that brings the billing portal's configuration to the required state; none if it is correct. `siteUrl` has
 * no trailing slash.
 */
async function portalChanges(stripe: Stripe, siteUrl: string): Promise<Change[]> {
  const wanted = {
    business_profile: {
      privacy_policy_url: `${siteUrl}${paths.privacy()}`,
      terms_of_service_url: `${siteUrl}${paths.terms()}`,
    },
    default_return_url: `${siteUrl}${paths.dashboard()}`,
    features: PORTAL_FEATURES,
  };
  const found = await findPortalConfiguration(stripe);
  if (!found) {
    const create = async () => {
      await stripe.billingPortal.configurations.create({ ...wanted, metadata: PORTAL_METADATA });
    };
    return [{ what: "create the billing portal: invoices and card only", apply: create }];
  }
  if (isRightPortal(found, wanted)) return [];
  const update = async () => {
    await stripe.billingPortal.configurations.update(found.id, wanted);
  };
  return [{ what: `repair the billing portal ${found.id}: invoices and card only`, apply: update }];
}

type Wanted = {
  business_profile: { privacy_policy_url: string; terms_of_service_url: string };
  default_return_url: string;
};

function isRightPortal(found: Stripe.BillingPortal.Configuration, wanted: Wanted): boolean {
  const { business_profile: profile, features } = found;
  return (
    found.default_return_url === wanted.default_return_url &&
    profile.privacy_policy_url === wanted.business_profile.privacy_policy_url &&
    profile.terms_of_service_url === wanted.business_profile.terms_of_service_url &&
    features.customer_update.enabled === PORTAL_FEATURES.customer_update.enabled &&
    features.invoice_history.enabled === PORTAL_FEATURES.invoice_history.enabled &&
    features.payment_method_update.enabled === PORTAL_FEATURES.payment_method_update.enabled &&
    features.subscription_cancel.enabled === PORTAL_FEATURES.subscription_cancel.enabled &&
    features.subscription_update.enabled === PORTAL_FEATURES.subscription_update.enabled
  );
}

/**
 * The changes that the checkout needs at the payment provider: a product per tier, six prices with lookup keys, and the
 * exclusive VAT rate. Apply them in this order.
 */
async function catalogueChanges(stripe: Stripe): Promise<Change[]> {
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
