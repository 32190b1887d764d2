import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** One visit to the billing portal. Anyone with its address can use it. Links are ids. */
export type PortalSession = Omit<Stripe.BillingPortal.Session, "configuration"> & {
  configuration: string;
  /** Unix seconds. After this, the address no longer works. */
  simulator_expires_at: number;
};

export const portalSessions: Kind<PortalSession> = {
  object: "billing_portal.session",
  idPrefix: "bps",
  expandable: ["configuration"],
  included: [],
};
