import { expect } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { test } from "../support/shopTest.ts";
import { signInAsStaff } from "../support/staff.ts";

test("S-186, S-187: staff sell places by invoice, find the team, and end it", async ({ page, backstage }) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAsStaff(page, backstage, "staff.teams@example.org");
  await page.goto("/staff/orders/new");
  await page.getByLabel("Places").fill("3");
  const fields = {
    ...{
      "Team's name": "Water for Everybody",
      "First name": "Ada",
      "Last name": "Obi",
      Email: "ada@example.org",
    },
    ...{ Organisation: "Water for Everybody", "Town or city": "Leeds" },
  };
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text);
  await page.getByLabel("Address", { exact: true }).fill("1 High Street");
  await page.getByLabel("Course").selectOption("ngo");
  await expect(page.getByText("£1,800.00 with £300.00 VAT, for 3 places")).toBeVisible();
  await page.getByRole("checkbox").check();
  await expectAccessible(page, [320, 1280]);
  const dialog = page.getByRole("dialog");
  const confirm = async (label: string) => {
    await page.getByRole("button", { name: label, exact: true }).click();
    await dialog.getByLabel("Reason").fill("Agreed in writing");
    await dialog.getByRole("button", { name: label, exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await confirm("Send the invoice");
  await page.getByRole("link", { name: "Water for Everybody" }).click();
  await expect(page.getByText("3 bought, 0 given, 0 of them claimed, 3 free")).toBeVisible();
  await expectAccessible(page, [320, 1280]);

  await confirm("End the team");
  await expect(page.getByText(/^Ended by staff on/)).toBeVisible();
  await page.goto("/staff/teams?filter=ended");
  await expect(page.getByRole("row", { name: /Water for Everybody.*Ended/ })).toBeVisible();
  await expectAccessible(page, [320, 1280]);
});
