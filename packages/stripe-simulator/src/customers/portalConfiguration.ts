import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** What customers may do in the billing portal. */
export type PortalConfiguration = Stripe.BillingPortal.Configuration;

export const portalConfigurations: Kind<PortalConfiguration> = {
  object: "billing_portal.configuration",
  idPrefix: "bpc",
  expandable: [],
  included: [],
};
