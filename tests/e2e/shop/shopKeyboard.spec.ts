import { expect } from "@playwright/test";
import { tabTo, typeInto } from "../support/keyboard.ts";
import { expectPaymentPage, mailTo, STUDENT_ID, submitButton, temporaryPasswordIn } from "../support/shop.ts";
import { test } from "../support/shopTest.ts";

test("a student goes from the pricing page to the first lesson with the keyboard alone (S-027, S-028, S-038, S-039, S-040, S-122)", async ({
  page,
  academy,
}) => {
  const email = "keyboard@example.org";
  // Registered at the start, because the browser opens its own file chooser when no listener is registered yet.
  page.on("filechooser", (chooser) => chooser.setFiles(STUDENT_ID));
  await page.goto("/academy/pricing/student");
  await tabTo(page, page.getByRole("switch", { name: "3-month plan" }));
  await page.keyboard.press("Space");
  await expect(page.getByRole("region", { name: "Your payment" })).toContainText("You pay today£21.60");
  await page.keyboard.press("Space");
  await expect(page.getByRole("region", { name: "Your payment" })).toContainText("You pay today£60.00");
  await tabTo(page, page.getByRole("button", { name: "Continue to Checkout" }));
  await page.keyboard.press("Enter");

  await typeInto(page, page.getByLabel("University"), "University of Somewhere");
  for (const text of ["Ada", "Byron", email]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  await tabTo(page, page.getByLabel("Student ID"));
  await page.keyboard.press("Enter");
  await expect(page.getByText(STUDENT_ID.name)).toBeVisible();
  for (const name of [/accept the/, /immediate access/]) {
    await tabTo(page, page.getByRole("checkbox", { name }));
    await page.keyboard.press("Space");
  }
  await tabTo(page, submitButton(page, "student", "£60.00"));
  await page.keyboard.press("Enter");

  await expectPaymentPage(page, "£60.00");
  await typeInto(page, page.getByLabel("Card number"), "4242424242424242");
  for (const text of ["1234", "123", "Ada Byron", "AB1 2CD"]) {
    await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");

  await tabTo(page, page.getByRole("link", { name: "Sign In Now" }));
  await page.keyboard.press("Enter");
  await typeInto(page, page.getByLabel("Email"), email);
  const password = temporaryPasswordIn(await mailTo(academy, email, "Your sign-in details"));
  await typeInto(page, page.getByLabel("Password", { exact: true }), password);
  await page.keyboard.press("Enter");
  await typeInto(page, page.getByLabel("New password"), "a-password-of-my-own");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/academy/dashboard");
  await tabTo(page, page.getByRole("link", { name: "Continue Learning" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("11 practical lessons")).toBeVisible();
});
