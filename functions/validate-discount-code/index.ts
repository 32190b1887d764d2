import Stripe from "stripe";
import type { z } from "zod";
import {
  type validateDiscountReplySchema,
  validateDiscountRequestSchema,
} from "../../src/domain/sales/checkout.ts";
import { readJson } from "../_shared/http/body.ts";
import { identifyCaller } from "../_shared/http/caller.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { type ValidatedDiscount, validateDiscount } from "../_shared/orders/discountCode.ts";
import { findOffer } from "../_shared/orders/offer.ts";
import { stripeClient } from "../_shared/payments/stripe.ts";

/**
 * POST `{ code, priceId?, email? }`, for anyone: returns `{ valid: true, percentOff | amountOff }` with `amountOff` in
 * pence of one payment, or `{ valid: false, error }`. Fields that are left out are not checked.
 */
export default serveFunction(
  {
    name: "validate-discount-code",
    method: "POST",
    rateLimit: { requests: 100, windowSeconds: 60 },
    failureFields: { valid: false },
  },
  async (call): Promise<z.input<typeof validateDiscountReplySchema>> => {
    const request = await readJson(call.request, validateDiscountRequestSchema);
    const validated = await validate(call, request);
    if (!validated.ok) return { valid: false, error: validated.message };
    const { discount } = validated;
    return "percentOff" in discount
      ? { valid: true, percentOff: discount.percentOff }
      : { valid: true, amountOff: discount.amountOffPence };
  },
);

async function validate(
  call: Call,
  request: z.output<typeof validateDiscountRequestSchema>,
): Promise<ValidatedDiscount> {
  const { code, priceId, email } = request;
  const caller = await identifyCaller(call);
  const userId = caller.kind === "user" ? caller.userId : null;
  try {
    const offer = priceId === undefined ? null : await findOffer(stripeClient(call.env), priceId);
    return await validateDiscount(call, { code, offer, buyer: { email: email ?? null, userId } });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    call.log.fault("provider", error);
    throw new Refusal(502, "payment_provider", "Failed to validate discount code");
  }
}
