import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { penceOf } from "./support/offers.ts";
import {
  expectPaymentPage,
  fillForm,
  finishForm,
  mailTo,
  payByCard,
  submitButton,
  summaryOf,
} from "./support/shop.ts";
import { test } from "./support/shopTest.ts";

const VALIDATION = "**/functions/v1/validate-discount-code";

const codeBox = (page: Page) => page.getByLabel("Discount code");
const applyButton = (page: Page) => page.getByRole("button", { name: "Apply", exact: true });
const saving = (page: Page) => page.getByText(/^Discount applied! Saving/);

async function applyCode(page: Page, code: string): Promise<void> {
  await codeBox(page).fill(code);
  await applyButton(page).click();
}

test("a percentage discount reduces every amount to the penny and survives a reload (S-031, S-037, S-063, S-079, S-106)", async ({
  page,
  academy,
  backstage,
}) => {
  const email = "percentage@example.org";
  const code = await backstage.makeCode({ percent_off: 12.5 });
  const expectReduced = async () => {
    await expect(saving(page)).toHaveText("Discount applied! Saving £106.25");
    await expect(summaryOf(page)).toContainText("Discount−£106.25");
    await expect(summaryOf(page)).toContainText("VAT (20%)£148.75");
    await expect(summaryOf(page)).toContainText("Total£892.50");
  };
  await page.goto("/academy/checkout/professional");
  await fillForm(page, "professional", email);
  // Spaces and case do not matter, because the provider's codes are case-insensitive.
  await applyCode(page, ` ${code.text.toLowerCase()} `);
  await expect(page.getByText("Discount code applied successfully!")).toBeVisible();
  await expectReduced();
  await expect(applyButton(page)).toBeDisabled();
  await expectAccessible(page, [320, 1280]);

  await page.reload();
  await expectReduced();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await finishForm(page, "professional");
  await submitButton(page, "professional", "£892.50").click();
  await expectPaymentPage(page, "£892.50");
  await payByCard(page);
  await expect(page.getByText("We have received your payment of £892.50")).toBeVisible();
  const receipt = await mailTo(academy, email, "Receipt");
  expect(receipt.text).toMatch(
    /Price: £850.00\nDiscount: -£106.25\nNet: £743.75\nVAT \(20%\): £148.75\nTotal: £892.50/,
  );
  const { data } = await backstage.database.from("orders").select("*").eq("email", email).single();
  expect(data).toMatchObject({
    subtotal_pence: penceOf("£850.00"),
    discount_pence: penceOf("£106.25"),
    total_pence: penceOf("£892.50"),
    promotion_code_id: code.id,
  });
});

test("a fixed discount reduces each monthly payment, and editing the code removes it until it is applied again (S-032, S-063, S-106)", {
  tag: "@deep",
}, async ({ page, backstage }) => {
  const code = await backstage.makeCode({ amount_off: 5_01, currency: "gbp" });
  await page.goto("/academy/checkout/student?paymentType=installment");
  await fillForm(page, "student", "amount@example.org");
  await applyCode(page, code.text);
  await expect(saving(page)).toHaveText("Discount applied! Saving £5.01");
  await expect(summaryOf(page)).toContainText("Monthly Total£15.59");
  await expect(summaryOf(page)).toContainText("3 monthly payments£46.77 in total");

  await codeBox(page).press("Backspace");
  await expect(saving(page)).toBeHidden();
  await expect(summaryOf(page)).not.toContainText("Discount");
  await expect(summaryOf(page)).toContainText("Monthly Total£21.60");
  await expect(submitButton(page, "student", "£21.60")).toBeVisible();
  await applyCode(page, code.text);
  await submitButton(page, "student", "£15.59").click();
  await expectPaymentPage(page, "£15.59");
  await payByCard(page);
  await expect(page.getByText("We have received your payment of £15.59")).toBeVisible();
  for (const number of ["1 of 3", "2 of 3", "3 of 3"]) {
    await expect(page.getByRole("row", { name: number })).toContainText("£15.59");
  }
});

test("a 100 % discount needs no card and still opens the course (S-106)", async ({
  page,
  academy,
  backstage,
}) => {
  const email = "free@example.org";
  const code = await backstage.makeCode({ percent_off: 100 });
  await page.goto("/academy/checkout/professional");
  await fillForm(page, "professional", email);
  await applyCode(page, code.text);
  await expect(summaryOf(page)).toContainText("Total£0.00");
  await submitButton(page, "professional", "£0.00").click();
  await expectPaymentPage(page, "£0.00");
  await expect(page.getByLabel("Card number")).toBeHidden();
  await page.getByRole("button", { name: "Complete order" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome to the academy" })).toBeVisible();
  await expect(page.getByText("Your order is complete")).toBeVisible();
  await mailTo(academy, email, "Your sign-in details");
  expect((await mailTo(academy, email, "Receipt")).text).toContain("Total: £0.00");
});

test("an invalid discount code shows the specific reason and changes nothing else (S-069, S-079, S-097)", {
  tag: "@deep",
}, async ({ page, backstage }) => {
  const forNgos = await backstage.makeCode({ percent_off: 20, applies_to: { products: ["academy_ngo"] } });
  const expectRefused = async (message: string) => {
    await expect(codeBox(page)).toHaveAccessibleDescription(new RegExp(message));
    await expect(page.getByRole("alert").filter({ hasText: message }).first()).toBeVisible();
    await expect(summaryOf(page)).toContainText("Total£60.00");
  };
  await page.goto("/academy/checkout/student");
  await expect(applyButton(page)).toBeDisabled();
  await codeBox(page).press("Enter");
  await expectRefused("Please enter a discount code");
  await applyCode(page, "NOSUCHCODE");
  await expectRefused("Invalid discount code");
  await expectAccessible(page, [320]);
  await applyCode(page, forNgos.text);
  await expectRefused("This discount code does not apply to the option you chose.");

  await page.route(VALIDATION, (route) => route.abort());
  await applyCode(page, forNgos.text);
  await expectRefused("Failed to validate discount code");
  await page.unroute(VALIDATION);

  let answer = () => {};
  const gate = new Promise<void>((open) => {
    answer = open;
  });
  await page.route(VALIDATION, async (route) => {
    await gate;
    await route.continue();
  });
  await applyCode(page, "NOSUCHCODE");
  await expect(page.getByRole("button", { name: "Applying..." })).toBeVisible();
  answer();
  await expectRefused("Invalid discount code");
});

test("a discount code that was typed but not applied is validated before the order is created (S-063)", async ({
  page,
  backstage,
}) => {
  const code = await backstage.makeCode({ percent_off: 50 });
  await page.goto("/academy/checkout/ngo");
  await fillForm(page, "ngo", "forgetful@example.org");
  await codeBox(page).fill(code.text);
  await submitButton(page, "ngo", "£600.00").click();
  await expect(saving(page)).toHaveText("Discount applied! Saving £250.00");
  await expect(page.getByText("The total is now £300.00. Press the button again")).toBeVisible();
  await expect(page).toHaveURL("/academy/checkout/ngo");
  await expect(submitButton(page, "ngo", "£300.00")).toBeFocused();
  await page.keyboard.press("Enter");
  await expectPaymentPage(page, "£300.00");
});
