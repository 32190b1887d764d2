import { expect } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { becomeMember } from "../support/member.ts";
import { finishForm, mailTo, payByCard, submitButton } from "../support/shop.ts";
import { test } from "../support/shopTest.ts";

test("a member buys the course once, and then gets a link to it instead of the form (S-034, S-064, S-076)", async ({
  page,
  academy,
  backstage,
}) => {
  const email = "twice@example.org";
  await becomeMember(page, backstage, email);
  await page.goto("/academy/checkout/ngo");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Organisation name").fill("Water for Everybody");
  await finishForm(page, "ngo");
  await submitButton(page, "ngo", "£600.00").click();
  await payByCard(page);
  await expect(page.getByRole("heading", { level: 1, name: "Payment Successful!" })).toBeVisible();
  await expect(page.getByText("Your course is open.")).toBeVisible();
  await expect(page.getByText("Sign in with the temporary password")).toBeHidden();
  await page.goto("/academy/checkout/ngo");
  await expect(page.getByRole("heading", { name: "You already have this course" })).toBeVisible();
  await expect(page.getByLabel("Organisation name")).toBeHidden();
  await expectAccessible(page, [320]);
  const { data } = await backstage.database.from("orders").select("status").eq("email", email);
  expect(data).toEqual([{ status: "paid" }]);
  await mailTo(academy, email, "Receipt");
  expect(
    (await academy.mails()).filter((mail) => mail.to === email && /^Receipt/.test(mail.subject)),
  ).toHaveLength(1);
  await page.getByRole("main").getByRole("link", { name: "Go to My Learning" }).click();
  await expect(page).toHaveURL("/academy/dashboard");
});

test("a member's profile pre-fills the checkout form, and changes in the form update the profile (S-034, S-075, S-086)", {
  tag: "@deep",
}, async ({ page, backstage }) => {
  const email = "profile@example.org";
  const id = await becomeMember(page, backstage, email);
  await page.goto("/academy/checkout/professional?paymentType=installment");
  await expect(page.getByText("Complete your enrollment", { exact: true })).toBeVisible();
  await expect(page.getByText("Get instant access - no account needed")).toBeHidden();
  await expect(page.getByText("Your login credentials will be emailed after payment")).toBeHidden();
  await expect(page.getByLabel("First name")).toHaveValue("Grace");
  await expect(page.getByLabel("Last name")).toHaveValue("Hopper");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await page.getByLabel("Company name").fill("Compilers & Co");
  await page.getByLabel("Job title").fill("Rear admiral");
  await page.getByLabel("Last name").fill("  Murray Hopper ");
  await page.getByLabel("Phone").fill("+44 20 7946 0000");
  await page.getByLabel("Country").fill("United Kingdom");
  await finishForm(page, "professional");
  await submitButton(page, "professional", "£360.00").click();
  await expect(page.getByText("Test mode")).toBeVisible();
  const { data } = await backstage.database.from("profiles").select("*").eq("id", id).single();
  expect(data).toMatchObject({
    first_name: "Grace",
    last_name: "Murray Hopper",
    email,
    organization: "Compilers & Co",
    phone: "+44 20 7946 0000",
    country: "United Kingdom",
  });

  // Another tab has no draft, so its values come from the profile.
  const tab = await page.context().newPage();
  await tab.goto("/academy/checkout/ngo");
  await expect(tab.getByLabel("Organisation name")).toHaveValue("Compilers & Co");
  await expect(tab.getByLabel("Last name")).toHaveValue("Murray Hopper");
  await expect(tab.getByLabel("Phone")).toHaveValue("+44 20 7946 0000");
  await expect(tab.getByLabel("Country")).toHaveValue("United Kingdom");
});
