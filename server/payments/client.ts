import type Stripe from "stripe";
import { stripeOptions as sharedOptions } from "../../functions/_shared/stripe.ts";

/** Client options of the server's own tools: the same as the functions', so that both reach the same provider. */
export function stripeOptions(apiUrl: string | undefined): Stripe.StripeConfig {
  return sharedOptions(apiUrl);
}
