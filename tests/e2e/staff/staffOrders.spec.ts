import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { professionalPayload } from "../../commerce/shop.ts";
import { payOnHostedPage } from "../../support/server/hostedPage.ts";
import { expectAccessible } from "../support/accessible.ts";
import { test } from "../support/shopTest.ts";
import { signInAsStaff } from "../support/staff.ts";

const BUYER = "paying.guest@example.org";

test("staff find an order by its address, read its timeline and refund a part of it", async ({
  page,
  backstage,
  academy,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 900 });
  const { supabaseUrl } = await academy.config();
  const reply = await fetch(`${supabaseUrl}/functions/v1/create-guest-checkout`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(professionalPayload(BUYER)),
  });
  await payOnHostedPage(String((await reply.json()).url));
  await signInAsStaff(page, backstage, "staff.orders@example.org");

  await page.goto("/staff/orders");
  await expect(page.getByRole("table", { name: "orders" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("paying.guest@");
  await expect(page).toHaveURL(/q=paying/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: /Ama Tester Paid/ })).toBeVisible();
  await expect(page.getByText("Active, through this order.")).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Amount").fill("20.00");
  await dialog.getByLabel("Reason").fill("A week without the forum");
  await dialog.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("£1,020.00, of which £20.00 refunded")).toBeVisible();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByText("Refund completed")).toBeVisible();
  await expect(timeline.getByText(/A week without the forum/)).toBeVisible();
  const { data } = await backstage.stripe.refunds.list({ limit: 1 });
  expect(data[0]).toMatchObject({ amount: 20_00, status: "succeeded" });

  await test.step("end the access, restore it, and find both in the record", async () => {
    await page.getByLabel("Cause").selectOption({ label: "Account shared" });
    await page.getByRole("button", { name: "End access", exact: true }).click();
    await expect(dialog.getByText(/ends immediately.*Nothing is refunded/)).toBeVisible();
    await dialog.getByLabel("Reason").fill("Used from two cities");
    await dialog.getByRole("button", { name: "End access", exact: true }).click();
    await expect(page.getByText("Ended by staff, without a refund. Progress is kept.")).toBeVisible();
    await page.getByRole("button", { name: "Restore access" }).click();
    await dialog.getByLabel("Reason").fill("A shared office");
    await dialog.getByRole("button", { name: "Restore access" }).click();
    await expect(page.getByText("Active, through this order.")).toBeVisible();
    await page.getByRole("link", { name: "Record" }).click();
    await expect(page.getByRole("link", { name: "Access restored" })).toBeVisible();
    await expect(page.getByRole("row", { name: /Access ended: shared.*Used from two cities/ })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step("save the orders as a file", async () => {
    await page.goto("/staff/orders?q=paying.guest@");
    await page.getByText("Save as a file for spreadsheets").click();
    await page.getByRole("button", { name: "Save the file" }).click();
    const saving = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Save the file" }).click();
    const text = await readFile(await (await saving).path(), "utf8");
    expect(text).toMatch(/^\ufeff"Order","Ordered \(UTC\)"/);
    expect(text).toContain(`"${BUYER}"`);
  });
});
