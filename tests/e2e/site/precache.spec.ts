import { createHash } from "node:crypto";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { readManifest } from "../../../tools/checks/pageChunks.ts";
import { consoleFiles } from "../../../tools/site/consoleFiles.ts";
import { type BuiltSite, PORTAL_PAGE, serveBuiltSite } from "../support/builtSite.ts";
import { waitForWorker } from "../support/page.ts";

/**
 * The files that the worker keeps for offline use, when a captive portal answers instead of the server or the browser
 * loses them.
 */

let site: BuiltSite;

test.beforeEach(async () => {
  site = await serveBuiltSite();
});
test.afterEach(() => site.close());

type Entry = { url: string; integrity?: string };

async function manifest(): Promise<Entry[]> {
  const worker = await (await fetch(`${site.url}/sw.js`)).text();
  return [...worker.matchAll(/\{[^{}]*"url":"[^{}]*\}/g)].map(([entry]) => JSON.parse(entry));
}

/** The addresses of cached files that contain the portal's page, and the number of cached files. */
function kept(page: Page): Promise<{ spoiled: string[]; count: number }> {
  return page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.includes("precache"));
    if (!name) return { spoiled: [], count: 0 };
    const cache = await caches.open(name);
    const requests = await cache.keys();
    const texts = await Promise.all(requests.map(async (each) => (await cache.match(each))?.text()));
    const spoiled = requests.filter((_, index) => texts[index]?.includes("Welcome to the train"));
    return { spoiled: spoiled.map(({ url }) => url), count: requests.length };
  });
}

/** Stores the portal's page in place of all cached files, or of those at the chosen positions in the cache. */
async function spoil(page: Page, isChosen: (index: number) => boolean = () => true): Promise<void> {
  const { count } = await kept(page);
  const chosen = Array.from({ length: count }, (_, index) => isChosen(index));
  await page.evaluate(
    async ({ portal, chosen }) => {
      const name = (await caches.keys()).find((each) => each.includes("precache")) ?? "";
      const cache = await caches.open(name);
      for (const request of (await cache.keys()).filter((_, index) => chosen[index]))
        await cache.put(request, new Response(portal, { headers: { "content-type": "text/html" } }));
    },
    { portal: PORTAL_PAGE, chosen },
  );
}

async function expectWholePrecache(page: Page): Promise<void> {
  const files = (await manifest()).filter(({ integrity }) => integrity).length;
  await expect.poll(() => kept(page), { timeout: 30_000 }).toEqual({ spoiled: [], count: files });
}

async function expectAppOffline(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true);
  await page.goto(`${site.url}/academy/courses`);
  await expect(page.getByRole("heading", { name: "All Courses", level: 1 })).toBeVisible();
  await page.goto(`${site.url}/auth`);
  await expect(page.getByLabel("Email").first()).toBeVisible();
  await context.setOffline(false);
}

async function stateOfWorker(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration?.installing) return "installing";
    if (registration?.waiting) return "waiting";
    return registration?.active ? "active" : "none";
  });
}

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update().catch(() => undefined);
  });

test("every entry of the precache has the hash of the file that the server sends", async () => {
  const entries = (await manifest()).filter(({ integrity }) => integrity);
  expect(entries.length).toBeGreaterThan(100);
  expect(entries.map(({ url }) => url)).toContain("app.html");
  for (const { url, integrity } of entries) {
    const bytes = await (await fetch(`${site.url}/${url}`)).arrayBuffer();
    const hash = createHash("sha256").update(Buffer.from(bytes)).digest("base64");
    expect({ url, integrity: `sha256-${hash}` }).toEqual({ url, integrity });
  }
});

test("the worker keeps no file that only the staff console loads, even after the console was opened", async ({
  page,
}) => {
  const files = [...consoleFiles(readManifest("dist"))];
  expect(files.length).toBeGreaterThan(0);
  await page.goto(`${site.url}/auth`);
  await waitForWorker(page);
  await page.goto(`${site.url}/staff`);
  await expect(page.getByRole("heading", { name: "Please sign in" })).toBeVisible();
  const stored = await page.evaluate(async () => {
    const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(opened.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname.slice(1));
  });
  expect(stored).toContain("app.html");
  expect(stored.filter((path) => files.includes(path))).toEqual([]);
});

test("a captive portal during the first installation causes no damage, and the next visit installs the app", async ({
  context,
  page,
}) => {
  site.hasPortal = true;
  await page.goto(`${site.url}/academy/courses`);
  await expect.poll(() => stateOfWorker(page)).toBe("none");
  expect(await kept(page)).toMatchObject({ spoiled: [] });
  await page.reload();
  await expect(page.getByRole("heading", { name: "All Courses", level: 1 })).toBeVisible();

  site.hasPortal = false;
  await page.reload();
  await waitForWorker(page);
  await expectWholePrecache(page);
  await expectAppOffline(context, page);
});

test("a captive portal during an update leaves the previous version in place, and the update is installed afterwards", async ({
  context,
  page,
}) => {
  await page.goto(`${site.url}/academy/courses`);
  await waitForWorker(page);
  site.deploy();
  site.hasPortal = true;
  await lookForUpdate(page);
  await expect.poll(() => stateOfWorker(page)).toBe("active");
  await expect(page.getByText("A new version is ready")).toBeHidden();
  expect(await kept(page)).toMatchObject({ spoiled: [] });
  await expectAppOffline(context, page);

  site.hasPortal = false;
  await page.goto(`${site.url}/academy/courses`);
  await lookForUpdate(page);
  await expect(page.getByText("A new version is ready")).toBeVisible({ timeout: 30_000 });
  const reloaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reload", exact: true }).click();
  await reloaded;
  expect(await stateOfWorker(page)).toBe("active");
  await expectWholePrecache(page);
  await expectAppOffline(context, page);
});

test("a service worker whose Cache Storage was cleared serves the page from the network and restores its files during that visit", async ({
  context,
  page,
}) => {
  await page.goto(`${site.url}/auth`);
  await waitForWorker(page);
  await page.reload();
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.goto(`${site.url}/academy/course/ai-fluency`);
  await expect(page).toHaveTitle(/AI Fluency/);
  await expectWholePrecache(page);
  await expectAppOffline(context, page);
});

test("one visit is enough to replace a captive portal's pages in the precache with the site's files", async ({
  context,
  page,
}) => {
  await page.goto(`${site.url}/academy/courses`);
  await waitForWorker(page);
  await spoil(page, (index) => index % 3 > 0);
  // Any page repairs the precache, including one that the worker serves.
  await page.goto(`${site.url}/auth`);
  await expectWholePrecache(page);
  await expectAppOffline(context, page);
});
