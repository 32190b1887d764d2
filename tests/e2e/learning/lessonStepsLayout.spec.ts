import { expect, type Page } from "@playwright/test";
import { stepsOf } from "../../../src/domain/course/steps.ts";
import type { LessonId } from "../../../src/domain/ids.ts";
import { paths } from "../../../src/domain/paths.ts";
import { test } from "../support/academyTest.ts";
import { expectNoSidewaysScroll } from "../support/page.ts";
import { packOf } from "../support/quiz.ts";
import { expectInsideSafeAreas, holdAs, PHONES } from "../support/safeAreas.ts";

test.use({ serviceWorkers: "block", trace: "off", contextOptions: { reducedMotion: "reduce" } });

const PHONE = { width: 390, height: 844 };
/** Windows of 1280 × 800 and 1280 × 1024 px at 200 % and 400 % zoom, and a phone with text at 200 %. */
const ZOOMED = [
  { width: 640, height: 400, text: "100%" },
  { width: 320, height: 256, text: "100%" },
  { ...PHONE, text: "100%" },
  { ...PHONE, text: "200%" },
];
const MOST_STOPS = 60;

async function eachStep(
  page: Page,
  lessonId: LessonId,
  check: (step: number) => Promise<void>,
): Promise<void> {
  const { length } = stepsOf(packOf(lessonId));
  await page.goto(paths.course(lessonId, { step: 1 }));
  for (let step = 1; step <= length; step += 1) {
    await expect(
      page.getByRole("region", { name: new RegExp(`^Step ${step} of ${length}: `) }),
    ).toBeVisible();
    await check(step);
    if (step < length) await page.getByRole("link", { name: "Continue", exact: true }).click();
  }
}

for (const { text, ...size } of ZOOMED)
  test(`no bar covers what has the focus and nothing scrolls sideways at ${size.width} × ${size.height} px with text at ${text} (WCAG 1.4.10, 2.4.11)`, {
    tag: "@deep",
  }, async ({ page }) => {
    await page.setViewportSize(size);
    await page.addInitScript((fontSize) => {
      addEventListener("DOMContentLoaded", () => {
        document.documentElement.style.fontSize = fontSize;
      });
    }, text);
    await eachStep(page, "1", async (step) => {
      await expectNoSidewaysScroll(page);
      expect(await roomForText(page), `step ${step}`).toBeGreaterThan(size.height / 2);
      await page.locator(`main [data-step="${step}"]`).focus();
      for (let stops = 0; stops < MOST_STOPS; stops += 1) {
        await page.keyboard.press("Tab");
        const stop = await page.evaluate(focusedBehindBars);
        if (!stop) break;
        expect(stop.covered, `step ${step}: ${stop.name}`).toBe(false);
      }
    });
  });

test("the bars of a lesson stay clear of a phone's notch and home indicator, upright and on its side", async ({
  page,
}) => {
  for (const step of [1, 4, 10, 12]) {
    await page.goto(paths.course("1", { step }));
    await expect(page.getByRole("region", { name: new RegExp(`^Step ${step} of `) })).toBeVisible();
    for (const phone of PHONES) {
      await holdAs(page, phone);
      await expectInsideSafeAreas(page, phone);
      // The bars leave the window with their lesson, when the footer comes into view.
      await page.evaluate(
        (selector) => document.querySelector(selector)?.scrollIntoView({ block: "center" }),
        `main [data-step="${step}"]`,
      );
      expect(await page.evaluate(stuckInside, phone.insets)).toEqual([]);
    }
  }
  await page.getByRole("button", { name: "Contents" }).click();
  for (const phone of PHONES) {
    await holdAs(page, phone);
    await expectInsideSafeAreas(page, phone);
  }
});

/** The height, in CSS pixels, that the bars leave for the text in the middle of the page. */
async function roomForText(page: Page): Promise<number> {
  return page.evaluate(() => {
    scrollTo({ top: document.documentElement.scrollHeight / 2 - innerHeight / 2, behavior: "instant" });
    const covered = [...document.querySelectorAll(".step-bar, .step-links")]
      .filter((bar) => getComputedStyle(bar).bottom === "0px")
      .reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0);
    return innerHeight - covered;
  });
}

/** Runs in the page. Null once the focus has left the lesson's step. */
function focusedBehindBars(): { name: string; covered: boolean } | null {
  const focused = document.activeElement;
  const step = focused?.closest("main [data-step]");
  if (!focused || !step) return null;
  const box = focused.getBoundingClientRect();
  const bars = [...document.querySelectorAll(".step-bar, .step-links")]
    .filter((bar) => getComputedStyle(bar).bottom === "0px")
    .map((bar) => bar.getBoundingClientRect());
  const top = Math.max(0, ...bars.filter((bar) => bar.top < innerHeight / 2).map((bar) => bar.bottom));
  const bottom = Math.min(
    innerHeight,
    ...bars.filter((bar) => bar.top >= innerHeight / 2).map((bar) => bar.top),
  );
  const seen = Math.min(box.bottom, bottom) - Math.max(box.top, top);
  // A browser does not scroll to what is already partly visible, which WCAG 2.4.11 allows.
  return {
    name: `${focused.localName} ${focused.textContent?.trim().slice(0, 40)} (${Math.round(box.top)} to ${Math.round(box.bottom)}, visible from ${Math.round(top)} to ${Math.round(bottom)})`,
    covered: seen < Math.min(box.height, 44) - 1,
  };
}

/** Runs in the page. Texts and controls of the bars that stay in view, where they are inside an inset. */
function stuckInside({ top, bottom }: { top: number; bottom: number }): string[] {
  return [...document.querySelectorAll(".step-bar, .step-links")]
    .filter((bar) => getComputedStyle(bar).bottom === "0px")
    .flatMap((bar) => [...bar.querySelectorAll("p, a, button, progress")])
    .filter((part) => {
      const box = part.getBoundingClientRect();
      const isAtRestBelow = box.top > innerHeight;
      return !isAtRestBelow && (box.top < top - 1 || box.bottom > innerHeight - bottom + 1);
    })
    .map((part) => `${part.localName} ${part.textContent}`);
}
