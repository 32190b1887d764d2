import { describe, expect, it } from "vitest";
import { lookupKey, PLANS, type Plan, type Tier } from "../../../src/domain/sales/plans.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { createAccount } from "../../support/server/createAccount.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { reconcile } from "../plans.ts";
import {
  countRows,
  enrollmentsOf,
  makeCode,
  newEmail,
  openCheckout,
  orderOf,
  professionalPayload,
  studentPayload,
  uploadStudentId,
} from "../shop.ts";

const academy = withAcademy();

const INVALID = { valid: false, error: "Invalid discount code" };
const ALL_MONTHS = { duration: "forever" } as const;

const validate = (code: string, more: Record<string, unknown> = {}, headers = {}) =>
  academy.call("validate-discount-code", { code, ...more }, headers);
const priceOf = (tier: Tier, plan: Plan = "full") => ({ priceId: lookupKey(tier, plan) });

async function signUp(email: string) {
  const account = { email, password: "a long password" };
  const { session } = await createAccount(academy.client(academy.secretKey), academy.client(), account);
  return { authorization: `Bearer ${session.access_token}` };
}

async function refusedAtCheckout(payload: Record<string, unknown>, error: string, headers = {}) {
  const before = await countRows(academy, "orders");
  expect(await academy.call("create-guest-checkout", payload, headers)).toMatchObject({
    status: 400,
    body: { code: "discount_invalid", error },
  });
  expect(await countRows(academy, "orders")).toBe(before);
}

