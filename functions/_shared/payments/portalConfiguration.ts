import type Stripe from "stripe";

/** Distinguishes our configuration from others of the same account, because configurations have no lookup key. */
export const PORTAL_METADATA = { academy: "portal" } as const;

/** The billing portal's configuration made by the set-up, or undefined when it has not been made. */
export async function findPortalConfiguration(
  stripe: Stripe,
): Promise<Stripe.BillingPortal.Configuration | undefined> {
  for await (const each of stripe.billingPortal.configurations.list({ active: true, limit: 100 })) {
    if (each.metadata?.academy === PORTAL_METADATA.academy) return each;
  }
  return undefined;
}
