import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../support/academyTest.ts";
import { expectNoSidewaysScroll, watchPage } from "../support/page.ts";
import { expectQuizAccessible, packOf } from "../support/quiz.ts";
import { becomeLearner } from "../support/shop.ts";

const PHONE = { width: 390, height: 844 };

// No worker and no trace, for the same reasons as in the player's test.
test.use({
  serviceWorkers: "block",
  trace: "off",
  viewport: PHONE,
  hasTouch: true,
  isMobile: true,
  actionTimeout: 10_000,
});

const LESSON = "/academy/course/ai-fluency?lesson=1&step=99";
const PASSWORD = "a-password-of-my-own";
const LANDSCAPE = { width: 844, height: 390 };
const SMALLEST = { width: 320, height: 568 };
const TARGET_PX = 44;
const { questions } = packOf("1").quiz;

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const group = (page: Page, number: number) =>
  page.getByRole("group", { name: new RegExp(`^Question ${number} of 5`) });
const legend = (page: Page, number: number) => group(page, number).locator("legend");
const bar = (page: Page) => page.locator(".quiz-bar");

/** The right option of the question, or the one after it. */
function option(page: Page, number: number, { wrong = false } = {}): Locator {
  const { options, correctAnswer } = questions[number - 1] ?? { options: [], correctAnswer: 0 };
  const name = options[wrong ? (correctAnswer + 1) % 4 : correctAnswer] ?? "";
  return group(page, number).getByRole("radio", { name, exact: true });
}

/** Resolves to the element's box in CSS pixels of the window. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element} is not visible`);
  return { ...box, bottom: box.y + box.height };
}

async function expectBarAtTheBottom(page: Page): Promise<void> {
  const height = page.viewportSize()?.height ?? 0;
  await expect.poll(async () => Math.round((await boxOf(bar(page))).bottom)).toBe(height);
}

/** Moves through the options with Tab and the arrow keys, and checks that each radio button is above the bar. */
async function expectNothingBehindBar(page: Page, number: number): Promise<void> {
  await legend(page, number).focus();
  await page.keyboard.press("Tab");
  for (let place = 0; place < 4; place += 1) {
    const focused = group(page, number).locator(":focus");
    await expect
      .poll(async () => (await boxOf(focused)).bottom - (await boxOf(bar(page))).y)
      .toBeLessThanOrEqual(0);
    await page.keyboard.press("ArrowDown");
  }
}

