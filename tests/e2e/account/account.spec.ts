import { expect } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { becomeMember } from "../support/member.ts";
import { finishForm, payByCard, signIn, submitButton } from "../support/shop.ts";
import { test } from "../support/shopTest.ts";

/** A card that is accepted now and declined at every renewal. */
const FAILS_LATER = "4000 0000 0000 7726";

test.use({ serviceWorkers: "block", viewport: { width: 360, height: 740 } });

test("a visitor creates an account, sees that the address is then already registered, and signs in with the password (S-004, S-101)", async ({
  page,
}) => {
  const [email, password] = ["newcomer@example.org", "a password of my own"];
  const signUp = async () => {
    await page.getByRole("button", { name: "Create Account" }).click();
    await page.getByLabel("First name").fill("Grace");
    await page.getByLabel("Last name").fill("Hopper");
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Create Account" }).click();
  };
  await page.goto("/auth");
  await signUp();
  await expect(page.getByText("Account created successfully! You can now sign in.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome Back");
  await signUp();
  await expect(page.getByText("This email is already registered. Please sign in instead.")).toBeVisible();
  await page.getByRole("button", { name: "Sign In" }).click();
  await signIn(page, email, password);
  await expect(page).toHaveURL("/academy/courses");
});

test("a learner on a payment plan sees paid and due payments, a notice of a failed payment, and why the course is paused (S-013)", {
  tag: "@deep",
}, async ({ page, backstage }) => {
  const email = "plan.watcher@example.org";
  await becomeMember(page, backstage, email);
  await page.goto("/academy/checkout/ngo?paymentType=installment");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Organisation name").fill("Water for Everybody");
  await finishForm(page, "ngo");
  await submitButton(page, "ngo", "£210.00").click();
  await payByCard(page, FAILS_LATER);
  await expect(page.getByText("Your course is open.")).toBeVisible();

  await test.step("sees all three payments in the account", async () => {
    await page.getByRole("link", { name: "Go to My Learning" }).click();
    await expect(page.getByRole("region", { name: "Your plan includes" })).toContainText("Resource library");
    await page.getByRole("link", { name: "Your payments" }).click();
    await expect(page.getByRole("row", { name: /^1 of 3/ })).toContainText("£210.00");
    await expect(page.getByRole("row", { name: /^1 of 3/ })).toContainText("Paid");
    await expect(page.getByRole("row", { name: /^3 of 3/ })).toContainText("Due");
    await expect(page.getByText(/completed every lesson and, .*, made the last payment/)).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("opens the payment provider's portal and returns", async () => {
    await page.getByRole("button", { name: "Change card or see invoices" }).click();
    await expect(page.getByRole("link", { name: "Return to" })).toBeVisible();
    await page.getByRole("link", { name: "Return to" }).click();
    await expect(page).toHaveURL("/academy/account");
  });

  await test.step("sees that a payment failed, and until when the course stays open", async () => {
    await backstage.simulate("advance", { months: 1, days: 1 });
    // The page reads the payments after the enrolment. If it is opened while the event arrives, it may show only one of
    // the two changes.
    const status = async () =>
      (await backstage.database.from("orders").select("status").eq("email", email).single()).data?.status;
    await expect.poll(status).toBe("past_due");
    await page.reload();
    await expect(page.getByRole("row", { name: /^2 of 3/ })).toContainText("Failed");
    await expect(page.getByText("A monthly payment did not go through")).toBeVisible();
    await expect(page.getByText(/Your course stays open until \d+ \w+ \d{4}/)).toBeVisible();
  });

  await test.step("sees why the course is paused, and that nothing is lost", async () => {
    await backstage.database
      .from("orders")
      .update({ grace_until: new Date().toISOString() })
      .eq("email", email);
    await backstage.database.from("orders").update({ checked_at: null }).eq("email", email);
    await backstage.runJob("reconcile-payments");
    await expect(async () => {
      await page.goto("/academy/dashboard");
      await expect(page.getByText("Your lessons are waiting for you")).toBeVisible({ timeout: 6_000 });
    }).toPass();
    await expect(page.getByText("Your course is paused")).toBeVisible();
    await expect(page.getByText("0 of 11 lessons complete")).toBeVisible();
    await expectAccessible(page);
  });
});
