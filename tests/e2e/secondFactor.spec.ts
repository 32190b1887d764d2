import { expect } from "@playwright/test";
import { TOTP } from "otpauth";
import type { AcademyProcess } from "../support/academyProcess.ts";
import { keepOutOfLogs } from "../support/logWatch.ts";
import { expectAccessible } from "./support/accessible.ts";
import { becomeMember, MEMBER_PASSWORD } from "./support/member.ts";
import { mailTo, signIn, signOut, waitForMail } from "./support/shop.ts";
import { test } from "./support/shopTest.ts";

const EMAIL = "two.factors@example.org";
const NEW_PASSWORD = "another horse entirely";
const PERIOD_MS = 30_000;

/**
 * A code is valid once, so each sign-in needs one from a different 30-second period. The server also accepts the code
 * of the next period.
 */
const codeOf = (secret: string, periodsAhead = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + periodsAhead * PERIOD_MS });

const PHONE = { typed: "+44 7700 900456", dialled: "+447700900456" };
const codeIn = (text: string) => /\d{6}/.exec(text)?.[0] ?? "";
/** The newest text message to the phone, other than the known one. */
const newText = async (academy: AcademyProcess, known = "") =>
  (await waitForMail(academy, (mail) => mail.to === PHONE.dialled && mail.text !== known)).text;

test("a user sets up an authenticator app, signs in with it, loses it, and signs in with a recovery code", {
  tag: "@deep",
}, async ({ page, backstage, academy, browser }) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 900 });
  await becomeMember(page, backstage, EMAIL);
  await page.goto("/academy/account");
  const factors = page.getByRole("region", { name: "Second factor" });
  let secret = "";
  let recoveryCode = "";

  await test.step("adds an authenticator app by QR code or key, and confirms with a code", async () => {
    await factors.getByRole("button", { name: "Add an authenticator app" }).click();
    await factors.getByLabel("Name").fill("My phone");
    await factors.getByRole("button", { name: "Continue" }).click();
    await expect(factors.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
    secret = (await factors.getByRole("code").textContent()) ?? "";
    keepOutOfLogs(secret);
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await factors.getByLabel("Code from the app").fill("000000");
    await factors.getByRole("button", { name: "Confirm" }).click();
    await expect(factors.getByRole("alert")).not.toBeEmpty();
    await factors.getByLabel("Code from the app").fill(codeOf(secret, -1));
    await factors.getByRole("button", { name: "Confirm" }).click();
    await expect(factors.getByText("My phone · Authenticator app")).toBeVisible();
  });

  await test.step("creates recovery codes, which are shown only once", async () => {
    await factors.getByRole("button", { name: "Generate recovery codes" }).click();
    await expect(factors.getByRole("listitem").filter({ hasText: /^\w{4}(-\w{4}){3}$/ })).toHaveCount(10);
    const first = factors
      .getByRole("listitem")
      .filter({ hasText: /^\w{4}-/ })
      .first();
    recoveryCode = (await first.textContent()) ?? "";
    keepOutOfLogs(recoveryCode);
    await factors.getByRole("button", { name: "I have saved them" }).click();
    await expect(factors.getByText("You have 10 recovery codes")).toBeVisible();
    await expect(page.getByText(recoveryCode)).toBeHidden();
  });

  await test.step("must enter a code from the app when signing in, and has no session before that", async () => {
    await signOut(page);
    await signIn(page, EMAIL, MEMBER_PASSWORD);
    await expect(page.getByRole("heading", { name: "Enter the code from your app" })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("sb-academy-auth-token"))).toBeNull();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByLabel("Code").fill(codeOf(secret));
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL("/academy/courses");
  });

  await test.step("resets a forgotten password in another browser, which requires the second factor", async () => {
    await signOut(page);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
    await page.getByLabel("Email").fill(EMAIL);
    await page.getByRole("button", { name: "Send the email" }).click();
    await expect(page.getByText("an email is on its way")).toBeVisible();
    const mail = await mailTo(academy, EMAIL, "Choose a new password");
    const elsewhere = await (await browser.newContext({ baseURL: academy.url })).newPage();
    await elsewhere.goto(/Choose a new password: (\S+)/.exec(mail.text)?.[1] ?? "");
    await elsewhere.getByRole("button", { name: "Choose a new password" }).click();
    await expect(elsewhere.getByRole("heading", { name: "Enter the code from your app" })).toBeVisible();
    await elsewhere.getByLabel("Code").fill(codeOf(secret, 1));
    await elsewhere.getByRole("button", { name: "Continue" }).click();
    await elsewhere.getByLabel("New password").fill(NEW_PASSWORD);
    await elsewhere.getByRole("button", { name: "Save the new password" }).click();
    await expect(elsewhere.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await elsewhere.context().close();
  });

  await test.step("signs in with a recovery code after losing the app", async () => {
    await page.goto("/auth");
    await signIn(page, EMAIL, NEW_PASSWORD);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill("AAAA-AAAA-AAAA-AAAA");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("This recovery code is not valid.")).toBeVisible();
    await page.getByLabel("Recovery code").fill(recoveryCode.toLowerCase());
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL("/academy/courses");
    await page.goto("/academy/account");
    await expect(factors.getByText("Your account is protected only by your password.")).toBeVisible();
  });
});

