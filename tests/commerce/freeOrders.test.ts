import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { PLANS } from "../../src/domain/sales/plans.ts";
import { startTestAcademy, type TestAcademy } from "../support/academy.ts";
import { enrollmentsOf, newEmail, openCheckout, professionalPayload } from "./shop.ts";

let academy: TestAcademy;
beforeAll(async () => {
  academy = await startTestAcademy();
});
afterAll(() => academy.close());
beforeEach(() => academy.backend.query("delete from public.rate_limits"));

it.each(PLANS)("a 100 % code gives no access before the order is completed (plan %s)", async (plan) => {
  const coupon = await academy.stripe.coupons.create({ duration: "forever", percent_off: 100 });
  const { code } = await academy.stripe.promotionCodes.create({
    promotion: { type: "coupon", coupon: coupon.id },
    max_redemptions: 1,
  });
  const email = newEmail();
  const payload = professionalPayload(email);
  const order = { ...payload, priceId: `academy_professional_${plan}`, discountCode: code };
  const { sessionId } = await openCheckout(academy, order);
  const reply = await academy.call("verify-guest-payment", { sessionId });
  expect(reply.body.success).toBe(false);
  expect(await enrollmentsOf(academy, email)).toEqual([]);
});
