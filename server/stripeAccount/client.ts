import Stripe from "stripe";
import { stripeOptions } from "../../functions/_shared/payments/stripe.ts";

/** A client with the functions' own options, so that both reach the same provider: `apiUrl`, or Stripe itself. */
export function connectStripe(secretKey: string, apiUrl: string | undefined): Stripe {
  return new Stripe(secretKey, stripeOptions(apiUrl));
}
