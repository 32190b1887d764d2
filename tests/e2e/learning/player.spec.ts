import { expect, type Page } from "@playwright/test";
import { moduleOf } from "../../../src/domain/course/course.ts";
import { COURSE_ID, LESSON_IDS } from "../../../src/domain/ids.ts";
import { ACHIEVEMENTS } from "../../../src/entities/achievement/achievement.ts";
import { test } from "../support/academyTest.ts";
import { expectAccessible } from "../support/accessible.ts";
import { goBackstage } from "../support/backstage.ts";
import { tabTo } from "../support/keyboard.ts";
import { watchPage } from "../support/page.ts";
import { FOURTH_PART, placesOn, recordFirstFrame, scrollToFourthPart } from "../support/place.ts";
import { answerByKeyboard } from "../support/quiz.ts";
import { becomeLearner } from "../support/shop.ts";

// No worker: nothing here is offline, and it would fetch the whole site. No trace: recording every rendering of a long
// lesson takes longer than the test.
test.use({ serviceWorkers: "block", trace: "off" });

const EMAIL = "katherine@example.org";
const PASSWORD = "a-password-of-my-own";
const LESSON_1 = /What AI Is/;
const LESSON_2 = /How Chatbots Write/;

const title = (page: Page, name: RegExp) => page.getByRole("heading", { level: 1, name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function press(page: Page, name: string): Promise<void> {
  await tabTo(page, button(page, name));
  await page.keyboard.press("Enter");
}

/** S-017, S-019, S-020, S-021, S-022, S-058, S-059 and S-060, mostly by keyboard. */
test("a learner completes lessons by keyboard, closes the tab mid-quiz, and later resumes where they left off", async ({
  page: first,
  academy,
}) => {
  const faults = watchPage(first);
  await becomeLearner(first, academy, EMAIL, PASSWORD);

  await test.step("chooses a lesson and leaves its quiz half answered", async () => {
    await first.goto("/academy/course/ai-fluency");
    await tabTo(
      first,
      first.getByRole("navigation", { name: "Lessons" }).getByRole("link", { name: LESSON_1 }),
    );
    await first.keyboard.press("Enter");
    await expect(title(first, LESSON_1)).toBeFocused();
    await expect(first).toHaveURL(/\?lesson=1&step=1$/);
    await first.keyboard.press("ArrowRight");
    await expect(first).toHaveURL(/\?lesson=1&step=2$/);
    await expect(first.getByRole("region", { name: /^Step 2 of / })).toBeFocused();
    await first.keyboard.press("ArrowLeft");
    await expect(first.getByRole("region", { name: /^Step 1 of / })).toBeFocused();
    await press(first, "Contents");
    await first.getByRole("button", { name: /Summary and quiz/ }).press("Enter");
    await press(first, "Take Quiz");
    await expect(first.getByRole("heading", { name: "Quiz" })).toBeFocused();
    await answerByKeyboard(first, "1", { from: 0, to: 3 });
    await expect(button(first, "Submit Quiz")).toBeDisabled();
    await first.close();
  });

  const page = await first.context().newPage();
  faults.push(...watchPage(page));

  await test.step("finds the answers in another tab, gets one wrong, and passes", async () => {
    await page.goto("/academy/course/ai-fluency?lesson=1");
    await press(page, "Take Quiz");
    await expect(page.getByText("Your answers are as you left them.")).toBeVisible();
    await expect(page.getByText("3 of 5 questions answered")).toBeVisible();
    await answerByKeyboard(page, "1", { from: 3, to: 5, wrong: [4] });
    await press(page, "Submit Quiz");
    await expect(page.getByRole("heading", { name: /Your score: 80%/ })).toBeFocused();
    await expect(page.getByText("Lesson Complete!")).toBeVisible();
    await expect(page.getByText(/^Incorrect\. Correct answer:/)).toHaveCount(1);
    await expectAccessible(page, [320]);
    await press(page, "Back to Lesson");
    await expect(button(page, "Take Quiz (end of the lesson)")).toBeFocused();
    await expect(page.getByText("Your best score: 80%")).toBeVisible();
    await expect(page.getByRole("link", { name: /LinkedIn/ })).toBeVisible();
  });

  await test.step("continues with the next lesson, then goes back and forward", async () => {
    await tabTo(page, page.getByRole("link", { name: "Next: lesson 2" }));
    await page.keyboard.press("Enter");
    await expect(title(page, LESSON_2)).toBeFocused();
    await expect(page.getByRole("timer")).toHaveText(/^(30:00|29:5\d)$/);
    await page.goBack();
    await expect(title(page, LESSON_1)).toBeVisible();
    await expect(page.getByText("Completed", { exact: true })).toBeVisible();
    await page.goForward();
    await expect(title(page, LESSON_2)).toBeVisible();
  });

  await test.step("chooses a text size and a theme, which the next page also has", async () => {
    await press(page, "Contents");
    await page.locator("summary", { hasText: "Reading settings" }).press("Enter");
    await page.getByRole("radio", { name: "Larger" }).check();
    await page.getByRole("radio", { name: "Dark" }).check();
    await expectAccessible(page, [320]);
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto("/academy");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.locator("html")).toHaveCSS("background-color", "rgb(23, 20, 18)");
    await page.goto("/academy/course/ai-fluency?lesson=2&step=3");
  });

  await test.step("returns to the line where they stopped, without a jump", async () => {
    const line = page.locator(FOURTH_PART);
    await expect(line).toBeAttached();
    const stoppedAt = await page.evaluate(scrollToFourthPart, FOURTH_PART);
    await expect.poll(() => placesOn(page)).toMatchObject({ 2: { step: 3, part: 3 } });
    await page.addInitScript(recordFirstFrame, FOURTH_PART);
    await page.goto("/academy/course/ai-fluency?lesson=2");
    await expect(page).toHaveURL(/&step=3$/);
    await expect(line).toBeInViewport();
    const seenAt = await page.evaluate(() => document.documentElement.dataset.firstTop);
    expect(Math.abs(Number(seenAt) - stoppedAt)).toBeLessThan(40);
    await expect.poll(() => line.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(62);
  });

  await test.step("completes the last lesson, with the others completed on another device, and sees the certificate dialog", async () => {
    await completeElsewhere(academy, LESSON_IDS.slice(1, -1));
    await page.goto("/academy/course/ai-fluency?lesson=11&step=99");
    // On a narrow window the course outline, with this line, is in the contents.
    await expect(page.getByText("10 of 11 lessons complete")).toBeAttached();
    await press(page, "Mark as Complete");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await expectAccessible(page, [320]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByText("11 of 11 lessons complete")).toBeAttached();
    await page.reload();
    await expect(dialog).toBeVisible();
  });

  expect(faults).toEqual([]);

  async function completeElsewhere(
    where: Parameters<typeof goBackstage>[0],
    lessons: (typeof LESSON_IDS)[number][],
  ): Promise<void> {
    const device = (await goBackstage(where)).visitor();
    const { data, error } = await device.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
    expect(error).toBeNull();
    const user_id = data.user?.id;
    const completed_at = new Date().toISOString();
    const { error: refused } = await device.from("course_progress").upsert(
      lessons.map((lesson_id) => ({
        user_id,
        course_id: COURSE_ID,
        module_id: moduleOf(lesson_id).id,
        lesson_id,
        completed: true,
        completed_at,
      })),
    );
    expect(refused).toBeNull();
    expect(ACHIEVEMENTS.course_complete.lessons).toBe(lessons.length + 2);
  }
});
