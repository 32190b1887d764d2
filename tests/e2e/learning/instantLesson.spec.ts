import { setTimeout as pause } from "node:timers/promises";
import { expect, type Page } from "@playwright/test";
import { INSTANT_LESSON } from "../../../src/instant-lesson/lessonDocument.ts";
import { test } from "../support/academyTest.ts";
import { watchLayoutShift } from "../support/hydration.ts";
import { expectNoSidewaysScroll, waitForWorker, watchPage } from "../support/page.ts";
import { FOURTH_PART, placesOn, recordFirstFrame, scrollToFourthPart } from "../support/place.ts";
import { becomeLearner, signOut } from "../support/shop.ts";

const LESSON = "/academy/course/ai-fluency?lesson=2";
const PASSWORD = "a-password-of-my-own";
const FREE_LESSON = "/academy/course/ai-fluency?lesson=1";
const OTHER_LESSON = "/academy/course/ai-fluency?lesson=3";

/** The inline scripts still run. All others wait for a first paint that is never reported (src/app/document/firstPaint.ts). */
async function holdBackTheApp(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "PerformanceObserver");
    Object.assign(globalThis, { requestAnimationFrame: () => 0, setTimeout: () => 0 });
  });
}

const instantLesson = (page: Page) => page.locator(`#${INSTANT_LESSON}`);
/** Resolves to whether the app showed a step of the lesson at the moment in which it replaced the instant lesson. */
async function watchTakeOver(page: Page): Promise<() => Promise<boolean | undefined>> {
  await page.addInitScript((id) => {
    let isSeen = false;
    const watch = new MutationObserver(() => {
      if (document.getElementById(id)) isSeen = true;
      else if (isSeen) {
        Object.assign(window, { hadStep: document.querySelector("#root [data-step]") !== null });
        watch.disconnect();
      }
    });
    watch.observe(document, { childList: true, subtree: true });
  }, INSTANT_LESSON);
  return () => page.evaluate(() => (window as { hadStep?: boolean }).hadStep);
}

const onward = (page: Page) => page.getByRole("link", { name: "Continue", exact: true });

