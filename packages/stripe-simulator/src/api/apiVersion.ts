import Stripe from "stripe";

/** The API version this simulator speaks: the one that the installed `stripe` package sends. */
export const API_VERSION: string = Stripe.API_VERSION;
