import Stripe from "stripe";

/** The API version of this simulator: the one that the installed `stripe` package sends. */
export const API_VERSION: string = Stripe.API_VERSION;
