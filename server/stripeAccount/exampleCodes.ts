import type Stripe from "stripe";

/** Codes that work in the payment simulator, so that discounts can be tried locally. */
export const EXAMPLE_CODES = [
  { code: "WELCOME10", percentOff: 10 },
  { code: "FULL100", percentOff: 100 },
] as const;

/** Creates the missing codes. Never call it for a real account. */
export async function addExampleCodes(stripe: Stripe): Promise<void> {
  for (const { code, percentOff } of EXAMPLE_CODES) {
    const { data } = await stripe.promotionCodes.list({ code, limit: 1 });
    if (data.length > 0) continue;
    const { id } = await stripe.coupons.create({ percent_off: percentOff, duration: "forever", name: code });
    await stripe.promotionCodes.create({ code, promotion: { type: "coupon", coupon: id } });
  }
}
