import { expect, type Page } from "@playwright/test";
import { stepsOf } from "../../../src/domain/course/steps.ts";
import { paths } from "../../../src/domain/paths.ts";
import { test } from "../support/academyTest.ts";
import { goBackstage } from "../support/backstage.ts";
import { tabTo } from "../support/keyboard.ts";
import { becomeMember } from "../support/member.ts";
import { watchPage } from "../support/page.ts";
import { packOf } from "../support/quiz.ts";

test.use({
  serviceWorkers: "block",
  trace: "off",
  hasTouch: true,
  viewport: { width: 390, height: 844 },
  contextOptions: { reducedMotion: "reduce" },
});

const STEPS = stepsOf(packOf("1"));
const LAST = STEPS.length;
const TABLE_STEP = STEPS.findIndex(({ html }) => html?.includes("<table")) + 1;
/** The step with this text in its HTML, wherever an edit of the lesson moves it. */
const stepWith = (text: string) => STEPS.findIndex(({ html }) => html?.includes(text)) + 1;

const region = (page: Page, step: number) =>
  page.getByRole("region", { name: `Step ${step} of ${LAST}: ${STEPS[step - 1]?.title}`, exact: true });
const onward = (page: Page) => page.getByRole("link", { name: "Continue", exact: true });

async function open(page: Page, step: number): Promise<void> {
  await page.goto(paths.course("1", { step }));
  await expectStep(page, step);
  await expect(page.getByRole("button", { name: "Contents" })).toBeEnabled();
}

/** Expects this step, and no other one, on screen, and its number in the address. */
async function expectStep(page: Page, step: number): Promise<void> {
  await expect(region(page, step)).toBeVisible();
  await expect(page.getByRole("region", { name: /^Step / })).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`lesson=1(&step=${step}$|#)`));
  await expect.poll(() => shownSteps(page)).toEqual([step]);
}

function shownSteps(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main [data-step]")]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height > 0)
      .map((each) => Number(each.dataset.step)),
  );
}

