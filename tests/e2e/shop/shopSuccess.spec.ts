import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import {
  expectPaymentPage,
  fillForm,
  mailTo,
  payByCard,
  signInAsGuest,
  submitButton,
  temporaryPasswordIn,
} from "../support/shop.ts";
import { test } from "../support/shopTest.ts";

const VERIFICATION = "**/functions/v1/verify-guest-payment";

test.afterEach(({ backstage }) => backstage.simulate("webhooks", { mode: "deliver" }));

async function openPayment(page: Page, email: string): Promise<void> {
  await page.goto("/academy/checkout/professional");
  await fillForm(page, "professional", email);
  await submitButton(page, "professional", "£1,020.00").click();
  await expectPaymentPage(page, "£1,020.00");
}

/** Buys as a guest and opens the help for missing emails. */
async function buyAndMissTheMail(page: Page, email: string): Promise<void> {
  await openPayment(page, email);
  await payByCard(page);
  await expect(page.getByRole("heading", { level: 1, name: "Welcome to the academy" })).toBeVisible();
  await page.getByText("The address is wrong").click();
}

/** Delays the page's verification request until the returned function is called. */
async function holdVerification(page: Page): Promise<() => void> {
  let answer = () => {};
  const gate = new Promise<void>((open) => {
    answer = open;
  });
  await page.route(VERIFICATION, async (route) => {
    await gate;
    await route.continue();
  });
  return () => answer();
}

test("a guest whose payment webhook is late waits, and the success page itself grants access (S-039, S-040, S-064, S-080, S-100, S-122)", {
  tag: "@deep",
}, async ({ page, academy, backstage }) => {
  const email = "early@example.org";
  await backstage.simulate("webhooks", { mode: "hold" });
  const answer = await holdVerification(page);
  await openPayment(page, email);
  await payByCard(page);
  await expect(page.getByRole("heading", { level: 1, name: "Processing Your Payment" })).toBeVisible();
  await expectAccessible(page, [320]);
  answer();
  await expect(page.getByRole("heading", { level: 1, name: "Welcome to the academy" })).toBeVisible();
  for (const stepOf of [
    "Check your email",
    "Sign in with the temporary password",
    "Change the password",
    "Start learning",
  ]) {
    await expect(page.getByText(stepOf)).toBeVisible();
  }
  await expect(page.getByRole("link", { name: "Sign In Now" })).toHaveAttribute("href", "/auth");
  await expect(page.getByRole("main").getByRole("link", { name: /@/ })).toHaveAttribute("href", /^mailto:/);
  await expect(page.getByRole("link", { name: "get help" })).toHaveAttribute("href", "/contact");
  await expectAccessible(page, [320, 1280]);
  await backstage.simulate("webhooks", { mode: "deliver" });
  await signInAsGuest(page, academy, email, "a-password-of-my-own");
  // The late webhook came before the new password: a second email about the purchase would be queued before this one.
  await mailTo(academy, email, "Your password was changed");
  const subjects = (await academy.mails()).flatMap((mail) => (mail.to === email ? [mail.subject] : []));
  expect(subjects.sort()).toEqual([
    "Receipt for AI Fluency in 30 Days",
    "Your password was changed",
    "Your sign-in details for Responsible AI Academy",
  ]);
});

test("a guest corrects a mistyped email address, and only the corrected one gives access to the course (S-122)", async ({
  page,
  academy,
  backstage,
}) => {
  await buyAndMissTheMail(page, "wrong@exmaple.org");
  const strangers = temporaryPasswordIn(await mailTo(academy, "wrong@exmaple.org", "Your sign-in details"));
  await expect(page.getByText("We have sent an email to wrong@exmaple.org")).toBeVisible();
  const address = page.getByLabel("The correct email address");
  const correct = page.getByRole("button", { name: "Correct the address" });
  await address.fill("right@");
  await correct.click();
  await expect(address).toHaveAccessibleDescription(/Invalid email/);
  await expectAccessible(page, [320]);
  await address.fill("right@example.org");
  await correct.click();
  await expect(
    page.getByText("Corrected. Your sign-in details are on their way to right@example.org."),
  ).toBeVisible();

  const visitor = backstage.visitor();
  const refused = await visitor.auth.signInWithPassword({ email: "wrong@exmaple.org", password: strangers });
  expect(refused.error).not.toBeNull();
  await signInAsGuest(page, academy, "right@example.org", "a-password-of-my-own");
  await expect(page.getByRole("link", { name: "Continue Learning" })).toBeVisible();
});
