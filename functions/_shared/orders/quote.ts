import Stripe from "stripe";
import { COURSE_ID } from "../../../src/domain/ids.ts";
import type { Tier } from "../../../src/domain/sales/plans.ts";
import { breakDownPrice, type PriceBreakdown } from "../../../src/domain/sales/pricing.ts";
import { Refusal } from "../http/refusal.ts";
import type { Call } from "../http/serve.ts";
import { stripeClient } from "../payments/stripe.ts";
import { findVatRate } from "../payments/vatRate.ts";
import { type ValidatedDiscount, validateDiscount } from "./discountCode.ts";
import { findOffer, type Offer } from "./offer.ts";

/** What a buyer asks for. A price for several places is their list prices together. */
type Asked = { priceId: string; courseType: Tier; discountCode: string; email: string; seats?: number };

export type Quote = Offer & {
  seats: number;
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
export async function quoteOf(call: Call, request: Asked, userId: string | null): Promise<Quote> {
  const stripe = stripeClient(call.env);
  try {
    const [offer, vatRate] = await Promise.all([findOffer(stripe, request.priceId), findVatRate(stripe)]);
    requireSameTier(offer.tier, request.courseType);
    if (!vatRate) throw new Error("the provider has no VAT rate: run the set-up");
    const code = await codeOf(call, request, offer, userId);
    const { seats = 1 } = request;
    return {
      ...offer,
      seats,
      taxRateId: vatRate.id,
      amounts: breakDownPrice(offer.pricePence * seats, code?.discount),
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
  { discountCode: code, email }: Asked,
  offer: Offer,
  userId: string | null,
): Promise<Extract<ValidatedDiscount, { ok: true }> | null> {
  if (code === "") return null;
  const validated = await validateDiscount(call, { code, offer, buyer: { email, userId } });
  if (!validated.ok) throw new Refusal(400, "discount_invalid", validated.message);
  return validated;
}

/** The columns of an order that its quote decides. */
export function quotedColumns(quote: Quote) {
  return {
    course_id: COURSE_ID,
    tier: quote.tier,
    plan: quote.plan,
    price_id: quote.priceId,
    subtotal_pence: quote.amounts.pricePence,
    discount_pence: quote.amounts.savingPence,
    vat_pence: quote.amounts.vatPence,
    total_pence: quote.amounts.totalPence,
    discount_code: quote.discountCode,
    promotion_code_id: quote.promotionCodeId,
    first_purchase_only: quote.firstPurchaseOnly,
  };
}

export function requireSameTier(sold: Tier, asked: Tier): void {
  if (sold === asked) return;
  throw new Refusal(400, "tier_mismatch", "This price does not belong to the chosen course.");
}
