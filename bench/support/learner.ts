import type { Page } from "@playwright/test";
import { fillStudentForm, payByCard, signIn, temporaryPasswordIn } from "../../tests/e2e/support/shop.ts";
import type { AcademyProcess, SentMail } from "../../tests/support/server/academyProcess.ts";
import type { Bench } from "./bench.ts";

export type Learner = { email: string; password: string };

const STEP_TIMEOUT_MS = 60_000;
const MAIL_INTERVAL_MS = 200;

/** Buys the course as a guest and replaces the temporary password. */
export async function enrolLearner(bench: Bench, academy: AcademyProcess): Promise<Learner> {
  const learner = { email: "bench@example.org", password: "measured-in-the-same-run" };
  const context = await bench.openProfile({ serviceWorkers: "block" });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const page = await context.newPage();
  await page.goto(`${academy.url}/academy/checkout/student?paymentType=full`);
  await fillStudentForm(page, learner.email);
  await page.getByRole("button", { name: /^Complete Enrollment/ }).click();
  await page.getByText("Test mode").waitFor();
  await payByCard(page);
  await page.getByRole("heading", { name: "Welcome to the academy" }).waitFor();
  const mail = await mailWithPassword(academy, learner.email);
  await page.getByRole("link", { name: "Sign In Now" }).click();
  await signIn(page, learner.email, temporaryPasswordIn(mail));
  await page.getByLabel("New password").fill(learner.password);
  await page.getByRole("button", { name: "Save and continue" }).click();
  await page.waitForURL("**/academy/dashboard");
  await context.close();
  return learner;
}

/** Signs in on the academy's own page and waits until the first lesson is readable on this device. */
export async function signInAndInstall(page: Page, url: string, learner: Learner): Promise<void> {
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  await page.goto(`${url}/auth`);
  await signIn(page, learner.email, learner.password);
  await page.waitForURL("**/academy/dashboard");
  await page.goto(lessonUrl(url));
  await page.getByRole("link", { name: "Continue", exact: true }).waitFor();
}

export const lessonUrl = (url: string) => `${url}/academy/course/ai-fluency?lesson=1`;
/** The text of a lesson, in the academy and in the floors. */
export const LESSON_TEXT = ".prose p";

async function mailWithPassword(academy: AcademyProcess, to: string): Promise<SentMail> {
  const deadline = Date.now() + STEP_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const mail = (await academy.mails()).find(
      (each) => each.to === to && /Temporary password:/.test(each.text),
    );
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, MAIL_INTERVAL_MS));
  }
  throw new Error(`no password was emailed to ${to}`);
}
