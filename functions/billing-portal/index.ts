import Stripe from "stripe";
import type { z } from "zod";
import { paths } from "../../src/domain/paths.ts";
import {
  type billingPortalReplySchema,
  billingPortalRequestSchema,
} from "../../src/domain/sales/checkout.ts";
import { DatabaseError } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { identifyCaller } from "../_shared/http/caller.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { findPortalConfiguration } from "../_shared/payments/portalConfiguration.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";
import { ownPayment, paperUrl } from "./paper.ts";

const ADDRESS_UNPROVEN =
  "Please confirm your email address first: on your account page, under Signing in, ask for the link. Then you can open the payment provider's page.";

/**
 * POST `{ returnPath? }`, for a signed-in learner: returns the `{ url }` of the provider's portal, where the learner
 * can change the card of their newest plan and see its payments. POST `{ paper: { kind, id } }`: the `{ url }` of an
 * invoice, its PDF or a credit note. 404 without a plan or such a paper; 403 if the account has a second factor that was
 * not used, or has not verified the address that was used to buy.
 */
export default serveFunction(
  { name: "billing-portal", method: "POST", rateLimit: { requests: 60, windowSeconds: 60 } },
  async (call): Promise<z.input<typeof billingPortalReplySchema>> => {
    const { returnPath, paper } = await readJson(call.request, billingPortalRequestSchema);
    const caller = await identifyCaller(call);
    if (caller.kind !== "user") throw new Refusal(401, "unauthorized", "Please sign in.");
    const { userId } = caller;
    if (paper) {
      const payment = await ownPayment(call, userId, paper);
      if (!payment.isOwnerProven) throw new Refusal(403, "address_unproven", ADDRESS_UNPROVEN);
      return { url: await atProvider(call, (stripe) => paperUrl(stripe, paper, payment.invoiceId)) };
    }
    const customer = await customerOf(call, userId);
    return { url: await openPortal(call, customer, returnPath ?? paths.dashboard()) };
  },
);

/**
 * A plan attached by its email address alone may belong to another person: the portal would show that person's card and
 * invoices.
 */
async function customerOf(call: Call, userId: string): Promise<string> {
  const { data, error } = await call.admin
    .from("orders")
    .select("customer_id, is_owner_proven")
    .eq("user_id", userId)
    .eq("plan", "installment")
    .not("customer_id", "is", null)
    .order("is_owner_proven", { ascending: false })
    .order("paid_at", { ascending: false })
    .limit(1)
    .overrideTypes<{ customer_id: string; is_owner_proven: boolean }[], { merge: false }>();
  if (error) throw new DatabaseError("orders", error);
  const [newest] = data;
  if (!newest) throw new Refusal(404, "not_found", "There is no payment plan on this account.");
  if (!newest.is_owner_proven) throw new Refusal(403, "address_unproven", ADDRESS_UNPROVEN);
  return newest.customer_id;
}

function openPortal(call: Call, customer: string, returnPath: string): Promise<string> {
  return atProvider(call, async (stripe) => {
    const configuration = await findPortalConfiguration(stripe);
    // Without our configuration, the provider uses the account's default.
    const session = await stripe.billingPortal.sessions.create({
      customer,
      return_url: `${call.env.SITE_URL}${returnPath}`,
      ...(configuration ? { configuration: configuration.id } : {}),
    });
    return session.url;
  });
}

async function atProvider(call: Call, ask: (stripe: Stripe) => Promise<string>): Promise<string> {
  try {
    return await ask(stripeClient(call.env));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    call.log.fault("provider", error);
    throw new Refusal(502, "payment_provider", "We could not reach our payment provider. Please try again.");
  }
}
