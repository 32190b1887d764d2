import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { TOTP } from "otpauth";
import { AREAS } from "../../../src/features/staff/frame/areas.ts";
import { keepOutOfLogs } from "../../support/logWatch.ts";
import { expectAccessible } from "../support/accessible.ts";
import { becomeMember } from "../support/member.ts";
import { mailTo, signIn } from "../support/shop.ts";
import { test } from "../support/shopTest.ts";

const STAFF = "invited@example.org";
const PASSWORD = "a new colleague's own";

test("someone invited on the command line opens the console after choosing a password and a second factor, and a learner finds nothing there", async ({
  page,
  browser,
  backstage,
  academy,
}) => {
  test.slow();
  keepOutOfLogs(PASSWORD);
  await page.setViewportSize({ width: 1280, height: 900 });
  const staff = (...args: string[]) =>
    promisify(execFile)(process.execPath, ["tools/staff.ts", ...args], {
      env: { ...process.env, ACADEMY_DATA: academy.folder, PORT: new URL(academy.url).port },
    });

  await test.step("is invited, and chooses a password with the emailed link", async () => {
    const { stdout } = await staff("invite", STAFF, "--role", "staff");
    expect(stdout).toContain("has been invited as staff");
    const explained = await mailTo(academy, STAFF, "Your access to the staff console");
    expect(explained.text).toContain(`${academy.url}/staff`);
    const mail = await mailTo(academy, STAFF, "Choose a new password");
    await page.goto(/Choose a new password: (\S+)/.exec(mail.text)?.[1] ?? "");
    await page.getByRole("button", { name: "Choose a new password" }).click();
    await page.getByLabel("New password").fill(PASSWORD);
    await page.getByRole("button", { name: "Save the new password" }).click();
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await signIn(page, STAFF, PASSWORD);
    await expect(page).toHaveURL("/staff");
  });

  await test.step("is told to set up a second factor, and does", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toContainText("second factor");
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole("link", { name: "Open your account" }).click();
    const factors = page.getByRole("region", { name: "Second factor" });
    await factors.getByRole("button", { name: "Add an authenticator app" }).click();
    await factors.getByLabel("Name").fill("My phone");
    await factors.getByRole("button", { name: "Continue" }).click();
    const secret = (await factors.getByRole("code").textContent()) ?? "";
    keepOutOfLogs(secret);
    await factors.getByLabel("Code from the app").fill(new TOTP({ secret }).generate());
    await factors.getByRole("button", { name: "Confirm" }).click();
    await expect(factors.getByText("My phone · Authenticator app")).toBeVisible();
  });

  await test.step("sees what there is to do", async () => {
    await page.getByRole("link", { name: "Back to the staff console" }).click();
    await expect(page).toHaveURL("/staff");
    await expect(page.getByRole("heading", { name: "To do" })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("S-162: finds the console again from the academy's pages", async () => {
    await page.goto("/academy");
    await page.getByRole("banner").getByRole("link", { name: "Console" }).click();
    await expect(page).toHaveURL("/staff");
  });

  await test.step("loses access as soon as the role is taken away", async () => {
    expect((await staff("list")).stdout).toContain(STAFF);
    await staff("remove", STAFF);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found");
    expect((await staff("list")).stdout).toContain("Nobody has access");
  });

  await test.step("a learner finds the 404 page at every address of the console", async () => {
    const context = await browser.newContext({ baseURL: academy.url });
    const visitor = await context.newPage();
    await becomeMember(visitor, backstage, "curious@example.org");
    const addresses = AREAS.flatMap(({ path, loadOne }) => [path, ...(loadOne ? [`${path}/1`] : [])]);
    for (const address of [...addresses, "nothing"]) {
      await visitor.goto(`/staff/${address}`);
      await expect(visitor.getByRole("heading", { level: 1 }), address).toHaveText("Oops! Page not found");
    }
    await context.close();
  });
});
