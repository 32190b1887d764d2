import fc from "fast-check";
import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  lookupKey,
  PLANS,
  type Plan,
  TIER_PLANS,
  TIERS,
  type Tier,
} from "../../../src/domain/sales/plans.ts";
import { breakDownPrice, type Discount, type PriceBreakdown } from "../../../src/domain/sales/pricing.ts";
import { eventually } from "../../support/eventually.ts";
import { startTestAcademy, type TestAcademy } from "../../support/server/academy.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { makeCode, newEmail, openCheckout, professionalPayload, uploadStudentId } from "../shop.ts";

/**
 * A discount code for amounts.test.ts. `holds` says whether the code's conditions allow a tier and plan, whatever the
 * amount.
 */
type Code = {
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
async function makeCodes(academy: TestAcademy): Promise<Code[]> {
  const now = Math.floor(Date.now() / 1000);
  const codes: Code[] = [];
  for (const { off, coupon: terms, limits, isReturning, holds } of RECIPES) {
    const saving =
      "pence" in off ? { amount_off: off.pence, currency: "gbp" } : { percent_off: off.hundredths / 100 };
    const end = limits?.expires_at === undefined ? {} : { expires_at: now + 3600 };
    const { code } = await makeCode(
      academy,
      { duration: "forever", ...saving, ...terms },
      { ...limits, ...end },
    );
    codes.push({ off, typed: code, holds: holds ?? (() => true), ...(isReturning ? { isReturning } : {}) });
  }
  await academy.simulate("advance", { days: 1 });
  return codes;
}

const RETURNING = "returning@mail.example";
const SMALLEST_CHARGE_PENCE = 30;
const TEST_TIMEOUT_MS = 240_000;
const CREDIT_CASES = 20;

let academy: TestAcademy;
let codes: Code[];
const subscriptions: { id: string; totalPence: number }[] = [];
const sales: { sessionId: string; shown: PriceBreakdown }[] = [];

beforeAll(async () => {
  academy = await startTestAcademy();
  await academy.simulate("webhooks", { mode: "drop" });
  codes = await makeCodes(academy);
  await useUp(codes);
  await academy.backend.query(
    `insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name,
       last_name, claim_token_hash)
     values ('student', 'full', 'price_1', 5000, 1000, 6000, $1, 'Ada', 'Obi', repeat('0', 64))`,
    [RETURNING],
  );
  await academy.backend.query("update public.orders set status = 'paid', paid_at = now() where email = $1", [
    RETURNING,
  ]);
});
afterAll(() => academy.close());

/** Uses up each single-use code with one purchase. */
async function useUp(all: Code[]): Promise<void> {
  const { data } = await academy.stripe.promotionCodes.list({ limit: 100 });
  const limited = new Set(data.filter((each) => each.max_redemptions === 1).map((each) => each.code));
  for (const { typed } of all.filter((each) => limited.has(each.typed))) {
    const { url } = await openCheckout(academy, {
      ...professionalPayload(newEmail()),
      discountCode: typed,
    });
    await payOnHostedPage(url);
  }
}

/** The total in integer arithmetic, halves rounded up: discount first, then VAT. */
function expectedTotal(pricePence: number, { off }: Code): number {
  const saving = "pence" in off ? off.pence : roundHalfUp(pricePence * off.hundredths, 10_000);
  const net = Math.max(0, pricePence - saving);
  return net + roundHalfUp(net * 20, 100);
}
function roundHalfUp(value: number, divisor: number): number {
  return Math.floor((2 * value + divisor) / (2 * divisor));
}

async function requestFor(tier: Tier, plan: Plan, code: Code): Promise<Record<string, unknown>> {
  const email = code.isReturning ? RETURNING : newEmail();
  const common = { ...professionalPayload(email), priceId: lookupKey(tier, plan), courseType: tier };
  const studentIdRef = tier === "student" ? await uploadStudentId(academy) : undefined;
  return { ...common, discountCode: code.typed, studentIdRef };
}

/** The amounts that the summary shows: the response to Apply, with prices calculated by the page's own rules. */
function shownFor(pricePence: number, reply: Record<string, unknown>): PriceBreakdown {
  const discount: Discount =
    "percentOff" in reply
      ? { percentOff: Number(reply.percentOff) }
      : { amountOffPence: Number(reply.amountOff) };
  return breakDownPrice(pricePence, discount);
}

async function storedFor(sessionId: string) {
  const [row] = await academy.backend.query(
    `select subtotal_pence as "pricePence", discount_pence as "savingPence",
       subtotal_pence - discount_pence as "netPence", vat_pence as "vatPence", total_pence as "totalPence"
     from public.orders where checkout_session_id = $1`,
    [sessionId],
  );
  return row;
}

/** Pays and returns what the card was charged. */
async function chargedFor(url: string, sessionId: string): Promise<number> {
  await payOnHostedPage(url);
  const paid = await academy.stripe.checkout.sessions.retrieve(sessionId, {
    expand: ["payment_intent", "invoice"],
  });
  const { payment_intent: intent, invoice, subscription } = paid;
  if (typeof subscription === "string") {
    subscriptions.push({ id: subscription, totalPence: paid.amount_total ?? 0 });
  }
  if (intent && typeof intent !== "string") return intent.amount_received;
  if (invoice && typeof invoice !== "string") return invoice.amount_paid;
  expect(paid.payment_status).toBe("no_payment_required");
  return 0;
}

async function checkCode(tier: Tier, plan: Plan, code: Code): Promise<void> {
  const pricePence = TIER_PLANS[tier].pricePence[plan];
  const request = await requestFor(tier, plan, code);
  const { priceId, email } = request;
  const applied = await academy.call("validate-discount-code", { code: code.typed, priceId, email });
  const total = expectedTotal(pricePence, code);
  const isCharged = total === 0 || total >= SMALLEST_CHARGE_PENCE;
  expect(applied.body.valid, JSON.stringify(code)).toBe(code.holds(tier, plan) && isCharged);
  if (!applied.body.valid) {
    const refused = await academy.call("create-guest-checkout", request);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "discount_invalid", error: applied.body.error },
    });
    return;
  }
  const shown = shownFor(pricePence, applied.body);
  expect(shown.totalPence).toBe(total);
  const { url, sessionId } = await openCheckout(academy, request);
  expect(await academy.stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({
    amount_total: shown.totalPence,
    total_details: { amount_discount: shown.savingPence, amount_tax: shown.vatPence },
  });
  expect(await storedFor(sessionId)).toEqual(shown);
  expect(await chargedFor(url, sessionId)).toBe(shown.totalPence);
  sales.push({ sessionId, shown });
}

