import { expect } from "@playwright/test";
import { capstoneRow, outcomes } from "../../support/sentRows.ts";
import { expectAccessible } from "../support/accessible.ts";
import { signUpEnrolled } from "../support/enrol.ts";
import { test } from "../support/shopTest.ts";
import { signInAsStaff } from "../support/staff.ts";

const WIDTHS = [390, 1280];
const LEARNER = { email: "writes.a.capstone@example.org", password: "a-password-of-my-own" };
const TEXT = 'A chatbot for tenants. <img src="x" onerror="document.title = 1">';

test("a reviewer reads a capstone with the keyboard, keeps a draft over a reload and sends the review once", async ({
  page,
  backstage,
}) => {
  test.slow();
  const person = { ...LEARNER, firstName: "Ada", lastName: "Byron", tier: "ngo" as const };
  await signUpEnrolled(backstage, person);
  const client = backstage.visitor();
  await client.auth.signInWithPassword(LEARNER);
  const row = capstoneRow({
    texts: { "l11-purpose": TEXT, "l11-diligence": "I used no AI. ".repeat(100) },
    handedInAt: new Date().toISOString(),
  });
  expect(await outcomes(client, [row])).toEqual(["ok"]);
  const { key: id } = row;

  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAsStaff(page, backstage, "reviews@example.org", "reviewer");
  await page.getByRole("link", { name: "Capstones" }).first().click();
  await expect(page.getByRole("cell", { name: /ago/ })).toBeVisible();
  await expectAccessible(page, WIDTHS);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText(TEXT)).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(/Byron|writes\.a\.capstone/);

  for (const row of [1, 2, 3, 4, 5]) {
    await page
      .getByRole("group", { name: new RegExp(`^${row}\\.`) })
      .getByRole("radio", { name: "3" })
      .focus();
    await page.keyboard.press("Space");
  }
  for (const name of [/sources/, /diligence/])
    await page.getByRole("group", { name }).getByRole("radio", { name: "Yes" }).check();
  await page.getByLabel("The review as a whole").fill("Well reasoned.");
  await page.context().setOffline(true);
  await page.getByLabel("Comment on row 1").fill("Written without a connection.");
  await page.context().setOffline(false);
  await page.reload();
  await expect(page.getByText("15 of 20 points: a pass")).toBeVisible();
  await expect(page.getByLabel("Comment on row 1")).toHaveValue("Written without a connection.");
  await expectAccessible(page, WIDTHS);

  await page.getByRole("button", { name: "Send the review" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("A review cannot be changed.");
  await dialog.getByRole("button", { name: "Send the review" }).click();
  await expect(page.getByRole("heading", { name: "The review", exact: true })).toBeVisible();
  await expectAccessible(page, WIDTHS);
  const { data } = await client.from("capstone_reviews").select("hand_in_id, scores, overall, passed");
  expect(data).toEqual([
    { hand_in_id: id, scores: [3, 3, 3, 3, 3], overall: "Well reasoned.", passed: true },
  ]);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("draft")))).toEqual(
    [],
  );
});
