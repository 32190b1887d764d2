import { expect, type Page } from "@playwright/test";
import { test } from "./support/academyTest.ts";
import { expectNoSidewaysScroll, waitForWorker, watchPage } from "./support/page.ts";
import { placesOn, recordFirstFrame, scrollToThirdHeading } from "./support/place.ts";
import { becomeLearner, signOut } from "./support/shop.ts";

const LESSON = "/academy/course/ai-fluency?lesson=2";
const PASSWORD = "a-password-of-my-own";
const OTHER_LESSON = "/academy/course/ai-fluency?lesson=3";

const instantLesson = (page: Page) => page.locator("#instant-lesson");
const thirdHeading = (page: Page) => page.locator(".prose > h2").nth(2);

/** Decision 0023: the worker's response contains the lesson. */
test("an offline learner reads a lesson before the app has started, in their theme and from where they stopped, and no one else sees it", async ({
  page,
  context,
  academy,
}) => {
  const faults = watchPage(page);
  await becomeLearner(page, academy, "instant.lesson@example.org", PASSWORD);
  await waitForWorker(page);
  await page.goto(LESSON);
  await expect(page.getByRole("button", { name: "Take Quiz" })).toBeVisible();
  await context.setOffline(true);

  await test.step("the first screen of the lesson appears although no script of the app loads", async () => {
    const alone = await context.newPage();
    // The two inline scripts run. All others wait for a first paint that is never reported (src/app/document/firstPaint.ts).
    await alone.addInitScript(() => {
      Reflect.deleteProperty(globalThis, "PerformanceObserver");
      Object.assign(globalThis, { requestAnimationFrame: () => 0, setTimeout: () => 0 });
    });
    await alone.goto(LESSON);
    await expect(instantLesson(alone).getByRole("heading", { level: 1 })).toHaveText(/How Chatbots Write/);
    await expect(instantLesson(alone).getByText("Before you start")).toBeVisible();
    await expect(instantLesson(alone).getByText(/^You are offline/)).toBeVisible();
    await expect(alone.locator("#root")).toBeHidden();
    await expectNoSidewaysScroll(alone);
    await alone.close();
  });

  await test.step("the app takes over with the whole lesson", async () => {
    await page.goto(LESSON);
    await expect(page.getByRole("button", { name: "Take Quiz" })).toBeVisible();
    await expect(instantLesson(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  });

  await test.step("the next visit has the same theme and starts at the same heading, which does not move", async () => {
    await page.getByRole("button", { name: "Reading settings" }).click();
    await page.getByRole("radio", { name: "Dark" }).check();
    const stoppedAt = await page.evaluate(scrollToThirdHeading);
    await expect.poll(() => placesOn(page)).toMatchObject({ 2: { part: expect.any(Number) } });
    await page.addInitScript(recordFirstFrame);
    const reply = await page.reload();
    expect(await reply?.text()).toMatch(/<div id="instant-lesson"[^>]*><template data-place=/);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    const seenAt = Number(await page.evaluate(() => document.documentElement.dataset.firstTop));
    expect(Math.abs(seenAt - stoppedAt)).toBeLessThan(40);
    await expect(instantLesson(page)).toHaveCount(0);
    const restsAt = await thirdHeading(page).evaluate((element) => element.getBoundingClientRect().top);
    expect(Math.abs(restsAt - seenAt)).toBeLessThan(2);
  });

  await test.step("a lesson that was read to its end starts at the top", async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => placesOn(page)).not.toHaveProperty("2");
    await page.reload();
    await expect(instantLesson(page)).toHaveCount(0);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  await test.step("an address that names a heading opens the lesson there", async () => {
    const other = await context.newPage();
    await other.goto(OTHER_LESSON);
    const id = await thirdHeading(other).getAttribute("id");
    await other.goto("about:blank");
    await other.addInitScript(recordFirstFrame);
    await other.goto(`${OTHER_LESSON}#${id}`);
    const seenAt = Number(await other.evaluate(() => document.documentElement.dataset.firstTop));
    expect(Math.abs(seenAt)).toBeLessThan(100);
    await expect(thirdHeading(other)).toBeInViewport();
    await expect(instantLesson(other)).toHaveCount(0);
    await expect(thirdHeading(other)).toBeInViewport();
    await other.close();
  });

  await test.step("the next user of the device does not see the lesson after the learner has signed out", async () => {
    await context.setOffline(false);
    await page.goto("/academy/dashboard");
    await signOut(page);
    await context.setOffline(true);
    const reply = await page.goto(LESSON);
    expect(await reply?.text()).not.toContain('<div id="instant-lesson"');
    await expect(page.getByText("Before you start")).toHaveCount(0);
  });

  expect(faults).toEqual([]);
});