type PaidRow = {
  id: string;
  invoice_id: string;
  payment_intent_id: string;
  amount_pence: number;
  refunded_pence: number;
};
async function paymentsFor(sessionId: string): Promise<PaidRow[]> {
  return academy.backend.query<PaidRow>(
    `select id, invoice_id, payment_intent_id, amount_pence, refunded_pence from public.order_payments
     where order_id = (select id from public.orders where checkout_session_id = $1) order by number`,
    [sessionId],
  );
}

/** What an invoice or a credit note says, in the terms of our prices. */
const vatIn = (taxes: { amount: number }[] | null) =>
  (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);

/** Cuts a total into parts at these places between 0 and 1. The last part is kept if `isWhole` is false. */
function partsOf(total: number, { cuts, isWhole }: { cuts: number[]; isWhole: boolean }): number[] {
  const ends = [...new Set([...cuts.map((cut) => Math.floor(cut * total)), total])].sort((a, b) => a - b);
  const parts = ends.map((end, at) => end - (ends[at - 1] ?? 0)).filter((part) => part > 0);
  return isWhole || parts.length === 1 ? parts : parts.slice(0, -1);
}

/** Refunds a payment in parts, and checks the papers after their events. */
async function checkCredits(
  { shown }: (typeof sales)[number],
  payment: PaidRow,
  parts: number[],
  order: string,
) {
  const { id, invoice_id: invoiceId, payment_intent_id: intent } = payment;
  const invoice = await academy.stripe.invoices.retrieve(invoiceId);
  expect(invoice).toMatchObject({
    subtotal: shown.pricePence,
    total_excluding_tax: shown.netPence,
    total: shown.totalPence,
    amount_paid: payment.amount_pence,
  });
  expect(vatIn(invoice.total_taxes)).toBe(shown.vatPence);
  for (const amount of parts) await academy.stripe.refunds.create({ payment_intent: intent, amount });
  await academy.simulate("webhooks/release", { order });

  const back = parts.reduce((sum, part) => sum + part, 0);
  const vat = Math.round((shown.vatPence * back) / shown.totalPence);
  const stored = () =>
    academy.backend.query(
      `select sum(mine.amount_pence)::int as amount, sum(mine.vat_pence)::int as vat, count(*)::int as notes, refunded_pence
       from public.order_payments as paid join public.credit_notes as mine on mine.payment_id = paid.id
       where paid.id = $1 group by refunded_pence`,
      [id],
    );
  await eventually(async () =>
    expect(await stored()).toEqual([{ amount: back, vat, notes: parts.length, refunded_pence: back }]),
  );
  const { data: notes } = await academy.stripe.creditNotes.list({ invoice: invoiceId });
  expect(notes.map((note) => note.total).sort()).toEqual([...parts].sort());
  expect(notes.reduce((sum, note) => sum + vatIn(note.total_taxes), 0)).toBe(vat);
  expect(notes.reduce((sum, note) => sum + (note.total_excluding_tax ?? 0), 0)).toBe(back - vat);
}

