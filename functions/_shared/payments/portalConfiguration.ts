import type Stripe from "stripe";

/** Distinguishes our configuration from others in the same account, because configurations have no lookup key. */
export const PORTAL_METADATA = { academy: "portal" } as const;

/** The billing portal's configuration created by the set-up, or undefined if it has not been created. */
export async function findPortalConfiguration(
  stripe: Stripe,
): Promise<Stripe.BillingPortal.Configuration | undefined> {
  for await (const each of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (each.metadata?.academy === PORTAL_METADATA.academy) return each;
  }
  return undefined;
}
