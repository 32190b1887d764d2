import type Stripe from "stripe";
import type { Kind, Stored } from "../api/kind.ts";

/** What customers may do in the billing portal. */
type PortalConfiguration = Stripe.BillingPortal.Configuration;

export type PortalFeatures = PortalConfiguration["features"];

export const portalConfigurations: Kind<PortalConfiguration> = { object: "billing_portal.configuration" };

/** One visit to the billing portal. Anyone with its address can use it. Links are ids. */
export type PortalSession = Stored<
  Stripe.BillingPortal.Session,
  {
    configuration: string;
    /** Unix seconds. After this, the address no longer works. */
    simulator_expires_at: number;
  }
>;

export const portalSessions: Kind<PortalSession> = {
  object: "billing_portal.session",
  expandable: ["configuration"],
};
