import type Stripe from "stripe";
import {
  findPortalConfiguration,
  PORTAL_METADATA,
} from "../../functions/_shared/payments/portalConfiguration.ts";
import { paths } from "../../src/domain/paths.ts";
import type { Change } from "./change.ts";

/** Unlike a subscription, a plan of three payments cannot be cancelled: learners only see invoices and change their card. */
const FEATURES = {
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
export async function portalChanges(stripe: Stripe, siteUrl: string): Promise<Change[]> {
  const wanted = {
    business_profile: {
      privacy_policy_url: `${siteUrl}${paths.privacy()}`,
      terms_of_service_url: `${siteUrl}${paths.terms()}`,
    },
    default_return_url: `${siteUrl}${paths.dashboard()}`,
    features: FEATURES,
  };
  const found = await findPortalConfiguration(stripe);
  if (!found) {
    const create = async () => {
      await stripe.billingPortal.configurations.create({ ...wanted, metadata: PORTAL_METADATA });
    };
    return [{ what: "create the billing portal: invoices and card only", apply: create }];
  }
  if (isRight(found, wanted)) return [];
  const update = async () => {
    await stripe.billingPortal.configurations.update(found.id, wanted);
  };
  return [{ what: `repair the billing portal ${found.id}: invoices and card only`, apply: update }];
}

type Wanted = {
  business_profile: { privacy_policy_url: string; terms_of_service_url: string };
  default_return_url: string;
};

function isRight(found: Stripe.BillingPortal.Configuration, wanted: Wanted): boolean {
  const { business_profile: profile, features } = found;
  return (
    found.default_return_url === wanted.default_return_url &&
    profile.privacy_policy_url === wanted.business_profile.privacy_policy_url &&
    profile.terms_of_service_url === wanted.business_profile.terms_of_service_url &&
    features.customer_update.enabled === FEATURES.customer_update.enabled &&
    features.invoice_history.enabled === FEATURES.invoice_history.enabled &&
    features.payment_method_update.enabled === FEATURES.payment_method_update.enabled &&
    features.subscription_cancel.enabled === FEATURES.subscription_cancel.enabled &&
    features.subscription_update.enabled === FEATURES.subscription_update.enabled
  );
}
