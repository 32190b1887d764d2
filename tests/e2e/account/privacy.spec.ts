import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { becomeMember, MEMBER_PASSWORD } from "../support/member.ts";
import { mailTo, signIn } from "../support/shop.ts";
import { test } from "../support/shopTest.ts";

const EMAIL = "ada.leaves@example.org";
const NEW_PASSWORD = "another horse entirely";

const deleteButton = (page: Page) => page.getByRole("button", { name: "Delete my account…" });
const section = (page: Page, name: string) => page.getByRole("region", { name });

test("a user edits the account, downloads the data, requests deletion and cancels it from another browser", {
  tag: "@deep",
}, async ({ page, backstage, academy, browser }) => {
  test.slow();
  await becomeMember(page, backstage, EMAIL);
  await page.goto("/academy/account");

  await test.step("corrects the profile", async () => {
    const profile = section(page, "Profile");
    await expect(profile.getByLabel("First name")).toHaveValue("Grace");
    await profile.getByLabel("First name").fill("");
    await profile.getByRole("button", { name: "Save profile" }).click();
    await expect(profile.getByText("First name is required")).toBeVisible();
    await profile.getByLabel("First name").fill("Ada");
    await profile.getByRole("button", { name: "Save profile" }).click();
    await expect(profile.getByText("Your profile is saved")).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("changes the password, which requires the current one", async () => {
    const signing = section(page, "Signing in");
    await signing.getByLabel("Current password").fill("not this one");
    await signing.getByLabel("New password").fill(NEW_PASSWORD);
    await signing.getByRole("button", { name: "Change password" }).click();
    await expect(signing.getByText("This is not your current password.")).toBeVisible();
    await signing.getByLabel("Current password").fill(MEMBER_PASSWORD);
    await signing.getByRole("button", { name: "Change password" }).click();
    await expect(signing.getByText("Your new password is set")).toBeVisible();
    await signing.getByRole("button", { name: "Sign out other devices" }).click();
    await expect(signing.getByText("You are signed in on this device only")).toBeVisible();
  });

  await test.step("downloads all data, both readable and machine-readable", async () => {
    const text = async (button: string) => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: button }).click(),
      ]);
      return readFile(await download.path(), "utf8");
    };
    expect(await text("Download as a web page (HTML)")).toContain("<dt>First name</dt><dd>Ada</dd>");
    const copy: unknown = JSON.parse(await text("Download for other programs (JSON)"));
    expect(copy).toMatchObject({
      account: { email: EMAIL },
      sections: { profiles: [{ first_name: "Ada" }] },
    });
  });

  await test.step("requests the deletion by typing the address, which removes all data from the device", async () => {
    await deleteButton(page).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await dialog.getByLabel(`To confirm, type ${EMAIL}`).fill("somebody@else.example");
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await expect(dialog.getByText("Please type the email address of your account.")).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel(`To confirm, type ${EMAIL}`).fill(EMAIL);
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await expect(page).toHaveURL("/auth");
    await expect(page.getByText(/Your account will be deleted on/)).toBeVisible();
    const kept = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ""));
    expect(kept.filter((name) => /^academy-[0-9a-f]{8}-/.test(name))).toEqual([]);
  });

  await test.step("is reminded at the next sign-in", async () => {
    await page.goto("/auth");
    await signIn(page, EMAIL, NEW_PASSWORD);
    await expect(page).toHaveURL("/academy/account");
    await expect(page.getByText(/Your account will be deleted on/).first()).toBeVisible();
  });

  await test.step("cancels the deletion in another browser, where opening the link alone changes nothing", async () => {
    const mail = await mailTo(academy, EMAIL, "Your account will be deleted on");
    const link = /Keep my account: (\S+)/.exec(mail.text)?.[1] ?? "";
    const elsewhere = await (await browser.newContext({ baseURL: academy.url })).newPage();
    await elsewhere.goto(link);
    await expect(elsewhere.getByRole("heading", { name: "Keep your account?" })).toBeVisible();
    await expect(elsewhere).toHaveURL(`${academy.url}/auth/keep-account`);
    await expectAccessible(elsewhere);
    await elsewhere.getByRole("button", { name: "Keep my account" }).click();
    await expect(elsewhere.getByRole("heading", { name: "Your account will be kept" })).toBeVisible();
    await elsewhere.goto("about:blank");
    await elsewhere.goto(link);
    await elsewhere.getByRole("button", { name: "Keep my account" }).click();
    await expect(elsewhere.getByRole("heading", { name: "There is nothing to undo" })).toBeVisible();
    await elsewhere.context().close();
  });

  await test.step("no longer sees a reminder, and can request and cancel deletion again", async () => {
    await page.goto("/academy/account");
    await expect(deleteButton(page)).toBeVisible();
    await deleteButton(page).click();
    const dialog = page.getByRole("dialog", { name: "Delete your account?" });
    await dialog.getByText("Remove everything from this device now").click();
    await dialog.getByLabel(`To confirm, type ${EMAIL}`).fill(EMAIL);
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await expect(dialog).toBeHidden();
    const keep = page.getByRole("button", { name: "Keep my account" }).first();
    await keep.click();
    await expect(deleteButton(page)).toBeVisible();
    await expect(keep).toBeHidden();
  });
});
