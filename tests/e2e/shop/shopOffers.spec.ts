import { expect, type Page } from "@playwright/test";
import { type Plan, TIER_PLANS, type Tier } from "../../../src/domain/sales/plans.ts";
import type { AcademyProcess } from "../../support/server/academyProcess.ts";
import type { Backstage } from "../support/backstage.ts";
import {
  expectPaymentPage,
  fillForm,
  mailTo,
  payByCard,
  submitButton,
  summaryOf,
  temporaryPasswordIn,
  waitForMail,
} from "../support/shop.ts";
import { test } from "../support/shopTest.ts";

/**
 * An offer with its displayed prices in pounds. Written out here, so that no code under test computes them. Two of the six,
 * with different tiers and plans: tests/commerce/checkout/amounts.test.ts buys all of them.
 */
type Offer = {
  tier: Tier;
  plan: Plan;
  /** For a single payment. */
  price: string;
  vat: string;
  total: string;
  /** For all payments together. */
  overall: string;
};
const offer = (tier: Tier, plan: Plan, price: string, vat: string, total: string, overall = total): Offer => {
  return { tier, plan, price, vat, total, overall };
};
const OFFERS: readonly Offer[] = [
  offer("student", "installment", "£18.00", "£3.60", "£21.60", "£64.80"),
  offer("professional", "full", "£850.00", "£170.00", "£1,020.00"),
];

/** Goes from the pricing page to the form through the interface. */
async function chooseOffer(page: Page, { tier, plan, total, overall }: Offer): Promise<void> {
  await page.goto(`/academy/pricing/${tier}`);
  if (plan === "installment") await page.getByRole("switch", { name: "3-month plan" }).check();
  const payment = page.getByRole("region", { name: "Your payment" });
  await expect(payment).toContainText(`You pay today${total}`);
  await expect(payment).toContainText(
    plan === "full" ? `In total${overall}` : `Total for 3 payments${overall}`,
  );
  await payment.getByRole("button", { name: "Continue to Checkout" }).click();
  await expect(page).toHaveURL(`/academy/checkout/${tier}?paymentType=${plan}`);
}

async function expectSummary(page: Page, { tier, plan, price, vat, total, overall }: Offer) {
  const summary = summaryOf(page);
  await expect(summary).toContainText(TIER_PLANS[tier].label);
  await expect(summary).toContainText(`Subtotal${price}`);
  await expect(summary).toContainText(`VAT (20%)${vat}`);
  await expect(summary).toContainText(plan === "full" ? `Total${total}` : `Monthly Total${total}`);
  if (plan === "installment") await expect(summary).toContainText(`3 monthly payments${overall} in total`);
}

/** Expects the provider's page to ask for exactly the amounts that the form showed. */
async function expectAsked(page: Page, { price, vat, total }: Offer): Promise<void> {
  await expectPaymentPage(page, total);
  const summary = page.getByRole("region", { name: "Order summary" });
  await expect(summary).toContainText(`Subtotal${price}`);
  await expect(summary).toContainText(`VAT (20%)${vat}`);
  await expect(summary).toContainText(new RegExp(`Total due( today)?${total}`));
}

/** Expects the amounts on the success page and, for a plan, the remaining payments. */
async function expectThanked(page: Page, { plan, total }: Offer): Promise<void> {
  await expect(page.getByText(`We have received your payment of ${total}`)).toBeVisible();
  const payments = page.getByRole("table", { name: "Your payments" });
  if (plan === "full") return expect(payments).toBeHidden();
  for (const [row, number, state] of [
    [1, "1 of 3", "Paid"],
    [2, "2 of 3", "Due"],
    [3, "3 of 3", "Due"],
  ] as const) {
    const cells = payments.getByRole("row").nth(row);
    await expect(cells).toContainText(number);
    await expect(cells).toContainText(total);
    await expect(cells).toContainText(state);
  }
}

/** Expects the exact amounts in the receipt and in the order's rows. */
async function expectBooked(
  academy: AcademyProcess,
  { database }: Backstage,
  email: string,
  { tier, plan, price, vat, total }: Offer,
): Promise<void> {
  const receipt = await waitForMail(
    academy,
    ({ to, subject, text }) =>
      to === email && subject.startsWith("Receipt") && text.includes(`(${TIER_PLANS[tier].label}, `),
  );
  const shown = receipt.html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  for (const [label, amount] of Object.entries({ Price: price, "VAT (20%)": vat, Total: total })) {
    expect(receipt.text).toContain(`${label}: ${amount}`);
    expect(shown).toContain(`${label} ${amount}`);
  }
  // For a plan, some of the provider's events may arrive after the receipt.
  await expect(async () => {
    const { data, error } = await database
      .from("orders")
      .select("status, plan, subtotal_pence, vat_pence, total_pence, order_payments(number, amount_pence)")
      .match({ email, tier, status: "paid" });
    expect(error).toBeNull();
    expect(data).toEqual([
      {
        status: "paid",
        plan,
        subtotal_pence: penceOf(price),
        vat_pence: penceOf(vat),
        total_pence: penceOf(total),
        order_payments: [{ number: 1, amount_pence: penceOf(total) }],
      },
    ]);
  }).toPass();
}

/** Converts "£1,020.00" to 102000. */
function penceOf(pounds: string): number {
  return Number(pounds.replace(/[£,.]/g, ""));
}

for (const offer of OFFERS) {
  const { tier, plan } = offer;
  test(`a guest on a phone buys ${tier}, ${plan}, and sees the same amounts everywhere (S-027, S-028, S-030, S-031, S-032, S-039, S-043, S-073, S-104, S-105)`, async ({
    page,
    academy,
    backstage,
  }) => {
    const email = `guest.${tier}.${plan}@example.org`;
    await chooseOffer(page, offer);
    await expect(page.getByText("Get instant access - no account needed")).toBeVisible();
    await expectSummary(page, offer);
    await fillForm(page, tier, email);
    await submitButton(page, tier, offer.total).click();
    await expectAsked(page, offer);
    await payByCard(page);
    await expect(page).toHaveURL(/\/payment-success\?session_id=cs_/);
    await expect(page.getByRole("heading", { level: 1, name: "Welcome to the academy" })).toBeVisible();
    await expectThanked(page, offer);
    await expectBooked(academy, backstage, email, offer);

    const password = temporaryPasswordIn(await mailTo(academy, email, "Your sign-in details"));
    const learner = backstage.visitor();
    expect((await learner.auth.signInWithPassword({ email, password })).error).toBeNull();
    // A user who signs in with the temporary password can only change it.
    expect((await learner.from("course_enrollments").select("tier")).error?.code).toBe("42501");
    expect((await learner.auth.updateUser({ password: "a-password-of-my-own" })).error).toBeNull();
    const { data } = await learner.from("course_enrollments").select("tier, status");
    expect(data).toEqual([{ tier, status: "active" }]);
  });
}