describe("a buyer who applies a discount code (S-079, S-063)", () => {
  it("receives the discount as a percentage or in pence", async () => {
    const percent = await makeCode(academy, { percent_off: 12.5 });
    expect((await validate(percent.code)).body).toEqual({ valid: true, percentOff: 12.5 });
    const amount = await makeCode(academy, { amount_off: 5_01, currency: "gbp" });
    expect((await validate(amount.code)).body).toEqual({ valid: true, amountOff: 501 });
  });

  it("may type it in any case, with spaces around it", async () => {
    await makeCode(academy, { percent_off: 10 }, { code: "Spring10" });
    expect((await validate(" sPRING10 ")).body).toEqual({ valid: true, percentOff: 10 });
  });

  it("receives an error for an unknown or malformed code (S-097)", async () => {
    for (const code of ["NOSUCHCODE", "no such code", "../coupons", "ünknown", "1&active=true"]) {
      expect(await validate(code, priceOf("student"))).toMatchObject({ status: 200, body: INVALID });
    }
  });

  it("must type a code of at most 50 characters (S-069)", async () => {
    for (const code of ["", "   "]) {
      expect(await validate(code)).toMatchObject({
        status: 400,
        body: { valid: false, error: "Please enter a discount code", code: "bad_request" },
      });
    }
    expect((await validate("x".repeat(51))).status).toBe(400);
  });

  it("cannot use a code that is inactive, has lost its coupon, or is reserved for one customer", async () => {
    const off = await makeCode(academy, { percent_off: 10 }, { active: false });
    const orphan = await makeCode(academy, { id: "GONE", percent_off: 10 });
    await academy.stripe.coupons.del("GONE");
    const customer = await academy.stripe.customers.create({ email: newEmail() });
    const personal = await makeCode(academy, { percent_off: 10 }, { customer: customer.id });
    for (const { code } of [off, orphan, personal]) expect((await validate(code)).body).toEqual(INVALID);
  });

  it("gets the active one of two codes with the same name", async () => {
    const old = await makeCode(academy, { percent_off: 50 }, { code: "AGAIN" });
    await academy.stripe.promotionCodes.update(old.id, { active: false });
    await makeCode(academy, { percent_off: 5 }, { code: "AGAIN" });
    expect((await validate("again")).body).toEqual({ valid: true, percentOff: 5 });
  });

  it("cannot use a code that has no uses left", async () => {
    const { code } = await makeCode(academy, { percent_off: 10 }, { max_redemptions: 1 });
    const payload = { ...professionalPayload(newEmail()), discountCode: code };
    await payOnHostedPage((await openCheckout(academy, payload)).url);
    const USED_UP = "This discount code has been used up.";
    expect((await validate(code)).body).toEqual({ valid: false, error: USED_UP });
    await refusedAtCheckout(payload, USED_UP);
  });

  it("cannot use a code for another tier when the price is known", async () => {
    const { code } = await makeCode(academy, { percent_off: 20, applies_to: { products: ["academy_ngo"] } });
    expect((await validate(code, priceOf("ngo"))).body).toEqual({ valid: true, percentOff: 20 });
    const { data } = await academy.stripe.prices.list({ lookup_keys: ["academy_professional_full"] });
    for (const priceId of ["academy_student_full", data[0]?.id]) {
      expect((await validate(code, { priceId })).body).toMatchObject({ valid: false });
    }
    expect((await validate(code)).body).toEqual({ valid: true, percentOff: 20 });
    await refusedAtCheckout(
      { ...professionalPayload(newEmail()), discountCode: code },
      "This discount code does not apply to the option you chose.",
    );
  });

  it("cannot use a code on the 3-month plan unless it covers all three months", async () => {
    const once = await makeCode(academy, { percent_off: 20, duration: "once" });
    const two = await makeCode(academy, { percent_off: 20, duration: "repeating", duration_in_months: 2 });
    const three = await makeCode(academy, { percent_off: 20, duration: "repeating", duration_in_months: 3 });
    const always = await makeCode(academy, { percent_off: 20, ...ALL_MONTHS });
    for (const { code } of [once, two]) {
      expect((await validate(code, priceOf("ngo", "installment"))).body).toEqual({
        valid: false,
        error: "This discount code applies only if you pay in full.",
      });
      expect((await validate(code, priceOf("ngo"))).body).toMatchObject({ valid: true });
    }
    for (const { code } of [three, always]) {
      expect((await validate(code, priceOf("ngo", "installment"))).body).toMatchObject({ valid: true });
    }
  });

  it("cannot use a code that leaves 1 to 29 pence to pay, but can if it leaves 30 pence or nothing", async () => {
    const leaving = (pence: number) => makeCode(academy, { amount_off: 50_00 - pence, currency: "gbp" });
    const TOO_SMALL = "This code would reduce the price below the minimum we can charge.";
    const check = async (pence: number) =>
      (await validate((await leaving(pence)).code, priceOf("student"))).body;
    expect(await check(24)).toEqual({ valid: false, error: TOO_SMALL });
    expect(await check(25)).toEqual({ valid: true, amountOff: 49_75 });
    expect(await check(0)).toEqual({ valid: true, amountOff: 50_00 });
  });

  it("cannot use a code in another currency or with a higher minimum price", async () => {
    const euros = await makeCode(academy, { amount_off: 5_00, currency: "eur" });
    expect((await validate(euros.code)).body).toEqual(INVALID);
    const restrictions = { minimum_amount: 100_00, minimum_amount_currency: "gbp" };
    const { code } = await makeCode(academy, { percent_off: 10 }, { restrictions });
    expect((await validate(code, priceOf("student"))).body).toMatchObject({ valid: false });
    expect((await validate(code, priceOf("ngo"))).body).toMatchObject({ valid: true });
  });

  it("receives an error for an unknown price", async () => {
    const { code } = await makeCode(academy, { percent_off: 10 });
    const reply = await validate(code, { priceId: "price_unknown" });
    expect(reply).toMatchObject({ status: 400, body: { valid: false, code: "unknown_price" } });
  });
});

