import type Stripe from "stripe";
import { z } from "zod";
import { type DiscountTerms, discountRefusal, INVALID_CODE } from "../../../src/domain/sales/discount.ts";
import { CURRENCY, type Discount } from "../../../src/domain/sales/pricing.ts";
import { callDatabase } from "../database.ts";
import { enforceRateLimit } from "../http/rateLimit.ts";
import type { Call } from "../http/serve.ts";
import { stripeClient } from "../payments/stripe.ts";
import type { Offer } from "./offer.ts";

/** A field is null if it is not known. */
export type Buyer = { email: string | null; userId: string | null };
export type ValidatedDiscount =
  | { ok: true; promotionCodeId: string; discount: Discount; firstPurchaseOnly: boolean }
  | { ok: false; message: string };

/** Limits probing: with a code for first purchases, a caller could find out which addresses have bought before. */
const FIRST_PURCHASE_LIMIT = { requests: 60, windowSeconds: 600 };

/**
 * Validates a code against this offer and buyer, as far as they are known. The Apply button and the order use the same
 * rules. Throws when the provider cannot be reached.
 */
export async function validateDiscount(
  call: Call,
  asked: { code: string; offer: Offer | null; buyer: Buyer },
): Promise<ValidatedDiscount> {
  const found = await findPromotionCode(stripeClient(call.env), asked.code);
  if (!found.ok) return found;
  const { id, terms } = found;
  const message = asked.offer && discountRefusal(terms, asked.offer);
  if (message) return { ok: false, message };
  if (terms.firstPurchaseOnly && (await hasPurchased(call, asked.buyer))) {
    return { ok: false, message: "This discount code is for a first purchase only." };
  }
  const { discount, firstPurchaseOnly } = terms;
  return { ok: true, promotionCodeId: id, discount, firstPurchaseOnly };
}

async function hasPurchased(call: Call, { email, userId }: Buyer): Promise<boolean> {
  if (!email && !userId) return false;
  await enforceRateLimit(call, "first-purchase", FIRST_PURCHASE_LIMIT);
  return callDatabase(call.admin, "has_purchased", { p_email: email, p_user: userId }, z.boolean());
}

/** A code that can be used now, or a message that tells the buyer why it cannot. */
type FoundCode = { ok: true; id: string; terms: DiscountTerms } | { ok: false; message: string };

const INVALID: FoundCode = { ok: false, message: INVALID_CODE };

/** Looks up a code at the payment provider, ignoring case. */
async function findPromotionCode(stripe: Stripe, typed: string): Promise<FoundCode> {
  // The provider allows no other characters in a code.
  if (!/^[a-z0-9-]+$/i.test(typed)) return INVALID;
  const { data } = await stripe.promotionCodes.list({
    code: typed,
    limit: 100,
    expand: ["data.promotion.coupon", "data.promotion.coupon.applies_to"],
  });
  // Codes for one customer cannot be used here: buyers have no account at the provider before they pay.
  const forAnyone = data.filter((each) => each.customer === null && each.customer_account === null);
  const code = forAnyone.find((each) => each.active) ?? forAnyone[0];
  const coupon = code?.promotion.coupon;
  if (!code || !coupon || typeof coupon === "string") return INVALID;

  const end = endOf(code) ?? endOf({ ...coupon, active: coupon.valid, expires_at: coupon.redeem_by });
  if (end) return { ok: false, message: end };
  const terms = termsOf(code, coupon);
  return terms ? { ok: true, id: code.id, terms } : INVALID;
}

type Limits = {
  active: boolean;
  expires_at: number | null;
  max_redemptions: number | null;
  times_redeemed: number;
};

function endOf({ active, expires_at: expiry, max_redemptions: most, times_redeemed: used }: Limits) {
  if (expiry !== null && expiry * 1000 <= Date.now()) return "This discount code has expired.";
  if (most !== null && used >= most) return "This discount code has been used up.";
  return active ? null : INVALID_CODE;
}

function termsOf(code: Stripe.PromotionCode, coupon: Stripe.Coupon): DiscountTerms | null {
  const discount = discountOf(coupon);
  const { minimum_amount: minimum, minimum_amount_currency: currency } = code.restrictions;
  if (!discount || (minimum !== null && currency !== CURRENCY)) return null;
  return {
    discount,
    months: monthsOf(coupon),
    products: coupon.applies_to?.products ?? null,
    firstPurchaseOnly: code.restrictions.first_time_transaction,
    minimumPence: minimum,
  };
}

function discountOf({ percent_off: percent, amount_off: amount, currency }: Stripe.Coupon): Discount | null {
  if (percent !== null) return { percentOff: percent };
  return amount !== null && currency === CURRENCY ? { amountOffPence: amount } : null;
}

function monthsOf({ duration, duration_in_months: months }: Stripe.Coupon): number {
  switch (duration) {
    case "forever":
      return Number.POSITIVE_INFINITY;
    case "repeating":
      return months ?? 1;
    default:
      return 1;
  }
}
