import Stripe from "stripe";
import { breakDownPrice, type PriceBreakdown } from "../../src/domain/sales/pricing.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import type { Call } from "../_shared/http/serve.ts";
import { type ValidatedDiscount, validateDiscount } from "../_shared/orders/discountCode.ts";
import { findOffer, type Offer } from "../_shared/orders/offer.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";
import { findVatRate } from "../_shared/payments/vatRate.ts";
import { type CheckoutRequest, requireSameTier } from "./offer.ts";

export type Quote = Offer & {
  taxRateId: string;
  /** The amounts of one payment: in the 3-month plan, of each of the three. */
  amounts: PriceBreakdown;
  discountCode: string;
  promotionCodeId: string | null;
  firstPurchaseOnly: boolean;
};

/**
 * Prices the request by our own rules. Throws a Refusal for an unknown price, a price of another tier or an invalid
 * discount code, and an error when the provider's catalogue differs from ours.
 */
export async function quoteOf(call: Call, request: CheckoutRequest, userId: string | null): Promise<Quote> {
  const stripe = stripeClient(call.env);
  try {
    const [offer, vatRate] = await Promise.all([findOffer(stripe, request.priceId), findVatRate(stripe)]);
    requireSameTier(offer.tier, request.courseType);
    if (!vatRate) throw new Error("the provider has no VAT rate: run the set-up");
    const code = await codeOf(call, request, offer, userId);
    return {
      ...offer,
      taxRateId: vatRate.id,
      amounts: breakDownPrice(offer.pricePence, code?.discount),
      discountCode: request.discountCode,
      promotionCodeId: code?.promotionCodeId ?? null,
      firstPurchaseOnly: code?.firstPurchaseOnly ?? false,
    };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    call.log.fault("provider", error);
    throw new Refusal(502, "payment_provider", "Failed to create checkout session");
  }
}

async function codeOf(
  call: Call,
  { discountCode: code, email }: CheckoutRequest,
  offer: Offer,
  userId: string | null,
): Promise<Extract<ValidatedDiscount, { ok: true }> | null> {
  if (code === "") return null;
  const validated = await validateDiscount(call, { code, offer, buyer: { email, userId } });
  if (!validated.ok) throw new Refusal(400, "discount_invalid", validated.message);
  return validated;
}
