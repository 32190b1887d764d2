import { expect } from "@playwright/test";
import { PLANS } from "../../src/domain/sales/plans.ts";
import { expectAccessible } from "./support/accessible.ts";
import { becomeMember } from "./support/member.ts";
import {
  chooseOffer,
  expectAsked,
  expectBooked,
  expectSummary,
  expectThanked,
  OFFERS,
} from "./support/offers.ts";
import { finishForm, mailTo, ORGANISATIONS, payByCard, submitButton } from "./support/shop.ts";
import { test } from "./support/shopTest.ts";

for (const plan of PLANS) {
  test(`a signed-in member buys every tier, ${plan}, and sees the same amounts everywhere (S-031, S-032, S-034, S-039, S-040, S-064, S-076, S-104, S-105)`, {
    tag: "@deep",
  }, async ({ page, academy, backstage }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const email = `member.${plan}@example.org`;
    const userId = await becomeMember(page, backstage, email);
    for (const offer of OFFERS.filter((each) => each.plan === plan)) {
      const { tier, total } = offer;
      await test.step(tier, async () => {
        await chooseOffer(page, offer);
        await expect(page.getByText("Complete your enrollment", { exact: true })).toBeVisible();
        await expectSummary(page, offer);
        await expect(page.getByLabel("Email")).toHaveValue(email);
        await page.getByLabel(ORGANISATIONS[tier][0]).fill(ORGANISATIONS[tier][1]);
        await finishForm(page, tier);
        await submitButton(page, tier, total).click();
        await expectAsked(page, offer);
        await payByCard(page);
        await expect(page.getByRole("heading", { level: 1, name: "Payment Successful!" })).toBeVisible();
        await expect(page.getByText("Your course is open.")).toBeVisible();
        await expectThanked(page, offer);
        await expect(page.getByText("Sign in with the temporary password")).toBeHidden();
        await expect(page.getByText("No email after a few minutes, or the wrong address?")).toBeHidden();
        await expectBooked(academy, backstage, email, offer);
      });
    }
    const { data } = await backstage.database.from("orders").select("user_id").eq("email", email);
    expect(data).toEqual(OFFERS.filter((each) => each.plan === plan).map(() => ({ user_id: userId })));
    await page.getByRole("link", { name: "Go to My Learning" }).click();
    await expect(page).toHaveURL("/academy/dashboard");
  });
}

test("a member who already has the course cannot buy it again and gets a link to it", async ({
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
  await expect(page.getByText("Your course is open.")).toBeVisible();
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
