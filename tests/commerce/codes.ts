import type Stripe from "stripe";
import type { Plan, Tier } from "../../src/domain/sales/plans.ts";
import type { TestAcademy } from "../support/academy.ts";

/**
 * A discount code for amounts.test.ts. `holds` says whether the code's conditions allow a tier and plan, whatever the
 * amount.
 */
export type Code = {
  /** The discount in hundredths of a percent, or in pence. */
  off: { hundredths: number } | { pence: number };
  typed: string;
  isReturning?: boolean;
  holds: (tier: Tier, plan: Plan) => boolean;
};

type Recipe = Omit<Code, "typed" | "holds"> & {
  coupon?: Stripe.CouponCreateParams;
  limits?: Partial<Stripe.PromotionCodeCreateParams>;
  holds?: Code["holds"];
};

const PERCENTAGES = [
  35, 100, 125, 500, 750, 1000, 1250, 1500, 2000, 2500, 3333, 5000, 6667, 7500, 9900, 9999, 10_000,
];
const AMOUNTS = [
  1, 5_01, 10_00, 17_75, 17_76, 17_99, 18_00, 49_75, 49_76, 50_00, 123_45, 500_00, 850_00, 999_99,
];
const NEVER = () => false;
const inFull = (_tier: Tier, plan: Plan) => plan === "full";
const HALF_PRICE = { hundredths: 5000 };
const FIRST_ONLY = { restrictions: { first_time_transaction: true } };

/** More than forty codes: those that marketing may create, and those that must be rejected. */
const RECIPES: Recipe[] = [
  ...PERCENTAGES.map((hundredths) => ({ off: { hundredths } })),
  ...AMOUNTS.map((pence) => ({ off: { pence } })),
  { off: HALF_PRICE, limits: { expires_at: 0 }, holds: NEVER },
  { off: HALF_PRICE, limits: { max_redemptions: 1 }, holds: NEVER },
  { off: HALF_PRICE, limits: { active: false }, holds: NEVER },
  { off: HALF_PRICE, coupon: only("ngo"), holds: (tier) => tier === "ngo" },
  { off: { pence: 9_99 }, coupon: only("student"), holds: (tier) => tier === "student" },
  { off: HALF_PRICE, limits: FIRST_ONLY },
  { off: HALF_PRICE, limits: FIRST_ONLY, isReturning: true, holds: NEVER },
  { off: HALF_PRICE, coupon: { duration: "once" }, holds: inFull },
  { off: { pence: 1_00 }, coupon: { duration: "once" }, holds: inFull },
  { off: HALF_PRICE, coupon: { duration: "repeating", duration_in_months: 2 }, holds: inFull },
  { off: { hundredths: 1111 }, coupon: { duration: "repeating", duration_in_months: 3 } },
];

function only(tier: Tier): Stripe.CouponCreateParams {
  return { applies_to: { products: [`academy_${tier}`] } };
}

/** Creates all codes at the provider and advances its clock until those with an expiry date have expired. */
export async function makeCodes(academy: TestAcademy): Promise<Code[]> {
  const now = Math.floor(Date.now() / 1000);
  const codes: Code[] = [];
  for (const { off, coupon: terms, limits, isReturning, holds } of RECIPES) {
    const coupon = await academy.stripe.coupons.create({
      duration: "forever",
      ...("pence" in off
        ? { amount_off: off.pence, currency: "gbp" }
        : { percent_off: off.hundredths / 100 }),
      ...terms,
    });
    const { code } = await academy.stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: coupon.id },
      ...limits,
      ...(limits?.expires_at === undefined ? {} : { expires_at: now + 3600 }),
    });
    codes.push({
      off,
      typed: code,
      holds: holds ?? (() => true),
      ...(isReturning ? { isReturning } : {}),
    });
  }
  await academy.simulate("advance", { days: 1 });
  return codes;
}
