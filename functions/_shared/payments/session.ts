import Stripe from "stripe";
import { z } from "zod";
import { paths } from "../../../src/domain/paths.ts";
import { CURRENCY } from "../../../src/domain/sales/pricing.ts";
import { callDatabase, DatabaseError } from "../database.ts";
import { Refusal } from "../http/refusal.ts";
import type { Call } from "../http/serve.ts";
import type { Quote } from "../orders/quote.ts";
import { buyerQuestions, invoiceFields } from "./papers.ts";
import { stripeClient } from "./stripe.ts";

type Sale = {
  orderId: string;
  email: string;
  /** "" for a student. */
  organization: string;
  quote: Quote;
  /** Where the provider's page leads back to. */
  cancelPath: string;
  isForTeam?: boolean;
};

/**
 * Opens the provider's checkout session for an order and returns its id and its page's address. If that fails, the
 * order is abandoned and its student ID can be used again.
 */
export async function openSession(call: Call, sale: Sale): Promise<{ url: string; sessionId: string }> {
  const stripe = stripeClient(call.env);
  let session: Stripe.Checkout.Session;
  try {
    session = await createSession(stripe, call.env.SITE_URL, sale);
  } catch (error) {
    await abandon(call, sale.orderId);
    throw refusalFor(call, error);
  }

  const { totalPence } = sale.quote.amounts;
  const difference = differenceOf(session, totalPence);
  if (difference !== null || !session.url) {
    await stripe.checkout.sessions.expire(session.id);
    await abandon(call, sale.orderId);
    throw new Error(
      `the buyer was shown ${totalPence} pence, and the provider ${difference ?? "has no page"}`,
    );
  }

  const { error } = await call.admin
    .from("orders")
    .update({ checkout_session_id: session.id, status: "open" })
    .eq("id", sale.orderId)
    .eq("status", "created");
  if (error) throw new DatabaseError("orders", error);
  return { url: session.url, sessionId: session.id };
}

/** How the session would charge something else than the amount that the buyer was shown, or null if it would not. */
function differenceOf(session: Stripe.Checkout.Session, totalPence: number): string | null {
  if (session.amount_total !== totalPence || session.currency !== CURRENCY) {
    return `asks for ${session.amount_total} ${session.currency}`;
  }
  return session.adaptive_pricing?.enabled ? "may convert it into another currency" : null;
}

/**
 * Nothing that the account's settings could change decides the amount, the currency or the time of the payment
 * (docs/decisions/0052). The session expires after 24 hours, the provider's default and maximum.
 */
function createSession(stripe: Stripe, siteUrl: string, sale: Sale): Promise<Stripe.Checkout.Session> {
  const { orderId, email, quote } = sale;
  const metadata = { order_id: orderId };
  return stripe.checkout.sessions.create(
    {
      ...modeOf(sale, metadata),
      // An order that costs nothing has no invoice.
      ...buyerQuestions(quote.tier !== "student" && quote.amounts.totalPence > 0),
      ...SETTINGS,
      line_items: [{ price: quote.priceId, quantity: quote.seats, tax_rates: [quote.taxRateId] }],
      ...(quote.promotionCodeId ? { discounts: [{ promotion_code: quote.promotionCodeId }] } : {}),
      customer_email: email,
      client_reference_id: orderId,
      metadata,
      // The provider replaces the placeholder in braces, which must therefore not be escaped.
      success_url: `${siteUrl}${paths.paymentSuccess("{CHECKOUT_SESSION_ID}")}${sale.isForTeam ? "&for=team" : ""}`,
      cancel_url: `${siteUrl}${sale.cancelPath}`,
    },
    { idempotencyKey: `order-${orderId}` },
  );
}

const SETTINGS = {
  // Otherwise a price in several currencies would be charged in the buyer's.
  currency: CURRENCY,
  adaptive_pricing: { enabled: false },
  // Includes the wallets, which pay by card. Other methods may take days to be paid or to fail.
  allowed_payment_method_types: ["card"],
  // Our prices already have the VAT rate.
  automatic_tax: { enabled: false },
  // A copy of an expired session could be paid after our order had expired.
  after_expiration: { recovery: { enabled: false } },
} satisfies Stripe.Checkout.SessionCreateParams;

/**
 * The provider does not copy a session's metadata to the objects that the session creates, so each gets the order's id.
 */
function modeOf({ quote, organization }: Sale, metadata: { order_id: string }) {
  switch (quote.plan) {
    case "full":
      return {
        mode: "payment",
        payment_intent_data: { metadata },
        // Guests cannot be deleted at the provider. Customers can, so a customer is created for each order
        // (docs/decisions/0025).
        customer_creation: "always",
        // A plan's payments have invoices anyway.
        invoice_creation: {
          enabled: quote.amounts.totalPence > 0,
          invoice_data: { metadata, custom_fields: invoiceFields({ organization }) },
        },
      } as const;
    case "installment":
      return {
        mode: "subscription",
        subscription_data: { metadata },
        // A 100 % code covers all three months, so no card will ever be needed.
        payment_method_collection: "if_required",
      } as const;
  }
}

async function abandon(call: Call, orderId: string): Promise<void> {
  await callDatabase(call.admin, "abandon_order", { p_order: orderId }, z.unknown());
}

function refusalFor(call: Call, error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.param === "customer_email") {
    return new Refusal(400, "email_invalid", "Invalid email");
  }
  if (error.param?.startsWith("discounts")) {
    return new Refusal(400, "discount_invalid", "This discount code can no longer be used.");
  }
  call.log.fault("provider", error);
  return new Refusal(502, "payment_provider", "Failed to create checkout session");
}
