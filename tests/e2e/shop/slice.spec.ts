import { expect, type Page, test } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { type AcademyProcess, startAcademyProcess } from "../../support/server/academyProcess.ts";
import { signUpAt } from "../../support/server/createAccount.ts";
import { waitForWorker, watchForeignRequests, watchPage } from "../support/page.ts";
import { answerQuiz, submitQuiz } from "../support/quiz.ts";
import { fillStudentForm, payByCard, signIn, temporaryPasswordIn, waitForMail } from "../support/shop.ts";

const EMAIL = "ada@example.org";
const PASSWORD = "a-password-of-my-own";

let academy: AcademyProcess;

test.beforeAll(async () => {
  academy = await startAcademyProcess();
});
test.afterAll(() => academy.dispose());

/** The last step of a lesson, with the quiz. */
const lesson = (id: string) => `${academy.url}/academy/course/ai-fluency?lesson=${id}&step=99`;
const take = (page: Page) => page.getByRole("button", { name: "Take Quiz", exact: true }).click();

/**
 * The whole product in one test: S-027, S-028, S-030, S-031, S-034, S-035, S-038, S-039, S-040, S-073, S-119, S-122.
 * Then S-009, S-010, S-017, S-018, S-019, S-021, S-022, S-117, S-118 and S-120.
 */
