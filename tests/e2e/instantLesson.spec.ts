import { expect, type Page } from "@playwright/test";
import { test } from "./support/academyTest.ts";
import { expectNoSidewaysScroll, waitForWorker, watchPage } from "./support/page.ts";
import { noteFirstSight, placesOn, scrollToThirdHeading } from "./support/place.ts";
import { becomeLearner, signOut } from "./support/shop.ts";

const LESSON = "/academy/course/ai-fluency?lesson=2";
const PASSWORD = "a-password-of-my-own";
const OTHER_LESSON = "/academy/course/ai-fluency?lesson=3";

const sight = (page: Page) => page.locator("#first-sight");
const line = (page: Page) => page.locator(".prose > h2").nth(2);

/** Decision 0023: the worker answers with the lesson itself. */
test("a learner reads a lesson offline before the app is there, in their theme and where they stopped; nobody else finds it", async ({
  page,
  context,
  academy,
}) => {
  const faults = watchPage(page);
  await becomeLearner(page, academy, "first.sight@example.org", PASSWORD);
  await waitForWorker(page);
  await page.goto(LESSON);
  await expect(page.getByRole("button", { name: "Take Quiz" })).toBeVisible();
  await context.setOffline(true);

  await test.step("it begins on the first screen when no script of the app comes", async () => {
    const alone = await context.newPage();
    // The document's own two scripts run; what is fetched waits for a first paint that is never reported
    // (src/app/firstPaint.ts).
    await alone.addInitScript(() => {
      Reflect.deleteProperty(globalThis, "PerformanceObserver");
      Object.assign(globalThis, { requestAnimationFrame: () => 0, setTimeout: () => 0 });
    });
    await alone.goto(LESSON);
    await expect(sight(alone).getByRole("heading", { level: 1 })).toHaveText(/How Chatbots Write/);
    await expect(sight(alone).getByText("Before you start")).toBeVisible();
    await expect(sight(alone).getByText(/^You are offline/)).toBeVisible();
    await expect(alone.locator("#root")).toBeHidden();
    await expectNoSidewaysScroll(alone);
    await alone.close();
  });

  await test.step("the app takes over with the whole of it", async () => {
    await page.goto(LESSON);
    await expect(page.getByRole("button", { name: "Take Quiz" })).toBeVisible();
    await expect(sight(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  });

  await test.step("the next visit begins in the same theme and at the same line, and that stays", async () => {
    await page.getByRole("button", { name: "Reading settings" }).click();
    await page.getByRole("radio", { name: "Dark" }).check();
    const stoppedAt = await page.evaluate(scrollToThirdHeading);
    await expect.poll(() => placesOn(page)).toMatchObject({ 2: { part: expect.any(Number) } });
    await page.addInitScript(noteFirstSight);
    const reply = await page.reload();
    expect(await reply?.text()).toContain('<div id="first-sight" data-place=');
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    const seenAt = Number(await page.evaluate(() => document.documentElement.dataset.firstSight));
    expect(Math.abs(seenAt - stoppedAt)).toBeLessThan(40);
    await expect(sight(page)).toHaveCount(0);
    const restsAt = await line(page).evaluate((element) => element.getBoundingClientRect().top);
    expect(Math.abs(restsAt - seenAt)).toBeLessThan(2);
  });

  await test.step("a lesson read to its end begins at its beginning", async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => placesOn(page)).not.toHaveProperty("2");
    await page.reload();
    await expect(sight(page)).toHaveCount(0);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  await test.step("an address that names a heading leads there", async () => {
    const other = await context.newPage();
    await other.goto(OTHER_LESSON);
    const id = await line(other).getAttribute("id");
    await other.goto("about:blank");
    await other.addInitScript(noteFirstSight);
    await other.goto(`${OTHER_LESSON}#${id}`);
    const seenAt = Number(await other.evaluate(() => document.documentElement.dataset.firstSight));
    expect(Math.abs(seenAt)).toBeLessThan(100);
    await expect(line(other)).toBeInViewport();
    await expect(sight(other)).toHaveCount(0);
    await expect(line(other)).toBeInViewport();
    await other.close();
  });

  await test.step("whoever comes after the learner has left is shown nothing of it", async () => {
    await context.setOffline(false);
    await page.goto("/academy/dashboard");
    await signOut(page);
    await context.setOffline(true);
    const reply = await page.goto(LESSON);
    expect(await reply?.text()).not.toContain('<div id="first-sight"');
    await expect(page.getByText("Before you start")).toHaveCount(0);
  });

  expect(faults).toEqual([]);
});
