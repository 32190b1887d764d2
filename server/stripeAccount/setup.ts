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

/** Creates or repairs the shop at the provider. Idempotent. */
export async function setUpShop(stripe: Stripe, siteUrl: string): Promise<void> {
  await applyAll(await shopChanges(stripe, siteUrl));
}
