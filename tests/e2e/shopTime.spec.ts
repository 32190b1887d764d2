import { expect, type Page } from "@playwright/test";
import { paymentDates } from "../../src/domain/sales/instalments.ts";
import type { AcademyProcess } from "../support/academyProcess.ts";
import { anAcademy } from "./support/academyTest.ts";
import { expectAccessible } from "./support/accessible.ts";
import type { Backstage } from "./support/backstage.ts";
import {
  expectPaymentPage,
  fillForm,
  mailTo,
  payByCard,
  signInAsGuest,
  submitButton,
  summaryOf,
} from "./support/shop.ts";
import { test as shopTest } from "./support/shopTest.ts";

/** These tests advance the provider's clock, so they use a separate academy. */
const test = shopTest.extend<object, { academy: AcademyProcess }>({ academy: anAcademy() });

const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/London" });
const RENEWALS_FAIL = "4000 0000 0000 7726";
const PASSWORD = "a-password-of-my-own";

/** Buys on a payment plan. Ends on the success page. */
async function buyPlan(page: Page, email: string, card?: string): Promise<void> {
  await page.goto("/academy/checkout/ngo?paymentType=installment");
  await fillForm(page, "ngo", email);
  await submitButton(page, "ngo", "£210.00").click();
  await payByCard(page, card);
  await expect(page.getByRole("table", { name: "Your payments" })).toBeVisible();
}

/** Expects these states of the payments on the success page, in order. */
async function expectStates(page: Page, states: string[]): Promise<void> {
  for (const [index, state] of states.entries()) {
    await expect(page.getByRole("row", { name: `${index + 1} of 3` })).toContainText(state);
  }
}

async function planOf({ database }: Backstage, email: string) {
  const { data } = await database
    .from("orders")
    .select("id, status, customer_id, plan_ended_at, order_payments(number, amount_pence, paid_at)")
    .eq("email", email)
    .single();
  return data;
}

// Must run before the other tests, which advance the provider's clock: the code expires soon after its creation.
test("a discount code that expires between Apply and payment shows an error, charges nothing and keeps the form (S-062, S-063, S-099)", {
  tag: "@deep",
}, async ({ page, backstage }) => {
  const email = "expired@example.org";
  const codeBox = page.getByLabel("Discount code");
  await page.goto("/academy/checkout/ngo");
  await fillForm(page, "ngo", email);
  const end = Math.ceil(Date.now() / 1000) + 10;
  const code = await backstage.makeCode({ percent_off: 10 }, { expires_at: end });
  await codeBox.fill(code.text);
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(summaryOf(page)).toContainText("Total£540.00");
  await expect.poll(() => Date.now(), { intervals: [200] }).toBeGreaterThan(end * 1000);
  await submitButton(page, "ngo", "£540.00").click();

  await expect(page.getByRole("alert")).toContainText("This discount code has expired.");
  await expect(codeBox).toHaveAccessibleDescription(/This discount code has expired\./);
  await expect(codeBox).toHaveValue(code.text);
  await expect(summaryOf(page)).toContainText("Total£600.00");
  await expect(page.getByLabel("Organisation name")).toHaveValue("Water for Everybody");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  for (const box of await page.getByRole("checkbox").all()) await expect(box).toBeChecked();
  expect((await backstage.database.from("orders").select("id").eq("email", email)).data).toEqual([]);

  await codeBox.fill("");
  await submitButton(page, "ngo", "£600.00").click();
  await expectPaymentPage(page, "£600.00");
});

