import type Stripe from "stripe";
import { expect, test } from "vitest";
import { makeCourse, makeSession, pay, startSimulator } from "./support/simulator.ts";

const DAY_SECONDS = 24 * 60 * 60;
const inDays = (days: number) => Math.floor(Date.now() / 1000) + days * DAY_SECONDS;

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

test("a coupon keeps its terms, hides its products unless expanded, and is shown as deleted", async () => {
  const { stripe } = await startSimulator();
  const { product } = await makeCourse(stripe);
  const coupon = await stripe.coupons.create({
    id: "SPRING",
    percent_off: 12.5,
    duration: "repeating",
    duration_in_months: 3,
    max_redemptions: 5,
    redeem_by: inDays(1),
    applies_to: { products: [product.id] },
    name: "Spring",
  });
  expect(coupon).toMatchObject({ id: "SPRING", percent_off: 12.5, times_redeemed: 0, valid: true });
  expect(coupon).not.toHaveProperty("applies_to");
  const expanded = await stripe.coupons.retrieve("SPRING", { expand: ["applies_to"] });
  expect(expanded.applies_to).toEqual({ products: [product.id] });
  expect((await stripe.coupons.list()).data).toHaveLength(1);
  expect(await stripe.coupons.del("SPRING")).toEqual(
    expect.objectContaining({ id: "SPRING", object: "coupon", deleted: true }),
  );
});

test.each<[Stripe.CouponCreateParams, string]>([
  [{}, "Must provide percent_off or amount_off"],
  [{ percent_off: 10, amount_off: 100, currency: "gbp" }, "You may only specify one of these parameters"],
  [{ amount_off: 100 }, "You must pass currency"],
  [{ percent_off: 101 }, "must be between 0 and 100"],
  [{ percent_off: 0 }, "must be greater than 0"],
  [{ percent_off: 10, duration: "repeating" }, "duration_in_months must be set"],
  [{ percent_off: 10, redeem_by: 1 }, "redeem_by must be in the future"],
  [{ percent_off: 10, applies_to: { products: ["prod_none"] } }, "No such product: 'prod_none'"],
])("a coupon with %j is rejected", async (params, message) => {
  const { stripe } = await startSimulator();
  await expect(stripe.coupons.create(params)).rejects.toThrow(message);
});

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
  expect((await stripe.promotionCodes.list({ coupon: coupon.id })).data.map((each) => each.id)).toEqual([
    second.id,
    code.id,
  ]);
  expect((await stripe.promotionCodes.create({ promotion: again.promotion })).code).toMatch(/^[A-Z0-9]{8}$/);
});

test("a promotion code cannot outlast its coupon or allow more uses than it", async () => {
  const { stripe } = await startSimulator();
  const terms = { percent_off: 20, redeem_by: inDays(2), max_redemptions: 2 };
  const { coupon, code } = await makeCode(stripe, terms);
  expect(code.expires_at).toBe(coupon.redeem_by);
  const promotion = { type: "coupon", coupon: coupon.id } as const;
  await expect(stripe.promotionCodes.create({ promotion, expires_at: inDays(3) })).rejects.toThrow(
    "expires_at",
  );
  await expect(stripe.promotionCodes.create({ promotion, max_redemptions: 3 })).rejects.toThrow(
    "max_redemptions",
  );
  await expect(stripe.promotionCodes.create({ promotion, code: "TEN %" })).rejects.toThrow("letters, digits");
  await stripe.coupons.del(coupon.id);
  expect(await stripe.promotionCodes.retrieve(code.id)).toMatchObject({ active: false });
  await expect(stripe.promotionCodes.update(code.id, { active: true })).rejects.toThrow(
    "cannot be made active",
  );
});

test.each<[Stripe.CouponCreateParams, number, number, number]>([
  [{ percent_off: 10 }, 500, 900, 5400],
  [{ percent_off: 12.5 }, 625, 875, 5250],
  [{ percent_off: 33.33 }, 1667, 667, 4000], // 1666.5 and 666.6
  [{ amount_off: 1234, currency: "gbp" }, 1234, 753, 4519], // 753.2
  [{ amount_off: 9900, currency: "gbp" }, 5000, 0, 0],
])("a coupon with %j takes %ip off £50 before %ip of VAT", async (terms, discount, tax, total) => {
  const { stripe } = await startSimulator();
  const { code } = await makeCode(stripe, terms, { code: "SAVE" });
  const session = await makeSession(stripe, {
    discounts: [{ promotion_code: code.id }],
    expand: ["total_details.breakdown", "line_items", "discounts.promotion_code"],
  });
  expect(session).toMatchObject({
    amount_subtotal: 5000,
    amount_total: total,
    discounts: [{ coupon: null, promotion_code: { code: "SAVE" } }],
    total_details: {
      amount_discount: discount,
      amount_tax: tax,
      breakdown: {
        discounts: [{ amount: discount, discount: { object: "discount", promotion_code: code.id } }],
        taxes: [{ amount: tax }],
      },
    },
    line_items: { data: [{ amount_discount: discount, amount_tax: tax, amount_total: total }] },
  });
  expect(JSON.stringify(session)).not.toContain("simulator_");
});

