import { expect, type Page } from "@playwright/test";
import { type Plan, TIER_PLANS, type Tier } from "../../../src/domain/sales/plans.ts";
import type { AcademyProcess } from "../../support/academyProcess.ts";
import type { Backstage } from "./backstage.ts";
import { expectPaymentPage, summaryOf, waitForMail } from "./shop.ts";

/** An offer with its displayed prices in pounds. Written out here, so that no code under test computes them. */
export type Offer = {
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
export const OFFERS: readonly Offer[] = [
  offer("student", "full", "£50.00", "£10.00", "£60.00"),
  offer("student", "installment", "£18.00", "£3.60", "£21.60", "£64.80"),
  offer("ngo", "full", "£500.00", "£100.00", "£600.00"),
  offer("ngo", "installment", "£175.00", "£35.00", "£210.00", "£630.00"),
  offer("professional", "full", "£850.00", "£170.00", "£1,020.00"),
  offer("professional", "installment", "£300.00", "£60.00", "£360.00", "£1,080.00"),
];

/** Goes from the pricing page to the form through the interface. */
export async function chooseOffer(page: Page, { tier, plan, total, overall }: Offer): Promise<void> {
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

export async function expectSummary(page: Page, { tier, plan, price, vat, total, overall }: Offer) {
  const summary = summaryOf(page);
  await expect(summary).toContainText(TIER_PLANS[tier].label);
  await expect(summary).toContainText(`Subtotal${price}`);
  await expect(summary).toContainText(`VAT (20%)${vat}`);
  await expect(summary).toContainText(plan === "full" ? `Total${total}` : `Monthly Total${total}`);
  if (plan === "installment") await expect(summary).toContainText(`3 monthly payments${overall} in total`);
}

/** Expects the provider's page to ask for exactly the amounts that the form showed. */
export async function expectAsked(page: Page, { price, vat, total }: Offer): Promise<void> {
  await expectPaymentPage(page, total);
  const summary = page.getByRole("region", { name: "Order summary" });
  await expect(summary).toContainText(`Subtotal${price}`);
  await expect(summary).toContainText(`VAT (20%)${vat}`);
  await expect(summary).toContainText(new RegExp(`Total due( today)?${total}`));
}

/** Expects the amounts on the success page and, for a plan, the remaining payments. */
export async function expectThanked(page: Page, { plan, total }: Offer): Promise<void> {
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
export async function expectBooked(
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
  for (const part of [receipt.text, receipt.html.replace(/<\/th><td>/g, ": ").replace(/<[^>]+>/g, "\n")]) {
    for (const line of [`Price: ${price}`, `VAT (20%): ${vat}`, `Total: ${total}`])
      expect(part).toContain(line);
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
export function penceOf(pounds: string): number {
  return Number(pounds.replace(/[£,.]/g, ""));
}
