import { expect } from "@playwright/test";
import { TOTP } from "otpauth";
import { PROTOCOL_VERSION } from "../../src/entities/messages.ts";
import { createAccount } from "../support/createAccount.ts";
import { expectAccessible } from "./support/accessible.ts";
import type { Backstage } from "./support/backstage.ts";
import { mailTo } from "./support/shop.ts";
import { test } from "./support/shopTest.ts";
import { signInAsStaff } from "./support/staff.ts";

const WIDTHS = [390, 1280];
const LEARNER = "lost.factor@example.org";
const PERIOD_MS = 30_000;

/** A learner with an authenticator app, whose device has three changes left. `passFactor` signs in with the app again. */
async function learnerWithFactor({ database, visitor }: Backstage) {
  const client = visitor();
  const account = { email: LEARNER, password: "a learner's own words", firstName: "Ama", lastName: "Lost" };
  const { user } = await createAccount(database, client, account);
  // As for a buyer who has signed in with the emailed password: the address is confirmed.
  const confirmed = { app_metadata: { made_for_order: user.id } };
  const { error: refused } = await database.auth.admin.updateUserById(user.id, confirmed);
  if (refused) throw refused;
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp" });
  if (error) throw error;
  const verify = async (periodsAhead: number) => {
    const timestamp = Date.now() + periodsAhead * PERIOD_MS;
    const code = new TOTP({ secret: data.totp.secret }).generate({ timestamp });
    const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
    if (verified.error) throw verified.error;
  };
  await verify(0);
  const synced = await client.rpc("sync_pull", {
    version: PROTOCOL_VERSION,
    cursor: 0,
    epoch: null,
    seen: null,
    max_rows: 500,
    unsent: 3,
    refused: 0,
  });
  if (synced.error) throw synced.error;
  return { passFactor: () => verify(1) };
}

test("staff find a learner, send a password reset email and request the removal of a second factor, which its owner stops", async ({
  page,
  backstage,
  academy,
}) => {
  test.slow();
  const { passFactor } = await learnerWithFactor(backstage);
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAsStaff(page, backstage, "helps@example.org");

  await page.goto("/staff/learners?filter=waiting");
  await expect(page.getByRole("searchbox")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("ama lo");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectAccessible(page, WIDTHS);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Ama Lost" })).toBeVisible();
  await expect(page.getByText(/^3 entries were waiting on this device as of/)).toBeVisible();
  await expectAccessible(page, WIDTHS);

  const dialog = page.getByRole("dialog");
  await test.step("the password reset email is that of the sign-in page", async () => {
    await page.getByRole("button", { name: "Send a password reset email" }).click();
    await expect(dialog).toContainText(`${LEARNER} receives a link`);
    await dialog.getByRole("button", { name: "Send a password reset email" }).click();
    await expect(page.getByRole("cell", { name: "Password reset email sent" })).toBeVisible();
    const mail = await mailTo(academy, LEARNER, "Choose a new password");
    expect(mail.text).toContain("/auth/reset-password");
  });

  await test.step("the first of two people requests the removal, and the learner is notified", async () => {
    await page.getByLabel("How you checked who is asking").selectOption("Video call with a photo ID");
    await page.getByRole("button", { name: "Request the removal" }).click();
    await dialog.getByLabel("Reason").fill("Same face as on the card");
    await dialog.getByRole("button", { name: "Request the removal" }).click();
    await expect(page.getByText("The removal was requested")).toBeVisible();
    await expect(page.getByText(/Until then the learner can stop it/)).toBeVisible();
    await expectAccessible(page, WIDTHS);
    const mail = await mailTo(academy, LEARNER, "Someone asked us to remove your second factor");
    expect(mail.text).toContain("sign in with it now");
    await page.goto("/staff");
    await page.getByRole("link", { name: /lost second factor/ }).click();
    await page.getByRole("link", { name: "Ama Lost" }).click();
  });

  await test.step("the learner still has the factor, so the request ends", async () => {
    await passFactor();
    await page.reload();
    await expect(page.getByText(/so it is not lost/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Request the removal" })).toBeDisabled();
  });
});
