import { emailAddress } from "../../../domain/email.ts";
import { validateDiscountReplySchema } from "../../../domain/sales/checkout.ts";
import { INVALID_CODE } from "../../../domain/sales/discount.ts";
import { lookupKey, type Plan, type Tier } from "../../../domain/sales/plans.ts";
import type { Discount } from "../../../domain/sales/pricing.ts";
import type { CallFunction } from "../checkoutCall.ts";

/** `isUnknown`: the code was not checked, so it may be valid. */
type DiscountCheck = { ok: true; discount: Discount } | { ok: false; message: string; isUnknown: boolean };

/** Asks the server whether a code is valid for this price and, if given, this email address. */
export async function checkDiscount(
  call: CallFunction,
  asked: { code: string; tier: Tier; plan: Plan; email: string },
): Promise<DiscountCheck> {
  const email = emailAddress(asked.email);
  const body = {
    code: asked.code,
    priceId: lookupKey(asked.tier, asked.plan),
    ...(email === null ? {} : { email }),
  };
  const reply = await call("validate-discount-code", body, validateDiscountReplySchema);
  if (!reply.ok) {
    const message =
      reply.kind === "offline" ? "Failed to validate discount code" : (reply.message ?? INVALID_CODE);
    return { ok: false, message, isUnknown: true };
  }
  const { valid, percentOff, amountOff, error } = reply.data;
  if (!valid) return { ok: false, message: error ?? INVALID_CODE, isUnknown: false };
  if (percentOff !== undefined) return { ok: true, discount: { percentOff } };
  if (amountOff !== undefined) return { ok: true, discount: { amountOffPence: amountOff } };
  return { ok: false, message: INVALID_CODE, isUnknown: false };
}
