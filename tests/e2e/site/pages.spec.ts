import { expect } from "@playwright/test";
import { test } from "../support/academyTest.ts";
import { waitUntilHydrated, watchLayoutShift } from "../support/hydration.ts";
import { waitForWorker, watchPage } from "../support/page.ts";
import { becomeLearner } from "../support/shop.ts";

test("public pages show the signed-in user without a layout shift (S-001, S-014, S-015)", {
  tag: "@deep",
}, async ({ page, academy }) => {
  await becomeLearner(page, academy, "member@example.org", "a-password-of-my-own");
  const faults = watchPage(page);
  const layoutShift = await watchLayoutShift(page);
  await page.goto("/academy");
  await waitUntilHydrated(page);
  const header = page.getByRole("banner");
  await expect(header.getByText("member@example.org").first()).toBeVisible();
  await expect(header.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await expect(header.getByRole("link", { name: "Sign In" })).toBeHidden();
  expect(await layoutShift()).toEqual({ sum: 0, moved: [] });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect(drawer.getByText("member@example.org")).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await page.goto("/");
  await expect(page).toHaveURL("/academy/dashboard");
  await page.goBack();
  await expect(page).toHaveURL("/academy");
  const footer = page.getByRole("contentinfo");
  await footer.getByRole("link", { name: "About", exact: true }).click();
  await expect(page.locator("#founder")).toBeInViewport();
  await page.reload();
  await expect(page.locator("#founder")).toBeInViewport();
  await footer.getByRole("link", { name: "Main Site" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect(page).toHaveURL("/?site");
  expect(faults).toEqual([]);
});

test("offline, a missing script causes an error instead of returning the app shell, and backend responses are never cached", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await waitForWorker(page);
  await page.reload();
  await context.setOffline(true);
  for (const path of ["/assets/gone-12345678.js", "/rest/v1/lessons", "/auth/v1/user", "/_dev/config.json"]) {
    const answer = await page.evaluate(async (url) => {
      const reply = await fetch(url).catch(() => null);
      return reply && (await reply.text());
    }, path);
    expect([path, answer?.includes("<html") ?? false]).toEqual([path, false]);
  }
  const cached = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map((each) => new URL(each.url).pathname);
  });
  expect(cached.filter((path) => /^\/(auth\/v1|rest|functions|storage|_dev)\//.test(path))).toEqual([]);
});
