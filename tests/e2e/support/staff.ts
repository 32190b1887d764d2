import { expect, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { keepOutOfLogs } from "../../support/logWatch.ts";
import { createAccount } from "../../support/server/createAccount.ts";
import type { Backstage } from "./backstage.ts";
import { signIn } from "./shop.ts";

const PASSWORD = "a-member-of-staff";
const PERIOD_MS = 30_000;

/** Creates an account with this role and a second factor. Returns its password, and a code for one sign-in. */
export async function createStaff(
  { database, visitor }: Backstage,
  email: string,
  role: "staff" | "reviewer" = "staff",
): Promise<{ password: string; code: () => string }> {
  keepOutOfLogs(PASSWORD);
  const client = visitor();
  const { user } = await createAccount(database, client, { email, password: PASSWORD });
  const given = await database.auth.admin.updateUserById(user.id, { app_metadata: { role } });
  if (given.error) throw given.error;
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp" });
  if (error) throw error;
  const { secret } = data.totp;
  keepOutOfLogs(secret);
  // A code is valid once, so each use needs one from a different period.
  const codeOf = (periodsAhead: number) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + periodsAhead * PERIOD_MS });
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(-1) });
  if (verified.error) throw verified.error;
  return { password: PASSWORD, code: () => codeOf(0) };
}

/** Signs in on the page as an account with this role, with its second factor. Ends in the console. */
export async function signInAsStaff(
  page: Page,
  backstage: Backstage,
  email: string,
  role: "staff" | "reviewer" = "staff",
): Promise<void> {
  const { password, code } = await createStaff(backstage, email, role);
  await page.goto("/auth");
  await signIn(page, email, password);
  await expect(page.getByRole("heading", { name: "Enter the code from your app" })).toBeVisible();
  await page.getByLabel("Code").fill(code());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/staff");
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
}
