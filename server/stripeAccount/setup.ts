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

/** Creates or repairs the shop at the provider. Idempotent. */
export async function setUpShop(stripe: Stripe, siteUrl: string): Promise<void> {
  await applyAll(await shopChanges(stripe, siteUrl));
}