describe("a discount code for a first purchase", () => {
  const FIRST_ONLY = "This discount code is for a first purchase only.";
  const firstOnly = () =>
    makeCode(academy, { percent_off: 10 }, { restrictions: { first_time_transaction: true } });

  it("is rejected for an address that has bought before, regardless of capitalisation", async () => {
    const { code } = await firstOnly();
    const email = newEmail();
    const payload = { ...professionalPayload(email), discountCode: code };
    expect((await validate(code, { email })).body).toMatchObject({ valid: true });
    const { url, sessionId } = await openCheckout(academy, payload);
    await payOnHostedPage(url);
    await academy.call("verify-guest-payment", { sessionId });

    for (const typed of [email, email.toUpperCase(), ` ${email} `]) {
      expect((await validate(code, { email: typed })).body).toEqual({ valid: false, error: FIRST_ONLY });
    }
    await refusedAtCheckout(payload, FIRST_ONLY);
    for (const email of [newEmail(), "half@", ""]) {
      expect((await validate(code, { email })).body).toMatchObject({ valid: true });
    }
  });

  it("is rejected for a learner who has bought before, whichever address they type", async () => {
    const { code } = await firstOnly();
    const headers = await signUp(newEmail());
    const payload = { ...professionalPayload(newEmail()), isAuthenticated: true };
    const { url, sessionId } = await openCheckout(academy, payload, headers);
    await payOnHostedPage(url);
    await academy.call("verify-guest-payment", { sessionId });
    const email = newEmail();
    expect((await validate(code, { email }, headers)).body).toEqual({ valid: false, error: FIRST_ONLY });
    const again = { ...payload, ...priceOf("ngo"), courseType: "ngo", email, discountCode: code };
    await refusedAtCheckout(again, FIRST_ONLY, headers);
  });

  it("counts once, however many orders with it are paid at the same time: the others are refunded", async () => {
    const { code } = await firstOnly();
    const email = newEmail();
    const orders = [
      { ...professionalPayload(email), discountCode: code },
      { ...(await studentPayload(academy, email)), discountCode: code },
      { ...professionalPayload(email), ...priceOf("ngo"), courseType: "ngo", discountCode: code },
    ];
    await academy.setWebhooks("hold");
    const checkouts = await Promise.all(orders.map((order) => openCheckout(academy, order)));
    for (const { url } of checkouts) await payOnHostedPage(url);
    await Promise.all(checkouts.map(({ sessionId }) => academy.call("verify-guest-payment", { sessionId })));
    await academy.setWebhooks("deliver");
    await reconcile(academy);
    const states = await Promise.all(checkouts.map(({ sessionId }) => orderOf(academy, sessionId)));
    expect(states.map((each) => each.status).sort()).toEqual(["paid", "refunded", "refunded"]);
    expect(await enrollmentsOf(academy, email)).toHaveLength(1);
  });

  it("cannot be used to find out which addresses have bought, because such requests are limited", async () => {
    const { code } = await firstOnly();
    const replies = [];
    for (let asked = 0; asked < 61; asked += 1) replies.push(await validate(code, { email: newEmail() }));
    expect(replies.map((reply) => reply.status).filter((status) => status === 429)).toHaveLength(1);
    expect((await validate(code)).body).toMatchObject({ valid: true });
  });
});