test("a buyer on the 3-month plan sees dates and amounts, is charged three times and never a fourth time (S-029, S-032, S-039)", {
  tag: "@deep",
}, async ({ page, academy, backstage }) => {
  const email = "monthly@example.org";
  const dates = paymentDates(await backstage.providerTime()).map((date) => DATE.format(date));
  await buyPlan(page, email);
  for (const [index, date] of dates.entries()) {
    await expect(page.getByRole("row", { name: `${index + 1} of 3` })).toContainText(`${date}£210.00`);
  }
  await expectStates(page, ["Paid", "Due", "Due"]);
  await expectAccessible(page, [320, 1280]);
  const schedule = await mailTo(academy, email, "Your 3-month plan");
  for (const date of dates) expect(schedule.text).toContain(`£210.00 on ${date}`);
  expect(schedule.text).toContain("Total: £630.00");

  const successPage = page.url();
  await signInAsGuest(page, academy, email, PASSWORD);
  for (const states of [
    ["Paid", "Paid", "Due"],
    ["Paid", "Paid", "Paid"],
  ]) {
    await backstage.simulate("advance", { months: 1, days: 1 });
    const paid = states.filter((state) => state === "Paid").length;
    await expect
      .poll(
        async () => (await planOf(backstage, email))?.order_payments.filter((each) => each.paid_at).length,
      )
      .toBe(paid);
    await page.goto(successPage);
    await expectStates(page, states);
  }
  await backstage.simulate("advance", { months: 4, days: 1 });
  await expect.poll(async () => (await planOf(backstage, email))?.plan_ended_at).toBeTruthy();
  const plan = await planOf(backstage, email);
  const { data: charges } = await backstage.stripe.charges.list({ customer: plan?.customer_id ?? "" });
  expect(charges.map((charge) => charge.amount)).toEqual([210_00, 210_00, 210_00]);
  await expect
    .poll(
      async () =>
        (await academy.mails()).filter((mail) => mail.to === email && /^Receipt/.test(mail.subject)).length,
    )
    .toBe(3);
  await page.goto("/academy/course/ai-fluency?lesson=2&step=99");
  await expect(page.getByRole("button", { name: "Take Quiz", exact: true })).toBeVisible();
});

test("a learner whose card fails keeps access for a grace period, is then paused, and regains access by paying (S-032)", {
  tag: "@deep",
}, async ({ page, academy, backstage }) => {
  const email = "broke@example.org";
  const expectStatus = (status: string) =>
    expect.poll(async () => (await planOf(backstage, email))?.status).toBe(status);
  await buyPlan(page, email, RENEWALS_FAIL);
  const successPage = page.url();
  await signInAsGuest(page, academy, email, PASSWORD);

  await backstage.simulate("advance", { months: 1, days: 1 });
  await expectStatus("past_due");
  await mailTo(academy, email, "A payment for AI Fluency in 30 Days did not go through");
  await page.goto(successPage);
  await expectStates(page, ["Paid", "Failed", "Due"]);
  await page.goto("/academy/course/ai-fluency?lesson=2&step=99");
  await expect(page.getByRole("button", { name: "Take Quiz", exact: true })).toBeVisible();

  const order = (await planOf(backstage, email))?.id;
  const past = new Date(0).toISOString();
  await backstage.database.from("orders").update({ grace_until: past, checked_at: null }).eq("id", order);
  await backstage.runJob("reconcile-payments");
  await expectStatus("paused");
  const paused = await mailTo(academy, email, "Your access to AI Fluency in 30 Days is paused");
  await page.goto("/academy/course/ai-fluency?lesson=2&step=99");
  await expect(page.getByText("Your course is paused")).toBeVisible();
  await expect(page.getByRole("button", { name: "Take Quiz", exact: true })).toBeHidden();

  await page.goto(/^Pay now: (\S+)$/m.exec(paused.text)?.[1] ?? "");
  await payByCard(page);
  await expectStatus("paid");
  await mailTo(academy, email, "Thank you: we have received your payment");
  await page.goto(successPage);
  await expectStates(page, ["Paid", "Paid", "Due"]);
  await page.goto("/academy/course/ai-fluency?lesson=2&step=99");
  await expect(page.getByRole("button", { name: "Take Quiz", exact: true })).toBeVisible();
});
