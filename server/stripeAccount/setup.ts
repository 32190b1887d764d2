import type Stripe from "stripe";
import { catalogueChanges } from "./catalogue.ts";
import { applyAll, type Change } from "./change.ts";
import { portalChanges } from "./portal.ts";

/**
 * Everything that the shop itself needs at the provider and does not find there, for a real account and the simulator
 * alike. Reads only; `siteUrl` without a slash at its end.
 */
export async function shopChanges(stripe: Stripe, siteUrl: string): Promise<Change[]> {
  return [...(await catalogueChanges(stripe)), ...(await portalChanges(stripe, siteUrl))];
}

/** Creates or repairs it, any number of times. */
export async function setUpShop(stripe: Stripe, siteUrl: string): Promise<void> {
  await applyAll(await shopChanges(stripe, siteUrl));
}