describe("the amounts in the summary, at the provider, on the card and on the order are equal (S-104, S-106)", () => {
  it("for at least forty discount codes", () => {
    expect(codes.length).toBeGreaterThanOrEqual(40);
  });

  for (const tier of TIERS) {
    for (const plan of PLANS) {
      it(`for the ${tier} tier and the ${plan} plan`, { timeout: TEST_TIMEOUT_MS }, async () => {
        for (const code of codes) {
          await academy.backend.query("delete from public.rate_limits");
          await checkCode(tier, plan, code);
        }
      });
    }
  }

  it("for the second and third months of a plan", { timeout: TEST_TIMEOUT_MS }, async () => {
    await academy.simulate("advance", { months: 2 });
    // An invoice is charged an hour after it is drafted.
    await academy.simulate("advance", { days: 1 });
    expect(subscriptions.length).toBeGreaterThan(60);
    for (const { id, totalPence } of subscriptions) {
      const { data } = await academy.stripe.invoices.list({ subscription: id });
      expect(data.map((each) => each.amount_paid)).toEqual([totalPence, totalPence, totalPence]);
    }
  });

  it("and on invoices, refunds and credit notes, whatever the events' order and number (S-131)", {
    timeout: TEST_TIMEOUT_MS,
  }, async () => {
    const cut = fc.record({
      cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
      isWhole: fc.boolean(),
    });
    const order = fc.constantFrom("forwards", "backwards");
    await academy.simulate("webhooks", { mode: "hold", copies: 2 });
    const paid = sales.filter(({ shown }) => shown.totalPence > 0);
    const cases = fc.sample(fc.record({ at: fc.nat(paid.length - 1), cut, order }), CREDIT_CASES);
    for (const [at, each] of new Map(cases.map((one) => [one.at, one]))) {
      const sale = paid[at] as (typeof sales)[number];
      await academy.backend.query("delete from public.rate_limits");
      expect((await academy.call("verify-guest-payment", { sessionId: sale.sessionId })).status).toBe(200);
      for (const payment of await paymentsFor(sale.sessionId)) {
        await checkCredits(sale, payment, partsOf(payment.amount_pence, each.cut), each.order);
      }
    }
  });
});
