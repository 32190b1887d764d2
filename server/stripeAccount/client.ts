import Stripe from "stripe";
import { stripeOptions } from "../../functions/_shared/payments/stripe.ts";

/** A client with the same options as in the functions, so that both use the same provider: `apiUrl`, or Stripe itself. */
export function connectStripe(secretKey: string, apiUrl: string | undefined): Stripe {
  return new Stripe(secretKey, stripeOptions(apiUrl));
}
