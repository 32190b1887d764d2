import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { completeCourse } from "../support/finisher.ts";
import { becomeMember } from "../support/member.ts";
import { mailTo, payByCard, signIn } from "../support/shop.ts";
import { test } from "../support/shopTest.ts";

const OWNER = "team-owner@example.org";
const INVITED = "invited@example.org";
const LINKED = "linked@example.org";
const PASSWORD = "a-password-of-my-own";

/** Opens the link of the newest email to this address. */
async function followMail(page: Page, text: string): Promise<void> {
  await page.goto(/https?:\S+your-address\S+/.exec(text)?.[0] ?? "no link");
}

test("a member buys places by card, one person claims by email and one by link, one is replaced, and the record is printed (S-178, S-179, S-180, S-181, S-182, S-183)", async ({
  page,
  academy,
  backstage,
  browser,
}) => {
  // 1. Three places.
  await becomeMember(page, backstage, OWNER);
  await page.goto("/academy/pricing/ngo");
  await page.getByLabel("Number of places").fill("3");
  await page.getByRole("button", { name: "Buy for a team" }).click();
  await page.getByLabel("Name of the team").fill("Water for Everybody");
  await page.getByLabel("Organisation").fill("Water for Everybody");
  await page.getByLabel("Email").fill(OWNER);
  for (const box of await page.getByRole("checkbox").all()) await box.check();
  await page.getByRole("button", { name: "Proceed to Payment - £1,800.00" }).click();
  await payByCard(page);
  await expect(page.getByRole("heading", { level: 1, name: "Payment Successful!" })).toBeVisible();

  // 2. Two invitations, and a link.
  await page.goto("/academy/team");
  await page.getByLabel("Email addresses").fill(`Name,Email\nIda,${INVITED}\nBo,bo@example.org\nBo,nobody`);
  await page.getByRole("button", { name: "Check the addresses" }).click();
  await expect(page.getByText("1 not an email address, and left out")).toBeVisible();
  await page.getByRole("button", { name: "Send 2 invitations" }).click();
  await page.getByRole("button", { name: "Create a link" }).click();
  const link = await page.getByLabel("Invitation link").inputValue();

  // 3. A person without an account claims by email.
  const invited = await (await browser.newContext({ baseURL: academy.url })).newPage();
  await followMail(invited, (await mailTo(academy, INVITED, "You are invited")).text);
  await invited.getByLabel("New password").fill(PASSWORD);
  await invited.getByRole("button", { name: "Confirm and set the password" }).click();
  await invited.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await signIn(invited, INVITED, PASSWORD);
  await expect(invited.getByText("What the owner of the team sees")).toBeVisible();
  await invited.getByRole("button", { name: "Take the place" }).click();
  await expect(invited.getByText("First name is required")).toBeVisible();
  await expectAccessible(invited, [320, 1280]);
  await invited.getByLabel("First name").fill("Ida");
  await invited.getByLabel("Last name").fill("Wells");
  await invited.getByRole("button", { name: "Take the place" }).click();
  await invited.getByRole("main").getByRole("link", { name: "Go to My Learning" }).click();
  await expect(invited.getByText("Welcome to your course")).toBeVisible();
  const learner = backstage.visitor();
  const { data } = await learner.auth.signInWithPassword({ email: INVITED, password: PASSWORD });
  await completeCourse(learner, data.user?.id ?? "");

  // 4. Another claims by the link, after proving the address.
  const linked = await (await browser.newContext({ baseURL: academy.url })).newPage();
  await becomeMember(linked, backstage, LINKED);
  await linked.goto(link);
  await linked.getByRole("button", { name: "Take the place" }).click();
  await linked.getByRole("button", { name: "Email me a link" }).click();
  const proof = await linked.context().newPage();
  await followMail(proof, (await mailTo(academy, LINKED, "Confirm")).text);
  await proof.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(proof.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
  await proof.close();
  await linked.getByRole("button", { name: "I have confirmed it" }).click();
  await linked.getByRole("button", { name: "Take the place" }).click();
  await expect(linked.getByRole("heading", { name: "The place is yours" })).toBeVisible();
  await linked.goto("/academy/account");
  await expect(linked.getByText(/Its owner sees your name/)).toBeVisible();

  // 5. The owner sees the lessons, and replaces a person.
  await page.reload();
  await expect(page.getByRole("row", { name: new RegExp(INVITED) })).toContainText("Ida Wells");
  await expect(page.getByRole("row", { name: new RegExp(INVITED) })).toContainText("11 of 11");
  await expectAccessible(page, [320, 1280]);
  await page.getByRole("button", { name: "Manage Grace Hopper" }).click();
  await page.getByLabel("Email of the new person").fill("successor@example.org");
  await page.getByRole("button", { name: "Move the place" }).click();
  await expect(page.getByRole("row", { name: /successor@example.org/ })).toBeVisible();
  await mailTo(academy, LINKED, "Your place on");
  await expect(async () => {
    await linked.goto("/academy/dashboard");
    await expect(linked.getByRole("heading", { name: "Your place in a team has ended" })).toBeVisible();
  }).toPass();

  // 6. The record.
  await page.getByRole("link", { name: "Training record" }).click();
  await expect(page.getByRole("row", { name: new RegExp(INVITED) })).toContainText("5.5 h");
  await expectAccessible(page, [320, 1280]);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByText("This record does not by itself show compliance.")).toBeVisible();
});