test("a visitor buys the course, learns offline with the server stopped, and finds the progress on a second device", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const foreign = watchForeignRequests(context);
  const page = await context.newPage();
  const faults = watchPage(page);

  await test.step("chooses the student plan and fills in the form", async () => {
    await page.goto(`${academy.url}/academy/pricing/student`);
    await expect(page.getByRole("heading", { name: "Choose Your Payment Option" })).toBeVisible();
    await page.getByRole("button", { name: "Continue to Checkout" }).click();
    await expect(page).toHaveURL(/\/academy\/checkout\/student\?paymentType=full$/);
    await expect(page.getByRole("heading", { name: "Complete Your Enrollment" })).toBeVisible();
    await expect(page.getByText("Get instant access - no account needed")).toBeVisible();
    const submit = page.getByRole("button", { name: "Complete Enrollment - £60.00" });
    await expect(submit).toBeDisabled();
    await fillStudentForm(page, EMAIL);
    const summary = page.getByRole("complementary", { name: "Order Summary" });
    await expect(summary).toContainText("VAT (20%)£10.00");
    await expect(summary).toContainText("Total£60.00");
    await submit.click();
  });

  await test.step("pays with a test card on the payment provider's page", async () => {
    await expect(page.getByText("£60.00").first()).toBeVisible();
    await payByCard(page);
    await expect(page).toHaveURL(/\/payment-success\?session_id=cs_/);
    await expect(page.getByRole("heading", { name: "Welcome to the academy" })).toBeVisible();
  });

  await test.step("signs in with the emailed password and must set a new one", async () => {
    const mail = await waitForMail(
      academy,
      ({ to, text }) => to === EMAIL && /Temporary password:/.test(text),
    );
    await page.getByRole("link", { name: "Sign In Now" }).click();
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await signIn(page, EMAIL, temporaryPasswordIn(mail));
    await expect(page).toHaveURL(/\/auth\/new-password(\?|$)/);
    await page.goto(`${academy.url}/academy/dashboard`);
    await expect(page).toHaveURL(/\/auth\/new-password(\?|$)/);
    await page.getByLabel("New password").fill(PASSWORD);
    await page.getByRole("button", { name: "Save and continue" }).click();
  });

  await test.step("sees the enrolment and the outline", async () => {
    await expect(page).toHaveURL(/\/academy\/dashboard$/);
    await expect(page.getByRole("main")).toContainText("Courses Enrolled");
    await page.getByRole("link", { name: "Continue Learning" }).click();
    await expect(page.getByText("11 practical lessons")).toBeVisible();
    await expect(page.getByText("4 comprehensive modules")).toBeVisible();
    await expect(page.getByText("0 of 11 lessons complete")).toBeVisible();
  });

  await test.step("can open lessons 1 and 2", async () => {
    await waitForWorker(page);
    await page.goto(lesson("2"));
    await expect(page.getByRole("button", { name: "Take Quiz", exact: true })).toBeVisible();
    await page.goto(lesson("1"));
    await expect(page.getByRole("button", { name: "Take Quiz", exact: true })).toBeVisible();
  });

  await test.step("goes offline, reloads, fails the quiz, passes it, and sees the lesson complete", async () => {
    await context.setOffline(true);
    await academy.stop();
    await page.reload();
    await take(page);
    await expect(page.getByText("Pass: 80%")).toBeVisible();
    await answerQuiz(page, "1", { wrong: 2 });
    await submitQuiz(page);
    await expect(page.getByText("Quiz Score: 60%")).toBeVisible();
    await expect(page.getByText(/^Incorrect\. Correct answer:/).first()).toBeVisible();
    await page.getByRole("button", { name: "Back to Lesson" }).click();
    await expect(page.getByText("Completed", { exact: true })).toBeHidden();
    await take(page);
    await answerQuiz(page, "1", { wrong: 1 });
    await submitQuiz(page);
    await expect(page.getByText("Lesson Complete!")).toBeVisible();
    await page.getByRole("button", { name: "Back to Lesson" }).click();
    await expect(page.getByText("Completed", { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByText("1 of 11 lessons complete")).toBeVisible();
  });

  await test.step("searches the lessons offline and opens a result at its place in the text", async () => {
    await page.getByRole("link", { name: "Search the course" }).click();
    await expect(page.getByRole("searchbox", { name: "Search for" })).toBeFocused();
    await page.keyboard.type("reads and writes in tok");
    await expect(page).toHaveURL(/\/academy\/search\?q=reads\+and\+writes\+in\+tok$/);
    await page.reload();
    const found = page.getByRole("region", { name: /^How Chatbots Write/ }).getByRole("link");
    await found.getByText("tokens", { exact: true }).click();
    await expect(page.getByRole("heading", { name: /^Idea 1: a chatbot/ })).toBeFocused();
    await expect(page.getByRole("heading", { name: /^Idea 1: a chatbot/ })).toBeInViewport();
    await page.goBack();
    await expect(found.first()).toBeVisible();
  });

  await test.step("comes back online, and the work is in the database", async () => {
    await academy.restart();
    await context.setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    const learner = await plainClient();
    const { error } = await learner.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
    expect(error).toBeNull();
    await expect(async () => {
      const { data } = await learner.from("course_progress").select("lesson_id, completed, quiz_score");
      expect(data).toEqual([{ lesson_id: "1", completed: true, quiz_score: 80 }]);
    }).toPass();
    const { data: attempts } = await learner.from("quiz_attempts").select("score, passed").order("taken_at");
    expect(attempts).toEqual([
      { score: 60, passed: false },
      { score: 80, passed: true },
    ]);
    await expect(async () => {
      const { data } = await learner.from("user_achievements").select("achievement_type, achievement_name");
      expect(data).toEqual([{ achievement_type: "first_lesson", achievement_name: "First Lesson Complete" }]);
    }).toPass();
  });

  await test.step("the learner's second browser shows the progress", async () => {
    const second = await (await browser.newContext()).newPage();
    await second.goto(`${academy.url}/auth`);
    await signIn(second, EMAIL, PASSWORD);
    await expect(second).toHaveURL(/\/academy\/dashboard$/);
    await second.goto(`${academy.url}/academy/course/ai-fluency`);
    await expect(second.getByText("1 of 11 lessons complete")).toBeVisible();
    await second.context().close();
  });

  await test.step("another user and an anonymous client cannot read any of it", async () => {
    const anonymous = await plainClient();
    const stranger = await plainClient();
    const account = { email: "stranger@example.org", password: "another-password" };
    await signUpAt(academy.url, account);
    const { error } = await stranger.auth.signInWithPassword(account);
    expect(error).toBeNull();
    const tables = ["course_progress", "quiz_attempts", "user_achievements", "course_enrollments", "orders"];
    for (const client of [anonymous, stranger]) {
      for (const table of tables) expect((await client.from(table).select("*")).data ?? []).toEqual([]);
      const { data: lessons } = await client.from("lessons").select("lesson_id");
      expect(lessons).toEqual([{ lesson_id: "1" }]);
    }
  });

  expect(foreign).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

test("a visitor reads the free lesson and takes its quiz, and nothing is saved (S-074)", async ({ page }) => {
  const faults = watchPage(page);
  await page.goto(lesson("1"));
  await expect(page.getByRole("button", { name: "Take Quiz", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark as Complete", exact: true })).toBeDisabled();
  await page.goto(lesson("2"));
  await expect(page.getByRole("button", { name: "Take Quiz", exact: true })).toBeHidden();
  await page.goto(`${academy.url}/academy/dashboard`);
  await expect(page).toHaveURL(/\/auth/);
  expect(faults).toEqual([]);
});

async function plainClient() {
  const { supabaseUrl, publishableKey } = await academy.config();
  return createClient(supabaseUrl, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}
