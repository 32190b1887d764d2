import { expect } from "@playwright/test";
import { test } from "../support/academyTest.ts";
import { textOf, textOfHtml, waitUntilHydrated, watchLayoutShift } from "../support/hydration.ts";
import { expectNoSidewaysScroll, watchPage } from "../support/page.ts";
import { PUBLIC_PAGES } from "../support/publicPages.ts";

// No worker: these tests check the server's response and the first rendering.
test.use({ serviceWorkers: "block" });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("every public page is readable (S-002, S-005, S-007, S-025, S-027, S-041)", async ({ page }) => {
    for (const [path, heading] of PUBLIC_PAGES) {
      await test.step(path, async () => {
        const response = await page.goto(path, { waitUntil: "domcontentloaded" });
        expect(response?.status()).toBe(200);
        const main = page.getByRole("main");
        await expect(main.getByRole("heading", { level: 1, name: heading })).toBeVisible();
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        const words = (await main.allInnerTexts()).join(" ").split(/\s+/).length;
        expect(words, `words on ${path}`).toBeGreaterThan(60);
        await expect(page.getByRole("link", { name: "Privacy Policy" }).last()).toBeVisible();
      });
    }
  });

  test("the mobile menu opens, and Escape closes it (S-015)", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/academy");
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu.getByRole("link", { name: "Courses" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
  });

  test("the messages in the hero are answered below the choice, by pointer and keyboard (S-138)", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/");
    const message = page.getByRole("group", { name: /stuck in the lift/ });
    const choice = message.getByText("Urgent", { exact: true });
    await choice.scrollIntoViewIfNeeded();
    const before = await choice.boundingBox();
    await expect(message.getByRole("status")).not.toContainText(/machine/, { useInnerText: true });
    await message.getByRole("radio", { name: "Urgent" }).check();
    await expect(message.getByText(/^You are right. The machine agrees/)).toBeVisible();
    await expect(message.getByText(/^The machine says “urgent”/)).toBeHidden();
    await page.keyboard.press("ArrowRight");
    await expect(message.getByText(/^The machine says “urgent”/)).toBeVisible();
    expect(await choice.boundingBox()).toEqual(before);
  });

  test("the contact page shows the email address (S-025)", async ({ page }) => {
    await page.goto("/contact");
    const form = page.getByRole("main").locator("form");
    await expect(form.getByText("Sending from this page needs JavaScript")).toBeVisible();
    await expect(form.locator('a[href^="mailto:"]').first()).toBeVisible();
  });
});

test("the server answers 200 for client-rendered addresses (S-042)", async ({ request }) => {
  const known = ["/auth", "/auth/new-password", "/academy/dashboard", "/academy/course/ai-fluency"];
  for (const path of [...known, "/academy/checkout/student", "/payment-success?session_id=x"]) {
    const response = await request.get(path);
    expect([path, response.status()]).toEqual([path, 200]);
  }
});

for (const width of [360, 1280]) {
  test(`at ${width} px every public page hydrates without layout shifts, text changes or console errors`, async ({
    page,
    request,
  }) => {
    const faults = watchPage(page);
    const layoutShift = await watchLayoutShift(page);
    await page.setViewportSize({ width, height: 800 });
    for (const [path] of [...PUBLIC_PAGES, ["/no/such/page"]]) {
      await test.step(path, async () => {
        const html = await (await request.get(path)).text();
        await page.goto(path);
        await waitUntilHydrated(page);
        expect(await layoutShift(), `layout shift on ${path}`).toEqual({ sum: 0, moved: [] });
        expect(await textOf(page)).toBe(await textOfHtml(page, html));
        await expectNoSidewaysScroll(page);
        expect(faults, path).toEqual([]);
      });
    }
  });
}

test("scrolling and tapping before hydration neither resets the scroll position nor loses the tap", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/assets\/main-/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto("/academy/pricing/student", { waitUntil: "commit" });
  const onward = page.getByRole("button", { name: "Continue to Checkout" });
  await onward.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  scripts.resolve();
  await waitUntilHydrated(page);
  expect(await page.evaluate(() => scrollY)).toBe(place);
  await onward.click();
  await expect(page).toHaveURL("/academy/checkout/student?paymentType=full");
  await expect(page.getByRole("heading", { level: 1, name: "Complete Your Enrollment" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY), "a new page opens at its top").toBe(0);
});

test("what a visitor types before hydration stays, with the focus, although an extension has added icons to the fields", async ({
  page,
}) => {
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/assets\/main-/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto("/contact", { waitUntil: "commit" });
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Can six of us");
  await message.evaluate(() => {
    for (const field of document.querySelectorAll("form input, form textarea"))
      field.insertAdjacentHTML("afterend", "<div><input name='theirs'></div>");
  });
  scripts.resolve();
  await waitUntilHydrated(page);
  await expect(page.locator("[name=theirs]")).toHaveCount(0);
  await expect(message).toHaveValue("Can six of us");
  await expect(message).toBeFocused();
  await page.keyboard.type(" come?");
  await expect(message).toHaveValue("Can six of us come?");
  await expect(page.getByText("19 / 2000 characters")).toBeVisible();
});

test("the pictures follow the theme on screen, and those of the other theme are not loaded (S-139)", async ({
  page,
}) => {
  const pictures = (theme: "light" | "dark") => page.locator(`[data-shown-in=${theme}] img`);
  const loaded = (theme: "light" | "dark") =>
    pictures(theme).evaluateAll(
      (all) => all.filter((each) => each instanceof HTMLImageElement && each.naturalWidth > 0).length,
    );
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await pictures("dark").first().scrollIntoViewIfNeeded();
  await expect.poll(() => loaded("dark")).toBeGreaterThan(0);
  await expect(pictures("light").first()).toBeHidden();
  expect(await loaded("light")).toBe(0);
  await page.evaluate(() => localStorage.setItem("academy-reading", '{"theme":"light"}'));
  await page.reload();
  await pictures("light").first().scrollIntoViewIfNeeded();
  await expect.poll(() => loaded("light")).toBeGreaterThan(0);
  await expect(pictures("dark").first()).toBeHidden();
});

test("the header and menu button fit on one line at the narrowest width (S-015)", async ({ page }) => {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/academy");
    const [brand, menu] = await Promise.all([
      page.getByRole("banner").getByRole("link").first().boundingBox(),
      page.getByRole("button", { name: "Menu", exact: true }).boundingBox(),
    ]);
    if (!brand || !menu) throw new Error("the header shows neither brand nor menu");
    expect(menu.y).toBeLessThan(brand.y + brand.height);
    expect(brand.x + brand.width).toBeLessThanOrEqual(menu.x);
    expect(Math.min(menu.width, menu.height)).toBeGreaterThanOrEqual(44);
  }
});
