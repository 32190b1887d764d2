import type Stripe from "stripe";
import { expect, test } from "vitest";
import { makeSession, pay, startSimulator } from "./support/simulator.ts";

/** A promotion code with a separate coupon. */
async function makeCode(
  stripe: Stripe,
  terms: Stripe.CouponCreateParams,
  limits: Partial<Stripe.PromotionCodeCreateParams> = {},
) {
  const coupon = await stripe.coupons.create(terms);
  const code = await stripe.promotionCodes.create({
    promotion: { type: "coupon", coupon: coupon.id },
    ...limits,
  });
  return { coupon, code };
}

test("a promotion code is case-insensitive and unique among active codes", async () => {
  const { stripe } = await startSimulator();
  const { coupon, code } = await makeCode(stripe, { percent_off: 20 }, { code: "Welcome20" });
  const found = await stripe.promotionCodes.list({
    code: "WELCOME20",
    active: true,
    expand: ["data.promotion.coupon"],
  });
  expect(found.data).toMatchObject([{ id: code.id, promotion: { coupon: { percent_off: 20 } } }]);
  const again = { promotion: { type: "coupon", coupon: coupon.id }, code: "welcome20" } as const;
  await expect(stripe.promotionCodes.create(again)).rejects.toThrow("already exists");
  await stripe.promotionCodes.update(code.id, { active: false });
  const second = await stripe.promotionCodes.create(again);
  await expect(stripe.promotionCodes.update(code.id, { active: true })).rejects.toThrow("already exists");
  const { data } = await stripe.promotionCodes.list();
  expect(data.map((each) => each.id)).toEqual([second.id, code.id]);
  expect((await stripe.promotionCodes.create({ promotion: again.promotion })).code).toMatch(/^[A-Z0-9]{8}$/);
});

test("a discount that cannot be redeemed is rejected when the session is created", async () => {
  const { stripe } = await startSimulator();
  const buyer = await stripe.customers.create({});
  const ten = { percent_off: 10 };
  const { code: inactive } = await makeCode(stripe, ten, { active: false });
  const { code: dear } = await makeCode(stripe, ten, {
    restrictions: { minimum_amount: 5001, minimum_amount_currency: "gbp" },
  });
  const { code: personal } = await makeCode(stripe, ten, { customer: buyer.id });
  const { code: dollars } = await makeCode(stripe, { amount_off: 100, currency: "usd" });
  const attempts: [string, string][] = [
    [inactive.id, "This promotion code is inactive."],
    [dear.id, "does not meet the minimum amount"],
    [personal.id, "it belongs to another customer"],
    [dollars.id, "does not match"],
    ["promo_none", "No such promotion code: 'promo_none'"],
  ];
  for (const [promotion_code, message] of attempts) {
    const made = makeSession(stripe, { discounts: [{ promotion_code }] });
    await expect(made).rejects.toMatchObject({
      statusCode: 400,
      param: "discounts[0][promotion_code]",
      message: expect.stringContaining(message),
    });
  }
  const two = { discounts: [{ promotion_code: personal.id }, { coupon: "x" }] };
  await expect(makeSession(stripe, two)).rejects.toThrow("only apply one discount");
});

test("when two buyers compete for a discount code's last use, one pays; the other sees why not and is not charged", async () => {
  const { stripe } = await startSimulator();
  const { code } = await makeCode(stripe, { percent_off: 50 }, { max_redemptions: 1 });
  const discounts = [{ promotion_code: code.id }];
  const sessions = [await makeSession(stripe, { discounts }), await makeSession(stripe, { discounts })];
  const replies = await Promise.all(sessions.map((session) => pay(session.url ?? "")));
  expect(replies.map((each) => each.status).sort()).toEqual([303, 402]);
  const loser = replies.findIndex((each) => each.status === 402);
  expect(replies[loser]?.html).toContain("redeemed the maximum number of times. Nothing was charged.");
  expect((await stripe.charges.list()).data).toHaveLength(1);
  expect(await stripe.checkout.sessions.retrieve(sessions[loser]?.id ?? "")).toMatchObject({
    status: "open",
    payment_status: "unpaid",
  });
  const [used] = (await stripe.promotionCodes.list({ expand: ["data.promotion.coupon"] })).data;
  expect(used).toMatchObject({
    active: false,
    times_redeemed: 1,
    promotion: { coupon: { times_redeemed: 1 } },
  });
  await expect(makeSession(stripe, { discounts })).rejects.toThrow("maximum number of times");
});
