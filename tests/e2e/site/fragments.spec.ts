import { expect, type Page } from "@playwright/test";
import { test } from "../support/academyTest.ts";
import { waitUntilHydrated } from "../support/hydration.ts";

test.use({ serviceWorkers: "block", viewport: { width: 1280, height: 800 } });

/** Resolves when the element is at the top of the viewport, apart from a margin. */
async function expectArrived(page: Page, part = "#modules"): Promise<void> {
  const top = async () => Math.abs((await page.locator(part).boundingBox())?.y ?? Number.POSITIVE_INFINITY);
  await expect.poll(top).toBeLessThan(40);
}

/** The scroll behaviour of the page: "smooth" or "auto". */
const scrollBehavior = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);

// Checks the setting and not the frames: a slow machine draws too few of them to distinguish smooth scrolling from a jump.
test("a link to the modules scrolls to them smoothly (S-006)", async ({ page }) => {
  await page.goto("/academy#modules");
  await expectArrived(page);
  expect(await scrollBehavior(page)).toBe("smooth");
  await waitUntilHydrated(page);
  await expectArrived(page);
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("a link to a section of the page scrolls there every time it is followed (S-006)", async ({
    page,
  }) => {
    await page.goto("/academy");
    await waitUntilHydrated(page);
    for (let times = 0; times < 2; times += 1) {
      await page.getByRole("link", { name: "Choose your plan" }).first().click();
      await expectArrived(page, "#plans");
      await page.evaluate(() => scrollTo(0, 0));
    }
  });

  test("the footer's About link leads to the founder section from any page (S-016)", async ({ page }) => {
    await page.goto("/contact");
    await waitUntilHydrated(page);
    await page.getByRole("contentinfo").getByRole("link", { name: "About", exact: true }).click();
    await expectArrived(page, "#founder");
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Get in Touch" })).toBeVisible();
  });
});
