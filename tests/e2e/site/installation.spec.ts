import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, type Page, type Route, test } from "@playwright/test";
import { CHROMIUM_ARGS, requireHeadless } from "../../support/programs.ts";
import { expectAccessible } from "../support/accessible.ts";
import { type BuiltSite, serveBuiltSite } from "../support/builtSite.ts";
import { waitUntilHydrated, watchLayoutShift } from "../support/hydration.ts";
import { waitForWorker, watchPage } from "../support/page.ts";

let site: BuiltSite;

test.beforeEach(async () => {
  site = await serveBuiltSite();
});
test.afterEach(() => site.close());

type Picture = { src: string; sizes: string; type: string };

test("the academy meets the browser's installation criteria and then starts offline (S-116)", async () => {
  // Needs a persistent profile: a private window, which all other tests use, never offers to install an app.
  const profile = mkdtempSync(join(tmpdir(), "academy-profile-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: requireHeadless(),
    args: CHROMIUM_ARGS,
  });
  try {
    const page = await context.newPage();
    const faults = watchPage(page);
    await page.goto(`${site.url}/academy`);
    await waitForWorker(page);
    const browser = await context.newCDPSession(page);
    const { data, errors } = await browser.send("Page.getAppManifest");
    const { installabilityErrors } = await browser.send("Page.getInstallabilityErrors");
    expect({ errors, installabilityErrors }).toEqual({ errors: [], installabilityErrors: [] });

    const { icons, screenshots, start_url } = JSON.parse(data ?? "{}");
    for (const picture of [...icons, ...screenshots])
      expect(await fetchedPicture(page, picture.src)).toEqual({
        src: picture.src,
        sizes: picture.sizes,
        type: picture.type,
      });

    await context.setOffline(true);
    await page.goto(`${site.url}${start_url}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goto(`${site.url}/academy/courses`);
    await expect(page.getByRole("heading", { name: "All Courses", level: 1 })).toBeVisible();
    expect(faults).toEqual([]);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

test("on an iPhone, public pages say how to install the app until the help is dismissed, and nothing moves", async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  const faults = watchPage(page);
  await page.route("**/assets/*.css", pretendToBeIphone);
  const layoutShift = await watchLayoutShift(page);
  const help = page.getByRole("region", { name: "Install the app" });
  await page.goto(`${site.url}/academy/courses`);
  await expect(help).toContainText("tap Share (a square with an arrow pointing up)");
  await waitUntilHydrated(page);
  expect(await layoutShift()).toEqual({ sum: 0, moved: [] });
  await expectAccessible(page, [320]);
  for (const address of ["/academy/pricing/student", "/academy/checkout/student"]) {
    await page.goto(site.url + address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(help).toBeHidden();
  }
  await page.goto(site.url);
  await waitUntilHydrated(page);
  await help.getByRole("button", { name: "Not now" }).click();
  await expect(help).toBeHidden();
  await page.goto(`${site.url}/academy`);
  await waitUntilHydrated(page);
  await expect(help).toBeHidden();
  expect(await layoutShift()).toEqual({ sum: 0, moved: [] });
  expect(faults).toEqual([]);
  await context.close();
});

/** Only browsers on iPhone and iPad know the property that the style sheet asks for. */
async function pretendToBeIphone(route: Route): Promise<void> {
  const reply = await route.fetch();
  const css = await reply.text();
  const asked = /@supports \(-webkit-touch-callout: ?none\)/;
  await route.fulfill({ response: reply, body: css.replace(asked, "@supports (display:block)") });
}

test("a new version waits while the user is writing, and pages of the old version keep working (S-116)", {
  tag: "@deep",
}, async ({ context, page }) => {
  const faults = watchPage(page);
  await page.goto(`${site.url}/contact`);
  await waitForWorker(page);
  await page.reload();
  const other = await context.newPage();
  const faultsOfOther = watchPage(other);
  await other.goto(`${site.url}/academy`);
  const firstBuild = await ownScript(page);

  await test.step("a version that is deployed while a message is being written is offered, and nothing is reloaded", async () => {
    const message = page.getByLabel("Message", { exact: true });
    await message.fill("I would like to know whether");
    site.deploy();
    await lookForUpdate(page);
    await expect(page.getByText("A new version is ready")).toBeVisible();
    await expect(other.getByText("A new version is ready")).toBeVisible();
    await message.press("End");
    await message.pressSequentially(" my team can join.");
    await expect(message).toHaveValue("I would like to know whether my team can join.");
    expect(await ownScript(page)).toBe(firstBuild);
  });

  await test.step("the tab that accepts the new version reloads with it and keeps the typed message", async () => {
    await page.getByRole("button", { name: "Reload", exact: true }).click();
    await expect.poll(() => ownScript(page).catch(() => firstBuild)).not.toBe(firstBuild);
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue(
      "I would like to know whether my team can join.",
    );
  });

  await test.step("the other tab keeps its own build, whose files are still served, until the user accepts the new one", async () => {
    await expect(other.getByText("A new version is ready")).toBeVisible();
    expect(await ownScript(other)).toBe(firstBuild);
    // Browsers may evict cached files at any time, and then only the server has the files of the previous build.
    await (await context.newCDPSession(other)).send("Network.clearBrowserCache");
    await other.getByRole("link", { name: "Privacy Policy" }).click();
    await expect(other.getByRole("heading", { name: "Privacy Policy", level: 1 })).toBeVisible();
    expect(await ownScript(other)).toBe(firstBuild);
    await other.getByRole("button", { name: "Reload", exact: true }).click();
    await expect.poll(() => ownScript(other).catch(() => firstBuild)).not.toBe(firstBuild);
    await expect(other.getByText("A new version is ready")).toBeHidden();
  });

  expect([...faults, ...faultsOfOther]).toEqual([]);
});

/** The properties of a picture as the browser decodes it. */
function fetchedPicture(page: Page, src: string): Promise<Picture> {
  return page.evaluate(async (address) => {
    const blob = await (await fetch(address)).blob();
    const { width, height } = await createImageBitmap(blob);
    return { src: address, sizes: `${width}x${height}`, type: blob.type };
  }, src);
}

/** The first script of the document, whose name identifies the build. */
function ownScript(page: Page): Promise<string | null> {
  return page.locator('script[type="module"]').first().getAttribute("src");
}

/** Checks for an update, as the page does every hour. */
async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
}
