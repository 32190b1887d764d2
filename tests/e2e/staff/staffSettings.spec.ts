import { expect } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { test } from "../support/shopTest.ts";
import { signInAsStaff } from "../support/staff.ts";

const WIDTHS = [390, 1280];

test("what staff save in the settings is on the site at once, also offline", async ({
  page,
  browser,
  backstage,
  academy,
}) => {
  test.slow();
  test.slow();
  // A visitor who has the site open while staff change it.
  const visit = await browser.newContext({ baseURL: academy.url, serviceWorkers: "allow" });
  const visitor = await visit.newPage();
  await visitor.goto("/contact");

  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAsStaff(page, backstage, "settings@example.org");
  await page.goto("/staff/settings");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page, WIDTHS);
  await page.getByLabel("Name of the seller").fill("Ubuntu & Partners Ltd");
  await page.getByLabel("Postal address").fill("1 High Street, Leeds LS1 1AA");
  await page.getByLabel("Support address").fill("help@ubuntu-partners.org");
  await page.getByLabel("Terms of Service").fill("2026-01-31");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("This is an example address. Enter your own")).toBeVisible();
  await page.getByLabel("Contact address").fill("office@ubuntu-partners.org");
  await page.getByRole("button", { name: "Save settings" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Postal address: 1 High Street, Leeds LS1 1AA");
  await dialog.getByLabel("Reason").fill("The first version");
  await dialog.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByRole("table", { name: "Versions" }).getByText("The first version")).toBeVisible();
  await expect(page.getByRole("contentinfo")).toHaveCount(0);
  await expectAccessible(page, WIDTHS);

  for (const area of ["certificates", "course", "record"]) {
    await page.goto(`/staff/${area}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectAccessible(page, WIDTHS);
  }

  await visitor.reload();
  const mail = visitor.getByRole("main").getByRole("link", { name: "office@ubuntu-partners.org" });
  await expect(mail).toHaveAttribute("href", "mailto:office@ubuntu-partners.org");
  await expect(visitor.getByRole("contentinfo")).toContainText(
    "© Ubuntu & Partners Ltd, 1 High Street, Leeds LS1 1AA",
  );
  await visitor.goto("/terms-of-service");
  // The text has a later date than the one in the settings.
  await expect(visitor.getByText(/^Last updated: 14 October 2025 \(/)).toBeVisible();
  await expect(visitor.getByText("The academy is run by Ubuntu & Partners Ltd.")).toBeVisible();
  await expect(visitor.getByText("Postal address: 1 High Street, Leeds LS1 1AA")).toBeVisible();
  await expect(visitor.getByText("VAT number:")).toBeHidden();

  await visitor.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await visit.setOffline(true);
  await visitor.goto("/privacy-policy");
  await expect(visitor.getByText(/^Ubuntu & Partners Ltd runs the academy/)).toBeVisible();
  await visit.close();
});
