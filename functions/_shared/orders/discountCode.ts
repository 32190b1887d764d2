import { z } from "zod";
import { discountRefusal } from "../../../src/domain/discount.ts";
import type { Discount } from "../../../src/domain/pricing.ts";
import { callDatabase } from "../database.ts";
import { enforceRateLimit } from "../http/rateLimit.ts";
import type { Call } from "../http/serve.ts";
import { stripeClient } from "../payments/stripe.ts";
import type { Offer } from "./offer.ts";
import { findPromotionCode } from "./promotionCode.ts";

/** Null where it is not known. */
export type Buyer = { email: string | null; userId: string | null };
export type JudgedCode =
  | { ok: true; promotionCodeId: string; discount: Discount }
  | { ok: false; message: string };

/** Whoever holds a code for first purchases could ask for address after address who has bought before. */
const FIRST_PURCHASE_LIMIT = { requests: 60, windowSeconds: 600 };

/**
 * Whether a code holds for this offer and buyer, as far as they are known: the one rule for Apply and for the order.
 * Throws when the provider cannot be asked.
 */
export async function judgeCode(
  call: Call,
  asked: { code: string; offer: Offer | null; buyer: Buyer },
): Promise<JudgedCode> {
  const found = await findPromotionCode(stripeClient(call.env), asked.code);
  if (!found.ok) return found;
  const { id, terms } = found;
  const message = asked.offer && discountRefusal(terms, asked.offer);
  if (message) return { ok: false, message };
  if (terms.firstPurchaseOnly && (await hasPurchased(call, asked.buyer))) {
    return { ok: false, message: "This discount code is for a first purchase only." };
  }
  return { ok: true, promotionCodeId: id, discount: terms.discount };
}

async function hasPurchased(call: Call, { email, userId }: Buyer): Promise<boolean> {
  if (!email && !userId) return false;
  await enforceRateLimit(call.admin, "first-purchase", call.request, FIRST_PURCHASE_LIMIT);
  return callDatabase(call.admin, "has_purchased", { p_email: email, p_user: userId }, z.boolean());
}