describe("an order with a discount code (S-106)", () => {
  it("stores the code as typed, its id at the provider and every part of the price", async () => {
    const { id, code } = await makeCode(academy, { percent_off: 15 }, { code: "FIFTEEN" });
    const payload = { ...(await studentPayload(academy, newEmail())), discountCode: " fifteen " };
    const { sessionId } = await openCheckout(academy, payload);
    const session = await academy.stripe.checkout.sessions.retrieve(sessionId);
    expect(session).toMatchObject({ amount_total: 51_00, discounts: [{ promotion_code: id }] });
    const [row] = await academy.backend.query(
      `select subtotal_pence, discount_pence, vat_pence, total_pence, discount_code, promotion_code_id
       from public.orders where checkout_session_id = $1`,
      [sessionId],
    );
    expect(row).toEqual({
      subtotal_pence: 50_00,
      discount_pence: 7_50,
      vat_pence: 8_50,
      total_pence: 51_00,
      discount_code: code.toLowerCase(),
      promotion_code_id: id,
    });
  });

  it("is not created when the code has been deactivated since the buyer applied it", async () => {
    const { id, code } = await makeCode(academy, { percent_off: 15 });
    expect((await validate(code)).body).toMatchObject({ valid: true });
    await academy.stripe.promotionCodes.update(id, { active: false });
    await refusedAtCheckout(
      { ...professionalPayload(newEmail()), discountCode: code },
      "Invalid discount code",
    );
  });

  it("needs no card for a 100 % discount, charges nothing and enrols the buyer", async () => {
    const { code } = await makeCode(academy, { percent_off: 100 });
    const payload = { ...(await studentPayload(academy, newEmail())), discountCode: code };
    const { url, sessionId } = await openCheckout(academy, payload);
    await payOnHostedPage(url, { "cc-number": "" });
    expect(await academy.call("verify-guest-payment", { sessionId })).toMatchObject({
      body: { success: true },
    });
    expect(await orderOf(academy, sessionId)).toMatchObject({ status: "paid" });
    const session = await academy.stripe.checkout.sessions.retrieve(sessionId);
    expect(session).toMatchObject({ payment_status: "no_payment_required", payment_intent: null });
  });

  it("sends a mailbox at most ten receipts a day for free orders, and all that it needs to sign in", async () => {
    const { code } = await makeCode(academy, { percent_off: 100 });
    const [name, domain] = newEmail().split("@");
    for (let order = 0; order < 11; order += 1) {
      const payload = { ...professionalPayload(`${name}+${order}@${domain}`), discountCode: code };
      const { url, sessionId } = await openCheckout(academy, payload);
      await payOnHostedPage(url, { "cc-number": "" });
      expect(await academy.call("verify-guest-payment", { sessionId })).toMatchObject({
        body: { success: true },
      });
    }
    const queued = await academy.backend.query(
      "select kind, count(*)::int from public.mail_queue where order_id is not null and recipient like $1 group by kind order by kind",
      [`${name}+%`],
    );
    expect(queued).toEqual([
      { kind: "credentials", count: 11 },
      { kind: "receipt", count: 10 },
    ]);
  });

  it("cannot be paid after a concurrent order has taken the last use of the code", async () => {
    const { code } = await makeCode(academy, { percent_off: 50 }, { max_redemptions: 1 });
    const checkouts = await Promise.all(
      [1, 2].map(() => openCheckout(academy, { ...professionalPayload(newEmail()), discountCode: code })),
    );
    const results = await Promise.allSettled(checkouts.map(({ url }) => payOnHostedPage(url)));
    expect(results.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
    const loser = checkouts[results.findIndex((each) => each.status === "rejected")];
    const { body } = await academy.call("verify-guest-payment", { sessionId: loser?.sessionId });
    expect(body).toEqual({ success: false, error: "This payment has not been completed." });
    expect(await orderOf(academy, loser?.sessionId ?? "")).toMatchObject({ status: "open", paid_at: null });
  });
});

describe("the 3-month plan (S-104, S-105)", () => {
  it("opens a subscription for one month's price that refers to its order", async () => {
    const studentIdRef = await uploadStudentId(academy);
    const { organization: _, ...common } = professionalPayload(newEmail());
    const payload = { ...common, ...priceOf("student", "installment"), courseType: "student", studentIdRef };
    const { url, sessionId } = await openCheckout(academy, payload);
    const order = await orderOf(academy, sessionId);
    expect(await academy.stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({
      mode: "subscription",
      amount_total: 21_60,
      metadata: { order_id: order.id },
      cancel_url: `${academy.url}/academy/checkout/student?paymentType=installment`,
    });
    await academy.setWebhooks("hold");
    await payOnHostedPage(url);
    const paid = await academy.stripe.checkout.sessions.retrieve(sessionId, { expand: ["subscription"] });
    expect(paid.subscription).toMatchObject({ metadata: { order_id: order.id } });
    await academy.setWebhooks("deliver");
  });

  it("needs no card with a 100 % discount code", async () => {
    const { code } = await makeCode(academy, { percent_off: 100, ...ALL_MONTHS });
    const payload = { ...professionalPayload(newEmail()), ...priceOf("professional", "installment") };
    const { sessionId } = await openCheckout(academy, { ...payload, discountCode: code });
    expect(await academy.stripe.checkout.sessions.retrieve(sessionId)).toMatchObject({
      amount_total: 0,
      payment_method_collection: "if_required",
    });
  });
});

it.each(PLANS)("a 100 % code gives no access before the order is completed (plan %s)", async (plan) => {
  const { code } = await makeCode(academy, { percent_off: 100, ...ALL_MONTHS }, { max_redemptions: 1 });
  const email = newEmail();
  const payload = professionalPayload(email);
  const order = { ...payload, priceId: `academy_professional_${plan}`, discountCode: code };
  const { sessionId } = await openCheckout(academy, order);
  const reply = await academy.call("verify-guest-payment", { sessionId });
  expect(reply.body.success).toBe(false);
  expect(await enrollmentsOf(academy, email)).toEqual([]);
});
