import type Stripe from "stripe";
import { expect, test } from "vitest";
import { buyPlan, chargesOf, idOf, limitToThree, makePlanSession, startBilling } from "./support/billing.ts";
import { pay } from "./support/simulator.ts";

/** One month costs £18.00 plus 20 % VAT, £21.60; with a third off, £12.00 and £14.40. */
const THIRD_OFF = { amount_off: 600, currency: "gbp" } as const;

async function couponFor(stripe: Stripe, params: Stripe.CouponCreateParams) {
  return { discounts: [{ coupon: (await stripe.coupons.create(params)).id }] };
}

test.each<[string, Stripe.CouponCreateParams, number[]]>([
  ["once", { ...THIRD_OFF, duration: "once" }, [1440, 2160, 2160]],
  ["two months", { ...THIRD_OFF, duration: "repeating", duration_in_months: 2 }, [1440, 1440, 2160]],
  ["three months", { ...THIRD_OFF, duration: "repeating", duration_in_months: 3 }, [1440, 1440, 1440]],
  ["for ever", { percent_off: 33.3, duration: "forever" }, [1441, 1441, 1441]],
])("a discount with duration %s reduces only the instalments it covers", async (_name, coupon, amounts) => {
  const { stripe, advance } = await startBilling();
  const subscription = await buyPlan(stripe, await couponFor(stripe, coupon));
  await limitToThree(stripe, subscription);
  await advance({ months: 4 });
  expect(await chargesOf(stripe)).toEqual(amounts);
  const { data } = await stripe.invoices.list({ subscription: subscription.id });
  expect(data.map((each) => each.total).reverse()).toEqual(amounts);
  expect(data.at(-1)?.total_discount_amounts).toMatchObject([
    { amount: 1800 - Math.round((amounts[0] ?? 0) / 1.2) },
  ]);
});

test("a schedule whose phase does not name the discount removes it", async () => {
  const { stripe, advance } = await startBilling();
  const subscription = await buyPlan(stripe, await couponFor(stripe, { ...THIRD_OFF, duration: "forever" }));
  const schedule = await limitToThree(stripe, subscription);
  const [phase] = schedule.phases;
  await stripe.subscriptionSchedules.update(schedule.id, {
    phases: [
      {
        start_date: phase?.start_date ?? 0,
        end_date: phase?.end_date ?? 0,
        items: (phase?.items ?? []).map(({ price }) => ({ price: String(price) })),
      },
    ],
  });
  await advance({ months: 1 });
  expect(await chargesOf(stripe)).toEqual([1440, 1800]);
});

test.each(["coupon", "promotion_code"] as const)(
  "a phase written with a %s is returned in that form and discounts the instalments that follow",
  async (form) => {
    const { stripe, advance } = await startBilling();
    const coupon = await stripe.coupons.create({ ...THIRD_OFF, duration: "forever" });
    const code = await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id } });
    const source = form === "coupon" ? coupon.id : code.id;
    const subscription = await buyPlan(stripe);
    const { id, phases } = await limitToThree(stripe, subscription);
    const write = (discounts: { [link: string]: string }[]) =>
      stripe.subscriptionSchedules.update(id, {
        phases: phases.map(({ start_date, end_date, items }) => ({
          start_date,
          end_date,
          items: items.map(({ price, tax_rates }) => ({
            price: idOf(price),
            tax_rates: (tax_rates ?? []).map(idOf),
          })),
          discounts,
        })),
      });
    const links = [{ coupon: null, discount: null, promotion_code: null, [form]: source }];
    expect((await write([{ [form]: source }])).phases[0]?.discounts).toEqual(links);
    expect((await stripe.subscriptionSchedules.retrieve(id)).phases[0]?.discounts).toEqual(links);
    const expanded = await stripe.subscriptionSchedules.retrieve(id, {
      expand: [`phases.discounts.${form}`],
    });
    expect(expanded.phases[0]?.discounts).toMatchObject([{ [form]: { id: source } }]);
    await advance({ months: 4 });
    expect(await chargesOf(stripe)).toEqual([2160, 1440, 1440]);
  },
);

test("a phase's discount must have exactly one of coupon, discount and promotion_code", async () => {
  const { stripe } = await startBilling();
  const coupon = await stripe.coupons.create({ ...THIRD_OFF, duration: "forever" });
  const code = await stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: coupon.id } });
  const { id, phases } = await limitToThree(stripe, await buyPlan(stripe));
  const [phase] = phases;
  const write = (discount: { coupon?: string; promotion_code?: string }) =>
    stripe.subscriptionSchedules.update(id, {
      phases: [
        {
          start_date: phase?.start_date ?? 0,
          end_date: phase?.end_date ?? 0,
          items: (phase?.items ?? []).map(({ price }) => ({ price: idOf(price) })),
          discounts: [discount],
        },
      ],
    });
  await expect(write({ coupon: coupon.id, promotion_code: code.id })).rejects.toThrow("exactly one");
  await expect(write({ promotion_code: coupon.id })).rejects.toThrow("No such promotion code");
});

test.each(["always", "if_required"] as const)(
  "a plan that is always free charges nothing when payment_method_collection is %s",
  async (asks) => {
    const { stripe, advance } = await startBilling();
    const session = await makePlanSession(stripe, {
      ...(await couponFor(stripe, { percent_off: 100, duration: "forever" })),
      payment_method_collection: asks,
    });
    const reply = await pay(session.url ?? "", asks === "always" ? {} : { cardNumber: "" });
    expect(reply.status).toBe(303);
    await advance({ months: 2 });
    const [subscription] = (await stripe.subscriptions.list()).data;
    expect(subscription?.status).toBe("active");
    expect(subscription?.default_payment_method === null).toBe(asks === "if_required");
    expect((await stripe.invoices.list()).data.map((each) => [each.status, each.total])).toEqual([
      ["paid", 0],
      ["paid", 0],
      ["paid", 0],
    ]);
    expect((await stripe.charges.list()).data).toEqual([]);
  },
);
