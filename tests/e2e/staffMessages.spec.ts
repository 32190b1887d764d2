import { expect } from "@playwright/test";
import { expectAccessible } from "./support/accessible.ts";
import { mailTo } from "./support/shop.ts";
import { test } from "./support/shopTest.ts";
import { signInAsStaff } from "./support/staff.ts";

const WIDTHS = [390, 1280];
const SENDER = "asks.a.question@example.org";
const HTML = '<img src="x" onerror="document.title = 1"> Does it work offline?';

test("staff find a message, answer it by email and close it", async ({ page, backstage, academy }) => {
  test.slow();
  const { supabaseUrl } = await academy.config();
  const sent = await fetch(`${supabaseUrl}/functions/v1/send-contact-email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ama Tester", email: SENDER, subject: "Trains", message: HTML }),
  });
  expect(sent.status).toBe(200);

  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAsStaff(page, backstage, "answers@example.org");
  await page.goto("/staff/messages");
  await expect(page.getByRole("searchbox")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type(SENDER);
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectAccessible(page, WIDTHS);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText(HTML)).toBeVisible();

  await page.getByLabel("Answer", { exact: true }).fill("Yes.\n<b>Offline</b> too.");
  await page.getByRole("button", { name: "Send the answer" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`It is emailed to ${SENDER}`);
  await dialog.getByRole("button", { name: "Send the answer" }).click();
  await expect(page.getByRole("heading", { name: /^Answered by answers@example\.org/ })).toBeVisible();
  await expect(page.getByLabel("Assigned to")).toHaveValue(/\w/);
  await expectAccessible(page, WIDTHS);
  const mail = await mailTo(academy, SENDER, "Our answer to your message");
  expect(mail.text).toContain("Yes.\n<b>Offline</b> too.");
  expect(mail.text).not.toMatch(/Trains|Ama Tester|Does it work offline/);

  await page.getByRole("button", { name: "Close the message" }).click();
  await dialog.getByRole("button", { name: "Close the message" }).click();
  await expect(page.getByRole("main").getByText("Closed", { exact: true })).toBeVisible();
});
