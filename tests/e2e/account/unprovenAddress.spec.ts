import { expect } from "@playwright/test";
import { TOTP } from "otpauth";
import { keepOutOfLogs } from "../../support/logWatch.ts";
import { createAccount } from "../../support/server/createAccount.ts";
import { expectAccessible } from "../support/accessible.ts";
import { MEMBER_PASSWORD } from "../support/member.ts";
import { fillForm, mailTo, payByCard, signIn, submitButton } from "../support/shop.ts";
import { test } from "../support/shopTest.ts";

const OWNERS_PASSWORD = "the-owners-own-password";
const LINK = /: (\S+\/auth\/your-address#\S+)/;

test("a guest whose address another person signed up with takes over the account through the emailed link and has sole access to the course", async ({
  page,
  academy,
  backstage,
}) => {
  const email = "owner@example.org";
  const squatter = backstage.visitor();
  await createAccount(backstage.database, squatter, { email, password: MEMBER_PASSWORD });
  const { data: factor } = await squatter.auth.mfa.enroll({ factorType: "totp" });
  const code = new TOTP({ secret: factor?.totp.secret }).generate();
  const verified = await squatter.auth.mfa.challengeAndVerify({ factorId: factor?.id ?? "", code });
  expect(verified.error).toBeNull();

  await page.goto("/academy/checkout/professional");
  await fillForm(page, "professional", email);
  await submitButton(page, "professional", "£1,020.00").click();
  await payByCard(page);
  await expect(page.getByRole("heading", { level: 1, name: "Welcome to the academy" })).toBeVisible();
  await page.getByText("I already have an account").click();
  await expect(page.getByText("open a link and confirm that the address is yours")).toBeVisible();

  const mail = await mailTo(academy, email, "Confirm your email address to open");
  const link = LINK.exec(mail.text)?.[1] ?? "";
  keepOutOfLogs(link, link.split("#")[1], OWNERS_PASSWORD);
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
  await expect(page, "the key is removed from the address").toHaveURL("/auth/your-address");
  await expectAccessible(page, [320, 1280]);
  const { data: before } = await squatter.from("course_enrollments").select("tier");
  expect(before, "opening the link changes nothing").toEqual([]);

  await page.getByLabel("New password").fill("password123");
  await page.getByRole("button", { name: "Confirm and set the password" }).click();
  await expect(page.getByText("Password is known to be weak")).toBeVisible();
  await page.getByLabel("New password").fill(OWNERS_PASSWORD);
  await page.getByRole("button", { name: "Confirm and set the password" }).click();
  await expect(page.getByRole("heading", { name: "The account is now yours" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await signIn(page, email, OWNERS_PASSWORD);
  await expect(page).toHaveURL("/academy/dashboard");

  const left = await backstage.visitor().auth.signInWithPassword({ email, password: MEMBER_PASSWORD });
  expect(left.error?.code).toBe("invalid_credentials");
  expect((await squatter.auth.refreshSession()).error).not.toBeNull();

  await page.goto("about:blank");
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
});
