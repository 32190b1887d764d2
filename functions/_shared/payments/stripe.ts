import Stripe from "stripe";
import type { FunctionsEnv } from "../env.ts";

const TIMEOUT_MS = 20_000;
const RETRIES = 2;

/** Options of every Stripe client here. `apiUrl` points the client to the simulator instead of Stripe's own server. */
export function stripeOptions(apiUrl: string | undefined): Stripe.StripeConfig {
  const common = { telemetry: false, timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES };
  if (!apiUrl) return common;
  const { hostname, port, protocol } = new URL(apiUrl);
  return protocol === "https:"
    ? { ...common, host: hostname, port: port || "443", protocol: "https" }
    : { ...common, host: hostname, port: port || "80", protocol: "http" };
}

let client: Stripe | undefined;

export function stripeClient(env: FunctionsEnv): Stripe {
  client ??= new Stripe(env.STRIPE_SECRET_KEY, stripeOptions(env.STRIPE_API_URL));
  return client;
}

/** True if the provider reports that the object does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}