test("a learner answers a quiz by touch, one question at a time, closes the tab midway, and reads each explanation below the answer (S-021, S-022, S-059)", async ({
  page: first,
  academy,
}) => {
  const faults = watchPage(first);
  await becomeLearner(first, academy, "phone.touch@example.org", PASSWORD);

  await test.step("finds one question on the screen and large buttons at the bottom", async () => {
    await first.goto(LESSON);
    await button(first, "Take Quiz").tap();
    await expect(first.getByRole("heading", { name: "Quiz", exact: true })).toBeFocused();
    await expect(first.getByText("Pass: 80%")).toBeVisible();
    await expect(first.getByRole("radio")).toHaveCount(4);
    await expectBarAtTheBottom(first);
    expect((await boxOf(first.getByRole("form", { name: "Quiz" }))).y).toBeCloseTo(0, 0);
    const buttons = [button(first, "Back"), button(first, "Next"), button(first, "Cancel")];
    buttons.push(...(await first.getByRole("navigation", { name: "Questions" }).getByRole("button").all()));
    expect(buttons).toHaveLength(8);
    for (const each of buttons) {
      const { width, height } = await boxOf(each);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(TARGET_PX);
    }
  });

  await test.step("answers two questions and leaves one out", async () => {
    await option(first, 1).tap();
    await button(first, "Next").tap();
    await expect(legend(first, 2)).toBeFocused();
    await option(first, 2).tap();
    await button(first, "Question 4, not answered").tap();
    await expect(legend(first, 4)).toBeFocused();
    await option(first, 4, { wrong: true }).tap();
    await expect(button(first, "Question 4, answered")).toBeVisible();
    await expectQuizAccessible(first, [320, 768]);
    await first.setViewportSize(PHONE);
  });

  await test.step("turns the phone and enlarges the text", async () => {
    await first.setViewportSize(LANDSCAPE);
    await button(first, "Question 3, not answered").tap();
    await expectBarAtTheBottom(first);
    await expectNothingBehindBar(first, 3);
    await first.evaluate(() => document.documentElement.style.setProperty("font-size", "212.5%"));
    for (const size of [SMALLEST, LANDSCAPE]) {
      await first.setViewportSize(size);
      await expectNoSidewaysScroll(first);
      await button(first, "Question 3, answered").tap();
      await expectNothingBehindBar(first, 3);
      // The last question has the longest button.
      await button(first, "Question 5, not answered").tap();
      const text = option(first, 5).locator("xpath=following-sibling::span");
      expect((await boxOf(text)).width).toBeGreaterThan(SMALLEST.width / 3);
    }
    await button(first, "Cancel").tap();
    await button(first, "Take Quiz").tap();
    await button(first, "Start again").tap();
    await first.evaluate(() => document.documentElement.style.removeProperty("font-size"));
    await first.setViewportSize(PHONE);
    for (const number of [1, 2]) {
      await option(first, number).tap();
      await button(first, "Next").tap();
    }
    await button(first, "Question 4, not answered").tap();
    await option(first, 4, { wrong: true }).tap();
    await expect(button(first, "Question 4, answered")).toBeVisible();
    await first.close();
  });

  const page = await first.context().newPage();
  faults.push(...watchPage(page));

  await test.step("returns to the first unanswered question in a new tab", async () => {
    await page.goto(LESSON);
    await button(page, "Take Quiz").tap();
    await expect(page.getByText("Your answers are as you left them.")).toBeVisible();
    await expect(group(page, 3)).toBeVisible();
    await button(page, "Question 4, answered").tap();
    await expect(option(page, 4, { wrong: true })).toBeChecked();
    await button(page, "Next").tap();
    await expect(page.getByText("Still to answer: questions 3 and 5.")).toBeVisible();
    await expect(button(page, "Submit Quiz")).toBeDisabled();
    await expectQuizAccessible(page, [320, 768]);
    await page.setViewportSize(PHONE);
    await option(page, 5).tap();
    await expect(page.getByText("Still to answer: question 3.")).toBeVisible();
    await button(page, "Question 3, not answered").tap();
    await option(page, 3).tap();
    await button(page, "Question 5, answered").tap();
    await button(page, "Submit Quiz").tap();
  });

  await test.step("sees the score first, then each explanation below the chosen option", async () => {
    await expect(page.getByRole("heading", { name: /^Your score: 80%/ })).toBeFocused();
    await expect(page.getByRole("radio")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Next: lesson 2" })).toBeVisible();
    await expect(page.getByText("Lesson Complete!")).toBeVisible();
    for (const size of [PHONE, SMALLEST]) {
      await page.setViewportSize(size);
      await expect.poll(() => page.evaluate(coveredByMessages)).toEqual([]);
    }
    await expectQuizAccessible(page, [320, 768]);
    await page.setViewportSize(PHONE);
    // The other sizes have scrolled the page.
    await page.getByRole("form", { name: "Quiz" }).evaluate((form) => form.scrollIntoView());
    await expectBarAtTheBottom(page);
    await button(page, "Question 1, correct").tap();
    await expect(legend(page, 1)).toBeFocused();
    await expect(group(page, 1).getByText("Correct", { exact: true })).toBeVisible();
    await button(page, "Back").tap();
    await button(page, "See your mistake").tap();
    await expect(legend(page, 4)).toBeFocused();
    const chosen = await boxOf(group(page, 4).locator("label:has(:checked)"));
    const verdict = group(page, 4).getByText(/^Incorrect\. Correct answer:/);
    expect((await boxOf(verdict)).y - chosen.bottom).toBeGreaterThan(0);
    expect((await boxOf(verdict)).y - chosen.bottom).toBeLessThan(40);
    await expectQuizAccessible(page, [320, 768]);
    await page.setViewportSize(PHONE);
    await button(page, "All questions on one page").tap();
    await expect(page.getByRole("radio")).toHaveCount(20);
    await expect(page.getByText("Correct", { exact: true })).toHaveCount(4);
    await expectQuizAccessible(page, [320, 768]);
    await page.setViewportSize(PHONE);
  });

  await test.step("finds all questions on one page the next time, and chooses one at a time again", async () => {
    await page.reload();
    await button(page, "Take Quiz").tap();
    await expect(page.getByRole("radio")).toHaveCount(20);
    await button(page, "One question at a time").tap();
    await expect(legend(page, 1)).toBeFocused();
    await expect(page.getByRole("radio")).toHaveCount(4);
  });

  expect(faults).toEqual([]);
});

/** Runs in the page. The controls and the score that a message covers. */
function coveredByMessages(): string[] {
  const messages = [...document.querySelectorAll(".toasts li")].map((each) => each.getBoundingClientRect());
  return [...document.querySelectorAll("main a, main button, #quiz-score")]
    .filter((each) => {
      const box = each.getBoundingClientRect();
      return messages.some(({ top, bottom }) => box.bottom > top + 1 && box.top < bottom - 1);
    })
    .map((each) => `${each.textContent}`);
}
