import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import {
  expectPaymentPage,
  fillForm,
  finishForm,
  mailTo,
  payByCard,
  submitButton,
  summaryOf,
} from "../support/shop.ts";
import { test } from "../support/shopTest.ts";

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
    subtotal_pence: 850_00,
    discount_pence: 106_25,
    total_pence: 892_50,
    promotion_code_id: code.id,
  });
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

test("a discount code that was typed but not applied is validated before the order is created (S-063, S-150)", async ({
  page,
  backstage,
}) => {
  const code = await backstage.makeCode({ percent_off: 50 });
  await page.goto("/academy/checkout/ngo");
  await fillForm(page, "ngo", "forgetful@example.org");
  await codeBox(page).fill(code.text);
  await submitButton(page, "ngo", "£600.00").click();
  await expect(saving(page)).toHaveText("Discount applied! Saving £250.00");
  await expect(page.getByText("Press again to pay £300.00.")).toBeVisible();
  await expect(page).toHaveURL("/academy/checkout/ngo");
  await expect(submitButton(page, "ngo", "£300.00")).toBeFocused();
  await page.keyboard.press("Enter");
  await expectPaymentPage(page, "£300.00");
});
