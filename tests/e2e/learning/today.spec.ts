import { expect, type Locator, type Page } from "@playwright/test";
import { outcomes, placeRow } from "../../support/sentRows.ts";
import { test } from "../support/academyTest.ts";
import { expectAccessible } from "../support/accessible.ts";
import { goBackstage } from "../support/backstage.ts";
import { signUpEnrolled } from "../support/enrol.ts";
import { watchLayoutShift } from "../support/hydration.ts";
import { tabTo } from "../support/keyboard.ts";
import { waitForWorker, watchPage } from "../support/page.ts";
import { signIn } from "../support/shop.ts";

const PERSON = {
  email: "today@example.org",
  password: "a-password-of-my-own",
  firstName: "Ada",
  lastName: "Byron",
};
const SMALL_PHONE = { width: 360, height: 640 };
/** Other windows in which the button must be visible without scrolling. */
const WINDOWS = [
  SMALL_PHONE,
  { width: 844, height: 390 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

const todayOf = (page: Page) => page.getByRole("region", { name: "Today" });

test("today's step and its button are in the first window of a phone, for a new learner and in a lesson begun elsewhere (S-010, S-011)", async ({
  page,
  academy,
  browser,
}) => {
  const faults = watchPage(page);
  const layoutShift = await watchLayoutShift(page);
  await page.setViewportSize(SMALL_PHONE);
  const { client } = await signUpEnrolled(await goBackstage(academy), PERSON);
  const open = todayOf(page).getByRole("link", { name: "Open the lesson" });
  const resume = todayOf(page).getByRole("link", { name: "Continue the lesson" });

  await test.step("a new learner sees lesson 1, online and offline, and nothing moves while the page loads", async () => {
    await page.goto("/auth");
    await signIn(page, PERSON.email, PERSON.password);
    await expect(todayOf(page)).toContainText("Lesson 1: What AI Is, and What It Isn't");
    await expect(page.getByText(/^The whole course is on this device/)).toBeVisible();
    await waitForWorker(page);
    await expectStillLoad(page, layoutShift);
    await expectInFirstWindow(page, open);
    await page.context().setOffline(true);
    await expect(
      page.getByText("You seem to be offline. Everything on this device still works."),
    ).toBeVisible();
    await expectInFirstWindow(page, open);
    await page.context().setOffline(false);
  });

  await test.step("a lesson that was begun on another device continues on its step", async () => {
    expect(await outcomes(client, [placeRow("3", 2)])).toEqual(["ok"]);
    await page.reload();
    await expect(todayOf(page)).toContainText("Lesson 3: Prompt, Check, Improve");
    await expect(todayOf(page)).toContainText(/Continue on step 2 of \d+/);
    await expect(todayOf(page)).toContainText(/About \d+ minutes left/);
    await expectStillLoad(page, layoutShift);
    await expectInFirstWindow(page, resume);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectStillLoad(page, layoutShift);
    await expectAccessible(page);
    await page.setViewportSize(SMALL_PHONE);
    await tabTo(page, resume);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/academy/course/ai-fluency?lesson=3&step=2");
    expect(faults).toEqual([]);
  });

  await test.step("a device without the lessons shows the step without their number", async () => {
    const context = await browser.newContext({ baseURL: academy.url, viewport: SMALL_PHONE });
    await context.addInitScript(() =>
      Object.defineProperty(navigator, "connection", {
        value: Object.assign(new EventTarget(), { saveData: true }),
      }),
    );
    const phone = await context.newPage();
    await phone.goto("/auth");
    await signIn(phone, PERSON.email, PERSON.password);
    await expect(todayOf(phone)).toContainText("Continue on step 2Not on this device yet");
    await expectInFirstWindow(phone, todayOf(phone).getByRole("link", { name: "Continue the lesson" }));
    await context.close();
  });

  await test.step("a knot of the thread opens its day", async () => {
    await page.goto("/academy/dashboard");
    const days = page.getByRole("navigation", { name: "The days of your plan" }).getByRole("link");
    await expect(days).toHaveCount(30);
    await tabTo(page, days.nth(1));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/academy/course/ai-fluency/lab?name=sort-mail");
  });
});

/** Expects the whole element to be visible without scrolling, in every window. */
async function expectInFirstWindow(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0));
    await expect(element, `${size.width} × ${size.height}`).toBeInViewport({ ratio: 1 });
  }
  await page.setViewportSize(SMALL_PHONE);
}

/** Loads the page with all its data on the device. Nothing on it may move. */
async function expectStillLoad(page: Page, layoutShift: () => Promise<{ sum: number; moved: string[] }>) {
  await page.reload();
  await expect(todayOf(page)).toBeVisible();
  await expect(page.getByRole("region", { name: "On this device" })).toContainText("Last updated");
  expect(await layoutShift()).toEqual({ sum: 0, moved: [] });
}