test("a coupon for one product does not discount the other", async () => {
  const { stripe } = await startSimulator();
  const { price, product, vat } = await makeCourse(stripe);
  const book = await stripe.products.create({ name: "Book" });
  const cheap = await stripe.prices.create({ product: book.id, currency: "gbp", unit_amount: 999 });
  const line = (id: string) => ({ price: id, quantity: 1, tax_rates: [vat.id] });
  const one = await stripe.coupons.create({ percent_off: 50, applies_to: { products: [product.id] } });
  const all = await stripe.coupons.create({ amount_off: 100, currency: "gbp" });
  const line_items = [line(price.id), line(cheap.id)];
  const session = (coupon: string) =>
    makeSession(stripe, { line_items, discounts: [{ coupon }], expand: ["line_items"] });
  expect((await session(one.id)).line_items?.data.map((each) => each.amount_discount)).toEqual([2500, 0]);
  expect(await session(all.id)).toMatchObject({
    discounts: [{ coupon: all.id, promotion_code: null }],
    total_details: { amount_discount: 100 },
    line_items: { data: [{ amount_discount: 84 }, { amount_discount: 16 }] },
  });
  const other = { line_items: [line(cheap.id)], discounts: [{ coupon: one.id }] };
  await expect(makeSession(stripe, other)).rejects.toThrow("does not apply to anything in this order");
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
  const own = { discounts: [{ promotion_code: personal.id }], customer: buyer.id };
  expect((await makeSession(stripe, own)).amount_total).toBe(5400);
  const two = { discounts: [{ promotion_code: personal.id }, { coupon: "x" }] };
  await expect(makeSession(stripe, two)).rejects.toThrow("only apply one discount");
});

test("a first-purchase code works for guests and new customers, but not for a customer who has paid", async () => {
  const { stripe } = await startSimulator();
  const { code } = await makeCode(
    stripe,
    { percent_off: 10 },
    { restrictions: { first_time_transaction: true } },
  );
  const discounts = [{ promotion_code: code.id }];
  const { id: customer } = await stripe.customers.create({ email: "buyer@example.com" });
  const first = await makeSession(stripe, { discounts, customer });
  const second = await makeSession(stripe, { discounts, customer });
  expect((await pay(first.url ?? "")).status).toBe(303);
  await expect(makeSession(stripe, { discounts, customer })).rejects.toMatchObject({
    code: "promotion_code_customer_not_first_time",
  });
  const late = await pay(second.url ?? "");
  expect([late.status, late.html.includes("has prior transactions")]).toEqual([402, true]);
  const guest = await makeSession(stripe, { discounts });
  expect((await pay(guest.url ?? "")).status).toBe(303);
});

test("when two buyers compete for a discount code's last use, one pays; the other sees why not and is not charged", async () => {
  const { stripe } = await startSimulator();
  const { coupon, code } = await makeCode(stripe, { percent_off: 50 }, { max_redemptions: 1 });
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
  expect(await stripe.promotionCodes.retrieve(code.id)).toMatchObject({ active: false, times_redeemed: 1 });
  expect(await stripe.coupons.retrieve(coupon.id)).toMatchObject({ valid: true, times_redeemed: 1 });
  await expect(makeSession(stripe, { discounts })).rejects.toThrow("maximum number of times");
});

test("a buyer is not charged if the discount code's last use is taken while they authenticate", async () => {
  const { stripe } = await startSimulator();
  const { code } = await makeCode(stripe, { percent_off: 50 }, { max_redemptions: 1 });
  const discounts = [{ promotion_code: code.id }];
  const slow = await makeSession(stripe, { discounts });
  await pay(slow.url ?? "", { cardNumber: "4000 0025 0000 3155" });
  await pay((await makeSession(stripe, { discounts })).url ?? "");
  const body = new URLSearchParams({ result: "complete" });
  const done = await fetch(`${slow.url}/authenticate`, { method: "POST", body });
  expect(await done.text()).toContain("maximum number of times");
  expect((await stripe.charges.list()).data).toHaveLength(1);
});

test("if a discount code expires between order and payment, the payment page says so and nothing is charged", async () => {
  let ahead = 0;
  const { stripe } = await startSimulator({}, () => Date.now() + ahead);
  const { code } = await makeCode(stripe, { percent_off: 50 }, { expires_at: inDays(0.5) });
  const session = await makeSession(stripe, { discounts: [{ promotion_code: code.id }] });
  ahead = 0.6 * DAY_SECONDS * 1000;
  expect(await (await fetch(session.url ?? "")).text()).toContain("This promotion code has expired.");
  expect((await pay(session.url ?? "")).status).toBe(402);
  expect((await stripe.charges.list()).data).toEqual([]);
  expect(await stripe.promotionCodes.retrieve(code.id)).toMatchObject({ active: false });
});