test("a user adds a passkey and a phone, signs in with each, and must confirm with one before changing the account", {
  tag: "@deep",
}, async ({ page, backstage, academy }) => {
  test.slow();
  const email = "passkey.and.phone@example.org";
  await page.setViewportSize({ width: 1280, height: 900 });
  const authenticator = await page.context().newCDPSession(page);
  await authenticator.send("WebAuthn.enable");
  await authenticator.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await becomeMember(page, backstage, email);
  await page.goto("/academy/account");
  const factors = page.getByRole("region", { name: "Second factor" });

  await test.step("adds a passkey, which the browser creates", async () => {
    await factors.getByRole("button", { name: "Add a passkey" }).click();
    await expect(factors.getByRole("button", { name: "Remove Passkey" })).toBeVisible();
    await mailTo(academy, email, "A second factor was added");
  });

  await test.step("adds a phone with the code from the text message", async () => {
    await factors.getByRole("button", { name: "Add a phone" }).click();
    await factors.getByLabel("Mobile number").fill(PHONE.typed);
    await factors.getByRole("button", { name: "Send me a code" }).click();
    await expect(factors.getByLabel("Code from the text message")).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await factors.getByLabel("Code from the text message").fill(codeIn(await newText(academy)));
    await factors.getByRole("button", { name: "Confirm" }).click();
    await expect(factors.getByRole("button", { name: "Remove Phone" })).toBeVisible();
  });

  await test.step("signs in with the passkey", async () => {
    await signOut(page);
    await signIn(page, email, MEMBER_PASSWORD);
    await expect(page.getByRole("heading", { name: "Use your passkey" })).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL("/academy/courses");
  });

  await test.step("signs in with the phone instead", async () => {
    await signOut(page);
    await signIn(page, email, MEMBER_PASSWORD);
    await page.getByRole("button", { name: /^Enter the code from your phone/ }).click();
    const known = await newText(academy);
    // A second text message within five seconds of the first is refused.
    await expect(async () => {
      await page.getByRole("button", { name: "Send me a code" }).click();
      await expect(page.getByLabel("Code", { exact: true })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.getByLabel("Code", { exact: true }).fill(codeIn(await newText(academy, known)));
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL("/academy/courses");
  });

  await test.step("must confirm a factor before the account page opens, if the session has not passed one", async () => {
    const { data } = await backstage.visitor().auth.signInWithPassword({ email, password: MEMBER_PASSWORD });
    await page.evaluate(
      (session) => localStorage.setItem("sb-academy-auth-token", session),
      JSON.stringify(data.session),
    );
    await page.goto("/academy/account");
    await expect(page.getByRole("heading", { name: "Use your passkey" })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("button", { name: "Back" }).click();
    await expect(
      page.getByText("To see and change your account, confirm with your second factor."),
    ).toBeVisible();
    await expect(factors).toBeHidden();
    await page.getByRole("button", { name: "Confirm now" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await factors.getByRole("button", { name: "Remove Phone" }).click();
    await expect(factors.getByText("· Phone")).toBeHidden();
    await mailTo(academy, email, "A second factor was removed");
  });
});
