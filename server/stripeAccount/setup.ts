import type Stripe from "stripe";
import { catalogueChanges } from "./catalogue.ts";
import { applyAll, type Change } from "./change.ts";
import { portalChanges } from "./portal.ts";

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
