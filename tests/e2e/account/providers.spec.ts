import { expect, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { type AcademyProcess, startAcademyProcess } from "../../support/server/academyProcess.ts";
import { createAccount } from "../../support/server/createAccount.ts";
import { type FakeProvider, startFakeProvider } from "../../support/server/fakeProvider.ts";
import { expectAccessible } from "../support/accessible.ts";
import { signIn, signOut } from "../support/shop.ts";
import { test as shopTest } from "../support/shopTest.ts";

const ADA = { id: 1, name: "Ada Obi", email: "ada.obi@example.org", isVerified: true };
const ELI = { id: 2, name: "Eli Rees", email: "eli.rees@example.org", isVerified: true };
const PASSWORD = "another horse entirely";

const test = shopTest.extend<object, { provider: FakeProvider; academy: AcademyProcess }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      const provider = await startFakeProvider([ADA, ELI]);
      await use(provider);
      await provider.close();
    },
    { scope: "worker" },
  ],
  academy: [
    async ({ provider }, use) => {
      const academy = await startAcademyProcess({
        SUPABASE_AUTH_EXTERNAL_GITHUB_CLIENT_ID: provider.settings.clientId,
        SUPABASE_AUTH_EXTERNAL_GITHUB_SECRET: provider.settings.secret,
        SUPABASE_AUTH_EXTERNAL_GITHUB_URL: provider.settings.url,
      });
      await use(academy);
      await academy.dispose();
    },
    { scope: "worker" },
  ],
});

const leave = (page: Page) => page.getByRole("button", { name: "Continue with GitHub" }).click();
const at = (page: Page, who: string) => page.getByRole("link", { name: who }).click();
const title = (page: Page) => page.getByRole("heading", { level: 1 });

test("a user declines and then completes a GitHub sign-in, later passes a second factor, and cannot sign in to another user's account (S-088)", {
  tag: "@deep",
}, async ({ page, backstage }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await test.step("declines at the provider and sees that they are not signed in", async () => {
    await page.goto("/auth?next=%2Facademy%2Faccount");
    await expect(page.getByRole("button", { name: "Continue with GitHub" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue with Google" })).toBeHidden();
    await expectAccessible(page);
    await leave(page);
    await at(page, "Cancel");
    await expect(title(page)).toHaveText("You are not signed in");
    await expect(page).toHaveURL("/auth/callback?next=%2Facademy%2Faccount");
    await expectAccessible(page);
  });

  await test.step("accepts at the provider and reaches the requested page", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("link", { name: "Back to Sign In" }).click();
    await leave(page);
    await at(page, "Continue as Ada Obi");
    await expect(page).toHaveURL("/academy/account");
    const profile = page.getByRole("region", { name: "Profile" });
    await expect(profile.getByLabel("First name")).toHaveValue("Ada");
    expect(await page.evaluate(() => Object.keys({ ...sessionStorage }))).not.toContainEqual(
      expect.stringMatching(/verifier$/),
    );
  });

  await test.step("must confirm a second factor that was set up on another device", async () => {
    const stored = await page.evaluate(() => localStorage.getItem("sb-academy-auth-token"));
    const other = backstage.visitor();
    await other.auth.setSession(JSON.parse(stored ?? ""));
    const { data } = await other.auth.mfa.enroll({ factorType: "totp", friendlyName: "My phone" });
    const totp = new TOTP({ secret: data?.totp.secret ?? "" });
    const earlier = totp.generate({ timestamp: Date.now() - 30_000 });
    await other.auth.mfa.challengeAndVerify({ factorId: data?.id ?? "", code: earlier });
    await signOut(page);
    await leave(page);
    await at(page, "Continue as Ada Obi");
    await expect(title(page)).toHaveText("Enter the code from your app");
    expect(await page.evaluate(() => localStorage.getItem("sb-academy-auth-token"))).toBeNull();
    await page.getByLabel("Code").fill(totp.generate());
    await page.getByRole("button", { name: "Continue" }).click();
    // The dashboard redirects a member without a course to the catalogue, which has a different header.
    await expect(page).toHaveURL("/academy/courses");
    await expect(title(page)).toHaveText("All Courses");
    await signOut(page);
  });

  await test.step("cannot sign in to an existing account that has the same email address, unverified", async () => {
    const squatter = { email: ELI.email, password: PASSWORD };
    await createAccount(backstage.database, backstage.visitor(), squatter);
    await leave(page);
    await at(page, "Continue as Eli Rees");
    await expect(title(page)).toHaveText("We could not sign you in");
    await expect(page).toHaveURL("/auth/callback");
    await page.getByRole("link", { name: "Back to Sign In" }).click();
    await signIn(page, ELI.email, PASSWORD);
    await expect(page).not.toHaveURL(/\/auth/);
  });
});