/** Decision 0023: the worker's response contains the lesson. */
test("an offline learner reads a lesson before the app has started, in their theme and from where they stopped, and no one else sees it", async ({
  page,
  context,
  academy,
}) => {
  const faults = watchPage(page);
  await becomeLearner(page, academy, "instant.lesson@example.org", PASSWORD);
  await waitForWorker(page);
  for (const lesson of [OTHER_LESSON, LESSON]) {
    await page.goto(lesson);
    await expect(onward(page)).toBeVisible();
  }
  await context.setOffline(true);

  await test.step("the first screen of the lesson appears although no script of the app loads", async () => {
    const alone = await context.newPage();
    await holdBackTheApp(alone);
    await alone.goto(LESSON);
    await expect(instantLesson(alone).getByRole("heading", { level: 1 })).toHaveText(/How Chatbots Write/);
    await expect(instantLesson(alone).getByText("Before you start")).toBeVisible();
    await expect(instantLesson(alone).getByText(/^You seem to be offline/)).toBeVisible();
    await expect(alone.locator("#root")).toBeHidden();
    await expectNoSidewaysScroll(alone);
    await alone.close();
  });

  await test.step("the app takes over with the same step", async () => {
    await page.goto(LESSON);
    await expect(onward(page)).toBeVisible();
    await expect(instantLesson(page)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  });

  await test.step("Continue leads to the next step before the app has started", async () => {
    const alone = await context.newPage();
    await holdBackTheApp(alone);
    await alone.goto(LESSON);
    await onward(alone).click();
    await expect(alone).toHaveURL(/&step=2$/);
    await expect(instantLesson(alone).getByRole("region", { name: /^Step 2 of / })).toBeVisible();
    await expect(instantLesson(alone).getByRole("timer")).toHaveCount(0);
    await alone.close();
  });

  await test.step("the next visit has the same theme and starts at the same line, which does not move", async () => {
    await page.getByRole("button", { name: "Contents" }).click();
    await page.getByText("Reading settings").click();
    await page.getByRole("radio", { name: "Dark" }).check();
    await page.keyboard.press("Escape");
    await onward(page).click();
    await onward(page).click();
    await expect(page).toHaveURL(/&step=3$/);
    const stoppedAt = await page.evaluate(scrollToFourthPart, FOURTH_PART);
    await expect.poll(() => placesOn(page)).toMatchObject({ 2: { step: 3, part: 3, furthest: 3 } });
    await page.addInitScript(recordFirstFrame, FOURTH_PART);
    const reply = await page.goto(LESSON);
    expect(await reply?.text()).toMatch(/<div id="instant-lesson"[^>]*><template data-place=/);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    const seenAt = Number(await page.evaluate(() => document.documentElement.dataset.firstTop));
    expect(Math.abs(seenAt - stoppedAt)).toBeLessThan(40);
    await expect(instantLesson(page)).toHaveCount(0);
    const restsAt = await page.locator(FOURTH_PART).evaluate((part) => part.getBoundingClientRect().top);
    expect(Math.abs(restsAt - seenAt)).toBeLessThan(2);
  });

  await test.step("an address that names a heading opens its step there", async () => {
    const other = await context.newPage();
    await other.goto(OTHER_LESSON);
    await expect(onward(other)).toBeVisible();
    const id = await other.locator("[data-step='2'] .prose h2").first().getAttribute("id");
    await other.goto("about:blank");
    await other.goto(`${OTHER_LESSON}#${id}`);
    await expect(other.locator(`#${id}`)).toBeInViewport();
    await expect(instantLesson(other)).toHaveCount(0);
    await expect(other.locator(`#${id}`)).toBeInViewport();
    await expect(other.getByRole("region", { name: /^Step 2 of / })).toBeVisible();
    await other.close();
  });

  await test.step("the next user of the device does not see the lesson after the learner has signed out", async () => {
    await context.setOffline(false);
    await page.goto("/academy/dashboard");
    await signOut(page);
    await context.setOffline(true);
    const reply = await page.goto(LESSON);
    expect(await reply?.text()).not.toContain('<div id="root" hidden');
    await expect(page.getByText("Before you start")).toHaveCount(0);
  });

  expect(faults).toEqual([]);
});

test("a visitor reads the free lesson before the app has started, and nothing moves when it has", async ({
  page,
  context,
}) => {
  const faults = watchPage(page);
  const alone = await context.newPage();
  await holdBackTheApp(alone);
  await alone.goto(FREE_LESSON);
  await expect(instantLesson(alone).getByRole("heading", { level: 1 })).toHaveText(
    "What AI Is, and What It Isn't",
  );
  await expect(instantLesson(alone).getByText("You are reading the free preview.")).toBeVisible();
  await expect(instantLesson(alone).getByRole("link", { name: "Sign in", exact: true })).toBeVisible();
  await expectNoSidewaysScroll(alone);
  await onward(alone).click();
  await expect(alone).toHaveURL(/&step=2$/);
  await alone.close();

  const shifts = await watchLayoutShift(page);
  const hadStep = await watchTakeOver(page);
  // The app starts without the lesson, whose text is still on its way.
  await page.route(/AbsentLesson/, async (route) => {
    await pause(500);
    await route.continue();
  });
  await page.goto(FREE_LESSON);
  await expect(page.getByRole("button", { name: "Contents" })).toBeVisible();
  await expect(instantLesson(page)).toHaveCount(0);
  expect(await hadStep()).toBe(true);
  await expect(page.getByText("You are reading the free preview.")).toBeVisible();
  // A second of the clock may pass, whose box is as wide as its digits: 0.00004.
  const { sum, moved } = await shifts();
  expect(sum, moved.join("\n")).toBeLessThan(0.0002);
  expect(faults).toEqual([]);
});