test("a whole lesson can be read by keyboard, with the focus on each step, up to its quiz", async ({
  page,
}) => {
  const faults = watchPage(page);
  await open(page, 1);

  for (let step = 1; step < LAST; step += 1) {
    if (step % 2 === 0) {
      await page.keyboard.press("ArrowRight");
    } else {
      await tabTo(page, onward(page));
      await page.keyboard.press("Enter");
    }
    await expectStep(page, step + 1);
    await expect(region(page, step + 1)).toBeFocused();
  }
  await expect(onward(page)).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expectStep(page, LAST);

  await tabTo(page, page.getByRole("button", { name: "Contents" }));
  await page.keyboard.press("Enter");
  const contents = page.getByRole("dialog", { name: "Contents and tools" });
  await expect(contents.getByRole("button", { name: /Summary and quiz/ })).toHaveAttribute(
    "aria-current",
    "step",
  );
  await page.keyboard.press("ArrowLeft");
  await tabTo(page, contents.getByRole("button", { name: new RegExp(`^${TABLE_STEP}`) }));
  await page.keyboard.press("Enter");
  await expectStep(page, TABLE_STEP);
  await expect(region(page, TABLE_STEP)).toBeFocused();

  await page.goto(paths.course("1", { step: LAST }));
  await tabTo(page, page.getByRole("button", { name: "Take Quiz", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Quiz" })).toBeFocused();
  expect(faults).toEqual([]);
});

test("a swipe changes the step, and a scroll, a gesture of the browser, a table and a selection do not", async ({
  page,
}) => {
  await open(page, 1);
  for (const step of [2, 3]) {
    await swipe(page, [300, 500], [90, 510]);
    await expectStep(page, step);
  }
  for (const step of [2, 1]) {
    await swipe(page, [90, 500], [300, 490]);
    await expectStep(page, step);
  }

  // Without a page to go forward to, for the browser's own gestures.
  await open(page, 2);
  await swipe(page, [200, 600], [190, 300]);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await swipe(page, [300, 500], [200, 400]);
  await swipe(page, [10, 500], [300, 500]);
  await swipe(page, [380, 500], [90, 500]);
  await expectStep(page, 2);

  await page.evaluate(() => {
    const words = document.querySelector("[data-step='2'] .prose p:not([class])")?.firstChild;
    if (words) getSelection()?.setBaseAndExtent(words, 0, words, 20);
  });
  await swipe(page, [300, 500], [90, 500]);
  await expectStep(page, 2);
  await page.evaluate(() => getSelection()?.removeAllRanges());

  await open(page, TABLE_STEP);
  const table = page.locator(".table-scroll").first();
  await table.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await table.boundingBox()) ?? {};
  const middle = Math.min(y + height / 2, 700);
  await swipe(page, [x + width - 40, middle], [x + 40, middle]);
  await expectStep(page, TABLE_STEP);
});

test("addresses of headings, search results, notes and the browser's search open the right step", async ({
  page,
  academy,
}) => {
  await becomeMember(page, await goBackstage(academy), "finder@example.org");

  await test.step("the address of a heading", async () => {
    await page.goto(paths.course("1", { part: "s-your-working-loop" }));
    await expectStep(page, stepWith("s-your-working-loop"));
    await expect(page.locator("#s-your-working-loop")).toBeInViewport();
    await page.goto("about:blank");
    await page.goto(paths.course("1", { part: "objectives-title" }));
    await expectStep(page, 1);
    await expect(page.locator("#objectives-title")).toBeInViewport();
  });

  await test.step("a search result", async () => {
    await page.goto(paths.search("one sentence to keep"));
    await page.getByRole("main").getByRole("link", { name: "One sentence to keep" }).first().click();
    await expectStep(page, stepWith("s-one-sentence-to-keep"));
    await expect(page.locator("#s-one-sentence-to-keep")).toBeInViewport();
  });

  await test.step("the browser's search", async () => {
    await open(page, 1);
    // What a browser does before it reveals what it has found.
    await page.evaluate(() => {
      const found = document.querySelector("[data-step='7'] .prose p");
      found?.dispatchEvent(new Event("beforematch", { bubbles: true }));
      found?.scrollIntoView();
    });
    await expectStep(page, 7);
    await expect(page.locator("[data-step='7'] .prose p").first()).toBeInViewport();
  });

  await test.step("a note", async () => {
    await open(page, 3);
    await page.evaluate(() => {
      const words = document.querySelector("[data-step='3'] .prose > p")?.firstChild;
      if (words) getSelection()?.setBaseAndExtent(words, 0, words, 20);
    });
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByRole("textbox", { name: "Note" }).fill("Ask who can say no.");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.goto(paths.notes());
    await page.getByRole("main").locator('a[href*="#note-"]').click();
    await expectStep(page, 3);
    await expect(page.locator("[data-step='3'] .prose > p").first()).toBeInViewport();
  });
});

test("the choice to see the whole lesson on one page survives a reload, and the print has every step", async ({
  page,
}) => {
  const all = STEPS.map((_, index) => index + 1);
  await open(page, 3);
  await page.emulateMedia({ media: "print" });
  // The code of the last step loads after the text.
  await expect.poll(() => shownSteps(page)).toEqual(all);
  await page.emulateMedia({ media: "screen" });
  expect(await shownSteps(page)).toEqual([3]);

  await page.getByRole("button", { name: "Contents" }).click();
  await page.getByRole("button", { name: "Whole lesson on one page" }).click();
  await expect.poll(() => shownSteps(page)).toEqual(all);
  await page.reload();
  await expect.poll(() => shownSteps(page)).toEqual(all);
  await expect(onward(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Contents" }).click();
  await page.getByRole("button", { name: "One step at a time" }).click();
  await expect.poll(async () => (await shownSteps(page)).length).toBe(1);
});

test("Back and Forward of the browser go through the steps and restore the scroll position", async ({
  page,
}) => {
  const READ_TO_PX = 700;
  await open(page, 2);
  // By keyboard, because Playwright scrolls to a link that it clicks.
  for (const next of [3, 4]) {
    await page.evaluate((top) => scrollTo(0, top), READ_TO_PX);
    await page.keyboard.press("ArrowRight");
    await expectStep(page, next);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(200);
  }
  for (const former of [3, 2]) {
    await page.goBack();
    await expectStep(page, former);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(READ_TO_PX);
  }
  await page.goForward();
  await expectStep(page, 3);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(READ_TO_PX);
});

/** Moves a finger, in CSS pixels of the window. */
async function swipe(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const MOVES = 6;
  const at = (share: number) => ({
    x: from[0] + (to[0] - from[0]) * share,
    y: from[1] + (to[1] - from[1]) * share,
  });
  await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at(0)] });
  for (let move = 1; move <= MOVES; move += 1)
    await cdp.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [at(move / MOVES)] });
  await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await cdp.detach();
}
