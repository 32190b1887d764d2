import { expect, type Page } from "@playwright/test";
import { addressesOf } from "../../../src/app/addresses.ts";
import { PAGES } from "../../../src/app/pages.ts";
import { paths } from "../../../src/domain/paths.ts";
import { test } from "../support/academyTest.ts";
import { serveBuiltSite } from "../support/builtSite.ts";
import { waitForWorker } from "../support/page.ts";
import { expectInsideSafeAreas, holdAs, PHONES } from "../support/safeAreas.ts";
import { becomeLearner } from "../support/shop.ts";

test.use({ contextOptions: { reducedMotion: "reduce" }, trace: "off" });

const OPEN_PAGES = PAGES.filter(({ audience }) => audience !== "learner").flatMap(({ path }) =>
  addressesOf(path),
);
const LEARNER_PAGES = PAGES.filter(({ audience }) => audience === "learner").flatMap(({ path }) =>
  addressesOf(path),
);
/** Parameters without which a page has nothing to show. */
const EXAMPLES: Record<string, string> = { [paths.sheet()]: "?name=rubric" };

/** Opens a page and waits until it has shown its heading. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address.replace(":id", "no-such-certificate") + (EXAMPLES[address] ?? ""));
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
}

async function expectInsideOnEveryPhone(page: Page): Promise<void> {
  for (const phone of PHONES) {
    await holdAs(page, phone);
    await expectInsideSafeAreas(page, phone);
  }
}

test.describe("without the service worker", () => {
  test.use({ serviceWorkers: "block" });

  test("no page for visitors and customers shows text or a control where a phone's notch or home indicator is", async ({
    page,
  }) => {
    for (const address of [...OPEN_PAGES, "/no/such/page", "/academy/course/ai-fluency?lesson=1"]) {
      await open(page, address);
      await expectInsideOnEveryPhone(page);
    }
  });

  test("no page for learners shows text or a control where a phone's notch or home indicator is", async ({
    page,
    academy,
  }) => {
    await becomeLearner(page, academy, "notch@example.org", "a-password-of-my-own");
    for (const address of [...LEARNER_PAGES, "/academy/course/ai-fluency?lesson=2"]) {
      await open(page, address);
      await expectInsideOnEveryPhone(page);
    }
  });

  test("menu, messages, skip link, dialog and the offline notice stay clear of the notch and the home indicator", async ({
    page,
    academy,
  }) => {
    await open(page, "/contact");
    for (const phone of PHONES) {
      await holdAs(page, phone);
      await page.evaluate(() => scrollTo(0, 0));
      const menu = page.getByRole("button", { name: "Menu", exact: true });
      if (await menu.isVisible()) {
        await menu.click();
        await expectInsideSafeAreas(page, phone);
        await page.keyboard.press("Escape");
      }
      await page.getByRole("link", { name: "Skip to content" }).focus();
      await expectInsideSafeAreas(page, phone);
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByText("Validation Error")).toBeVisible();
      await expectInsideSafeAreas(page, phone);
      await page.getByRole("button", { name: "Dismiss" }).click();
    }
    await page.context().setOffline(true);
    await expect(page.getByText("You seem to be offline. Everything on this device")).toBeVisible();
    await expectInsideOnEveryPhone(page);
    await page.context().setOffline(false);

    await becomeLearner(page, academy, "notch-dialog@example.org", "a-password-of-my-own");
    for (const phone of PHONES) {
      await holdAs(page, phone);
      await page.evaluate(() => scrollTo(0, 0));
      const menu = page.getByRole("button", { name: "Menu", exact: true });
      if (await menu.isVisible()) await menu.click();
      await page.getByRole("button", { name: "Sign Out" }).locator("visible=true").click();
      await expect(page.getByRole("dialog", { name: /sign out/i })).toBeVisible();
      await expectInsideSafeAreas(page, phone);
      await page.keyboard.press("Escape");
    }
  });
});

test("the offer of a new version stays clear of the notch and the home indicator", async ({ page }) => {
  const site = await serveBuiltSite();
  try {
    await page.goto(`${site.url}/contact`);
    await waitForWorker(page);
    await page.reload();
    site.deploy();
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update();
    });
    await expect(page.getByText("A new version is ready")).toBeVisible();
    await expectInsideOnEveryPhone(page);
  } finally {
    await site.close();
  }
});
