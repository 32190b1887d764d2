import { expect } from "@playwright/test";
import { test } from "./support/academyTest.ts";
import { waitUntilHydrated, watchLayoutShift } from "./support/hydration.ts";
import { waitForWorker, watchPage } from "./support/page.ts";
import { becomeLearner } from "./support/shop.ts";

test("the checkout links back to the payment plans, and to the terms and the privacy policy (S-033)", async ({
  page,
}) => {
  await page.goto("/academy/checkout/student?paymentType=installment");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: "terms of service" })).toHaveAttribute(
    "href",
    "/terms-of-service",
  );
  await expect(main.getByRole("link", { name: "privacy policy" })).toHaveAttribute("href", "/privacy-policy");
  await main.getByRole("link", { name: "Change Payment Plan" }).click();
  await expect(page).toHaveURL("/academy/pricing/student?paymentType=installment");
  await expect(page.getByRole("switch", { name: "3-month plan" })).toBeChecked();
});

test("the success page shows success without a session id, and verifies every session id, even for a member (S-064)", {
  tag: "@deep",
}, async ({ page, academy }) => {
  await page.goto("/payment-success");
  await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeVisible();
  await page.goto("/payment-success?session_id=cs_test_unknown");
  await expect(page.getByRole("heading", { name: "Verification Issue" })).toBeVisible();
  await becomeLearner(page, academy, "member@example.org", "a-password-of-my-own");
  await page.goto("/payment-success?session_id=cs_test_unknown");
  await expect(page.getByRole("heading", { name: "Verification Issue" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Payment Successful!" })).toBeHidden();
  await page.getByRole("link", { name: "Go to My Learning" }).click();
  await expect(page).toHaveURL("/academy/dashboard");

  await test.step("public pages show the signed-in user without a layout shift (S-001, S-014, S-015)", async () => {
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
});

test("the site can be installed: its manifest names an identity, a start and icons that exist", async ({
  page,
  request,
  academy,
}) => {
  await page.goto("/");
  const href = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = await (await request.get(new URL(href ?? "", academy.url).href)).json();
  expect(manifest).toMatchObject({ id: "/", start_url: "/academy/dashboard", display: "standalone" });
  const icons: { src: string; sizes: string; purpose?: string }[] = manifest.icons;
  expect(icons.map((icon) => icon.sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  expect(icons.some((icon) => icon.purpose?.includes("maskable"))).toBe(true);
  for (const { src, sizes } of icons.filter((icon) => icon.src.endsWith(".png"))) {
    const png = await (await request.get(new URL(src, academy.url).href)).body();
    // In every PNG, the width is at byte 16 and the height at byte 20.
    expect([src, `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`]).toEqual([src, sizes]);
  }
  const screenshots: { src: string; form_factor: string }[] = manifest.screenshots;
  expect(screenshots.map((each) => each.form_factor)).toEqual(expect.arrayContaining(["narrow", "wide"]));
  for (const { src } of screenshots) {
    const file = await request.get(new URL(src, academy.url).href);
    expect([src, file.status(), file.headers()["content-type"]]).toEqual([src, 200, "image/webp"]);
  }
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
