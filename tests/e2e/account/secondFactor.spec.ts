import { expect } from "@playwright/test";
import type { AcademyProcess } from "../../support/server/academyProcess.ts";
import { expectAccessible } from "../support/accessible.ts";
import { becomeMember, MEMBER_PASSWORD } from "../support/member.ts";
import { mailTo, signIn, signOut, waitForMail } from "../support/shop.ts";
import { test } from "../support/shopTest.ts";

const PHONE = { typed: "+44 7700 900456", dialled: "+447700900456" };
const codeIn = (text: string) => /\d{6}/.exec(text)?.[0] ?? "";
/** The newest text message to the phone, other than the known one. */
const newText = async (academy: AcademyProcess, known = "") =>
  (await waitForMail(academy, (mail) => mail.to === PHONE.dialled && mail.text !== known)).text;

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
