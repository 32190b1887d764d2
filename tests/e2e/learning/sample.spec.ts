import { expect } from "@playwright/test";
import { expectAccessible } from "../support/accessible.ts";
import { expectNoSidewaysScroll } from "../support/page.ts";
import { answerQuiz, submitQuiz } from "../support/quiz.ts";
import { fillStudentForm, payByCard, signInAsGuest, submitButton } from "../support/shop.ts";
import { test } from "../support/shopTest.ts";

const EMAIL = "kept.result@example.org";
const END = "/academy/course/ai-fluency?lesson=1&step=99";
const QUESTION = "Add your result of lesson 1?";

/** A phone by default (shopTest.ts). */
test("S-159, S-160: a visitor who passes the free quiz keeps the result, buys a plan and finds it in the course, graded by the server", async ({
  page,
  academy,
  backstage,
}) => {
  test.slow();
  await test.step("passes the quiz", async () => {
    await page.goto(END);
    await page.getByRole("button", { name: "Take Quiz", exact: true }).click();
    await page.getByRole("button", { name: "All questions on one page" }).click();
    await answerQuiz(page, "1", { wrong: 1 });
    await submitQuiz(page);
    await expect(page.getByRole("heading", { name: "Your score: 80%" })).toBeVisible();
    await page.getByRole("button", { name: "Keep this result" }).click();
    await expect(page.getByText(/^Your result is kept in this browser until/)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

  await test.step("buys the student plan", async () => {
    await page.getByRole("link", { name: "Students" }).click();
    await page.getByRole("button", { name: "Continue to Checkout" }).click();
    await fillStudentForm(page, EMAIL);
    await submitButton(page, "student").click();
    await payByCard(page);
    await signInAsGuest(page, academy, EMAIL, "a-password-of-my-own");
  });

  await test.step("adds the result", async () => {
    await expect(page.getByText(QUESTION)).toBeVisible();
    await page.getByRole("button", { name: "Yes, add it" }).click();
    await expect(page.getByText("Your result was added")).toBeVisible();
    await expect(page.getByText(QUESTION)).toBeHidden();
    const found = backstage.database.from("profiles").select("id").eq("email", EMAIL).single();
    const { id } = (await found).data ?? {};
    await expect(async () => {
      const row = (table: string) => backstage.database.from(table).select("*").eq("user_id", id).single();
      const [attempt, enrolled] = [await row("quiz_attempts"), await row("course_enrollments")];
      expect(attempt.data).toMatchObject({ lesson_id: "1", score: 80, passed: true });
      expect(attempt.data.taken_at >= enrolled.data.started_at).toBe(true);
    }).toPass();
    expect(await page.evaluate(() => localStorage.getItem("academy-kept-result"))).toBeNull();
  });
});
