import { expect, type Page } from "@playwright/test";
import { LESSON_IDS, type LessonId } from "../../../src/domain/ids.ts";
import { translatePage } from "../../support/setup/translator.ts";
import { test } from "../support/academyTest.ts";
import { waitForWorker, watchForeignRequests, watchPage } from "../support/page.ts";
import { answerQuiz, submitQuiz } from "../support/quiz.ts";
import { becomeLearner } from "../support/shop.ts";

const NAME = "Ada Byron";

/** Answers all five questions correctly on the first attempt. */
async function passLesson(page: Page, id: LessonId): Promise<void> {
  await page.goto(`/academy/course/ai-fluency?lesson=${id}&step=99`);
  await page.evaluate(translatePage, "Chrome" as const);
  await page.getByRole("button", { name: "Take Quiz", exact: true }).click();
  await answerQuiz(page, id);
  await submitQuiz(page);
  await expect(page.getByRole("heading", { name: /^Your score: 100%/ })).toBeVisible();
}

test("a learner downloads the whole course, finishes it offline while the browser translates it, connects once and receives a certificate that another person can verify (S-021, S-022, S-023, S-056)", {
  tag: "@deep",
}, async ({ page, context, academy, browser }) => {
  test.slow();
  const foreign = watchForeignRequests(context);
  const faults = watchPage(page);
  await becomeLearner(page, academy, "whole.course@example.org", "a-password-of-my-own");
  await waitForWorker(page);
  await page.goto("/academy/device");
  await expect(page.getByText(/^The whole course is on this device/)).toBeVisible();

  await context.setOffline(true);
  for (const id of LESSON_IDS) await test.step(`completes lesson ${id}`, () => passLesson(page, id));
  const dialog = page.getByRole("dialog", { name: "You have completed the course" });
  await expect(dialog).toContainText("Go online to receive your certificate");
  await page.goto("/academy/dashboard");
  await expect(page.getByText("100%").first()).toBeVisible();
  await page.goto("/academy/course/ai-fluency");
  await expect(page.getByText("11 of 11 lessons complete").first()).toBeAttached();
  await expect(dialog).toContainText("Go online to receive your certificate");

  await context.setOffline(false);
  await page.evaluate(translatePage, "Chrome" as const);
  await expect(dialog.getByLabel("Your name")).toHaveValue(NAME);
  await dialog.getByRole("button", { name: "Confirm and get certificate" }).click();
  const certificate = dialog.getByRole("article", { name: "Certificate of completion" });
  await expect(certificate.getByText("Certificate number")).toBeVisible();
  const address = await certificate.getByRole("link").getAttribute("href");

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(address ?? "");
  await expect(stranger.getByRole("heading", { name: "This certificate is valid" })).toBeVisible();
  await expect(stranger.getByText(NAME, { exact: true })).toBeVisible();
  expect(foreign).toEqual([]);
  expect(faults).toEqual([]);
});
