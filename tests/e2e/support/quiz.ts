import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { LessonId } from "../../../src/domain/ids.ts";
import { readCompiledCourse } from "../../../tools/content/compiledCourse.ts";
import { expectAccessible } from "./accessible.ts";
import { tabTo } from "./keyboard.ts";

const course = await readCompiledCourse(join(import.meta.dirname, "..", "..", "..", "content"));

/** The lesson, compiled from the content of the project. */
export function packOf(lessonId: LessonId) {
  if ("errors" in course) throw new Error("the course has errors");
  const pack = course.packs.find((each) => each.lessonId === lessonId);
  if (!pack) throw new Error(`there is no lesson ${lessonId}`);
  return pack;
}

/** Answers the open quiz with the answers in the content; the first `wrong` questions get another option. */
export async function answerQuiz(page: Page, lessonId: LessonId, { wrong = 0 } = {}): Promise<void> {
  for (const [index, question] of packOf(lessonId).quiz.questions.entries()) {
    const choice = index < wrong ? (question.correctAnswer + 1) % 4 : question.correctAnswer;
    const group = page.locator("fieldset").nth(index);
    await group.getByRole("radio", { name: question.options[choice] ?? "", exact: true }).check();
  }
}

/**
 * Answers the questions from index `from` up to, but not including, `to` with Tab, Space and arrow keys only. The focus
 * may be anywhere above them. The questions in `wrong` get another option.
 */
export async function answerByKeyboard(
  page: Page,
  lessonId: LessonId,
  { from, to, wrong = [] }: { from: number; to: number; wrong?: number[] },
): Promise<void> {
  for (const [index, question] of packOf(lessonId).quiz.questions.entries()) {
    if (index < from || index >= to) continue;
    const choice = wrong.includes(index) ? (question.correctAnswer + 1) % 4 : question.correctAnswer;
    const group = page.locator("fieldset").nth(index);
    await tabTo(page, group.getByRole("radio").first());
    await page.keyboard.press("Space");
    const goal = group.getByRole("radio", { name: question.options[choice] ?? "", exact: true });
    for (let presses = 0; presses < 4 && !(await goal.isChecked()); presses += 1) {
      await page.keyboard.press("ArrowDown");
    }
    await expect(goal).toBeChecked();
  }
}

export async function submitQuiz(page: Page): Promise<void> {
  const submit = page.getByRole("button", { name: "Submit Quiz" });
  await expect(submit).toBeEnabled();
  await submit.click();
}

/**
 * Checks the open quiz with axe at each width in pixels. Scrolls to the
 * end, where the bar covers nothing: anywhere else axe reports a radio button that the bar happens to cut in half as too
 * small a target, although the reader can scroll it into view.
 */
export async function expectQuizAccessible(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole("form", { name: "Quiz" }).evaluate((form) => form.scrollIntoView({ block: "end" }));
    await expectAccessible(page, [width]);
  }
}
