import type Stripe from "stripe";
import type { Kind } from "../api/kind.ts";

/** One visit to the billing portal; its address is the key to it. Links are ids. */
export type PortalSession = Omit<Stripe.BillingPortal.Session, "configuration"> & {
  configuration: string;
  /** Unix seconds; later the address is worth nothing. */
  simulator_expires_at: number;
};

export const portalSessions: Kind<PortalSession> = {
  object: "billing_portal.session",
  idPrefix: "bps",
  expandable: ["configuration"],
  included: [],
};
