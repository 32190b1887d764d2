import { expect, type Page } from "@playwright/test";
import { test } from "../support/academyTest.ts";
import { expectNoSidewaysScroll, watchPage } from "../support/page.ts";
import { becomeLearner } from "../support/shop.ts";

const TOO_OLD = "This browser is too old";

/** Makes this browser look like one from before the oldest that is supported. */
async function removeNeeded(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, "toSorted");
    Reflect.deleteProperty(window, "CSSPropertyRule");
  });
}

/** Removes what the oldest supported browsers lack and the app replaces. */
async function removeReplaced(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(AbortSignal, "any");
    Reflect.deleteProperty(URL, "canParse");
    Reflect.deleteProperty(HTMLButtonElement.prototype, "command");
    Reflect.deleteProperty(window, "Highlight");
    Reflect.deleteProperty(StorageManager.prototype, "estimate");
  });
}

test.describe("in a browser that is too old", () => {
  test.use({ serviceWorkers: "block" });

  test("a page that the app would show says which browsers work, what is missing and that nothing was lost", async ({
    page,
  }) => {
    const faults = watchPage(page);
    await removeNeeded(page);
    await page.setViewportSize({ width: 320, height: 700 });
    for (const address of ["/auth", "/academy/dashboard", "/academy/course/ai-fluency?lesson=2"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(TOO_OLD);
      const message = page.getByRole("alert");
      await expect(message).toContainText("Chrome from version 111 or Edge from version 111");
      await expect(message).toContainText("Firefox from version 128");
      await expect(message).toContainText("On an iPhone or iPad: any browser, from iOS or iPadOS 16.4");
      await expect(message).toContainText("Nothing was lost.");
      await expect(message).toContainText("Array.prototype.toSorted");
      await expect(message).not.toContainText("AbortSignal");
      await expectNoSidewaysScroll(page);
      await expect(page.getByRole("main")).toHaveCount(0);
    }
    expect(faults).toEqual([]);
  });

  test("a page that was rendered at build time stays readable below the message", async ({ page }) => {
    const faults = watchPage(page);
    await removeNeeded(page);
    for (const [address, title] of [
      ["/academy/courses", "All Courses"],
      ["/academy/course/ai-fluency?lesson=1", "What AI Is, and What It Isn't"],
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 2, name: TOO_OLD })).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    }
    expect(faults).toEqual([]);
  });
});

test("without what the oldest supported browsers lack, a learner completes a lesson, which reaches the account", async ({
  page,
  academy,
}) => {
  const faults = watchPage(page);
  await removeReplaced(page);
  await becomeLearner(page, academy, "oldest@example.org", "a-password-of-my-own");
  await page.goto("/academy/course/ai-fluency?lesson=2&step=99");
  await page.getByRole("button", { name: "Mark as Complete", exact: true }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  await page.goto("/academy/device");
  await expect(page.getByText("All your work is saved to your account.")).toBeVisible();
  await expect(page.getByText(TOO_OLD)).toHaveCount(0);
  expect(faults).toEqual([]);
});
