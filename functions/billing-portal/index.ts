import Stripe from "stripe";
import type { z } from "zod";
import { type billingPortalReplySchema, billingPortalRequestSchema } from "../../src/domain/checkout.ts";
import { paths } from "../../src/domain/paths.ts";
import { readJson } from "../_shared/body.ts";
import { identifyCaller } from "../_shared/caller.ts";
import { DatabaseError } from "../_shared/database.ts";
import { findPortalConfiguration } from "../_shared/portalConfiguration.ts";
import { Refusal } from "../_shared/refusal.ts";
import { type Call, serveFunction } from "../_shared/serve.ts";
import { stripeClient } from "../_shared/stripe.ts";

/**
 * POST `{ returnPath? }`, for a signed-in learner: answers `{ url }` of the provider's portal, where the card of the
 * learner's newest plan can be changed and its payments seen. 404 for somebody without a plan, 403 without the second
 * factor of somebody who has one.
 */
export default {
  fetch: serveFunction(
    { name: "billing-portal", method: "POST", rateLimit: { requests: 60, windowSeconds: 60 } },
    async (call): Promise<z.input<typeof billingPortalReplySchema>> => {
      const { returnPath } = await readJson(call.request, billingPortalRequestSchema);
      const caller = await identifyCaller(call);
      if (caller.kind !== "user") throw new Refusal(401, "unauthorized", "Please sign in.");
      const customer = await customerOf(call, caller.userId);
      if (!customer) throw new Refusal(404, "not_found", "There is no payment plan on this account.");
      return { url: await openPortal(call, customer, returnPath ?? paths.dashboard()) };
    },
  ),
};

async function customerOf(call: Call, userId: string): Promise<string | undefined> {
  const { data, error } = await call.admin
    .from("orders")
    .select("customer_id")
    .eq("user_id", userId)
    .eq("plan", "installment")
    .not("customer_id", "is", null)
    .order("paid_at", { ascending: false })
    .limit(1)
    .overrideTypes<{ customer_id: string }[], { merge: false }>();
  if (error) throw new DatabaseError("orders", error);
  return data[0]?.customer_id;
}

async function openPortal(call: Call, customer: string, returnPath: string): Promise<string> {
  const stripe = stripeClient(call.env);
  try {
    const configuration = await findPortalConfiguration(stripe);
    // Without one of ours the provider takes the account's default.
    const session = await stripe.billingPortal.sessions.create({
      customer,
      return_url: `${call.env.SITE_URL}${returnPath}`,
      ...(configuration ? { configuration: configuration.id } : {}),
    });
    return session.url;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    call.log.fault("provider", error);
    throw new Refusal(502, "payment_provider", "We could not reach our payment provider. Please try again.");
  }
}
