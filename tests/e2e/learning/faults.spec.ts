import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page, test } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { CHROMIUM_ARGS, requireHeadless } from "../../support/programs.ts";
import { type AcademyProcess, startAcademyProcess } from "../../support/server/academyProcess.ts";
import { killBrowser } from "../support/killBrowser.ts";
import { waitForWorker } from "../support/page.ts";
import { answerQuiz, submitQuiz } from "../support/quiz.ts";
import { becomeLearner, signIn } from "../support/shop.ts";

const PASSWORD = "a-password-of-my-own";
const AUTH_KEY = "sb-academy-auth-token";
const FIRST_VISIT_MS = 60_000;

let academy: AcademyProcess;

test.beforeAll(async () => {
  academy = await startAcademyProcess();
});
test.afterAll(() => academy.dispose());

/** The last step of a lesson, with the quiz. */
const lesson = (id: string) => `${academy.url}/academy/course/ai-fluency?lesson=${id}&step=99`;

/** Opens a lesson and waits until it is readable and the worker can serve it without a network. */
async function keepLesson(page: Page, id: string): Promise<void> {
  await page.goto(lesson(id));
  // A new device installs the app and downloads the course at the same time.
  await expect(page.getByRole("button", { name: "Take Quiz", exact: true })).toBeVisible({
    timeout: FIRST_VISIT_MS,
  });
  await waitForWorker(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "Take Quiz", exact: true })).toBeVisible();
}

async function markComplete(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Mark as Complete", exact: true }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
}

/** The lessons that are complete on the server, requested by their owner with plain supabase-js. */
async function completedOnServer(email: string): Promise<string[]> {
  const { supabaseUrl, publishableKey } = await academy.config();
  const client = createClient(supabaseUrl, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  const { data } = await client.from("course_progress").select("lesson_id, completed").order("lesson_id");
  return (data ?? []).filter((row) => row.completed).map((row) => row.lesson_id);
}

test("work shown as saved is not lost when the browser is killed at that moment", async () => {
  const profile = mkdtempSync(join(tmpdir(), "academy-profile-"));
  const open = () =>
    chromium.launchPersistentContext(profile, { executablePath: requireHeadless(), args: CHROMIUM_ARGS });
  let context: BrowserContext = await open();
  try {
    let page = await context.newPage();
    await becomeLearner(page, academy, "killed@example.org", PASSWORD);
    // Browsers write local storage, which contains the session, to disk some seconds late. Closing the browser writes
    // it now, because this test is about the work only: after a crash, a learner may have to sign in again.
    await context.close();
    context = await open();
    page = await context.newPage();
    await keepLesson(page, "1");
    await context.setOffline(true);
    await markComplete(page);
    const closed = context.waitForEvent("close");
    killBrowser(profile);
    await closed;

    context = await open();
    page = await context.newPage();
    await page.goto(lesson("1"));
    // For a moment, the worker's instant lesson and the app both show it.
    await expect(page.getByText("Completed", { exact: true }).first()).toBeVisible();
    await expect(async () => expect(await completedOnServer("killed@example.org")).toEqual(["1"])).toPass();
  } finally {
    await context.close().catch(() => undefined);
    rmSync(profile, { recursive: true, force: true });
  }
});

test("a learner whose token expired offline can study immediately, and everything is sent later", {
  tag: "@deep",
}, async ({ context, page }) => {
  await becomeLearner(page, academy, "train@example.org", PASSWORD);
  await keepLesson(page, "2");
  await context.setOffline(true);
  await page.evaluate((key) => {
    const stored = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...stored, expires_at: 1, expires_in: 0 }));
  }, AUTH_KEY);
  await page.reload();
  await page.getByRole("button", { name: "Take Quiz", exact: true }).click();
  await answerQuiz(page, "2");
  await submitQuiz(page);
  await expect(page.getByText("Lesson Complete!")).toBeVisible();
  await context.setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(async () => expect(await completedOnServer("train@example.org")).toEqual(["2"])).toPass();
});

test("on a shared device no user sees another's work, and unsent work waits for its owner", {
  tag: "@deep",
}, async ({ context, page }) => {
  await becomeLearner(page, academy, "first@example.org", PASSWORD);
  await keepLesson(page, "1");
  await context.setOffline(true);
  await markComplete(page);
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("2 changes have not been sent yet.");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/auth/);
  await context.setOffline(false);

  await becomeLearner(page, academy, "second@example.org", PASSWORD);
  await page.goto(`${academy.url}/academy/course/ai-fluency`);
  await expect(page.getByText("0 of 11 lessons complete")).toBeVisible();
  await page.goto(lesson("2"));
  await markComplete(page);
  await expect(async () => expect(await completedOnServer("second@example.org")).toEqual(["2"])).toPass();
  expect(await completedOnServer("first@example.org")).toEqual([]);

  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await signIn(page, "first@example.org", PASSWORD);
  await expect(page).toHaveURL(/\/academy\/dashboard$/);
  await expect(async () => expect(await completedOnServer("first@example.org")).toEqual(["1"])).toPass();
});

test("two tabs used at the same time show the same work and send all of it", { tag: "@deep" }, async ({
  context,
  page,
}) => {
  await becomeLearner(page, academy, "tabs@example.org", PASSWORD);
  const second = await context.newPage();
  await page.goto(lesson("1"));
  await second.goto(lesson("2"));
  await Promise.all([markComplete(page), markComplete(second)]);
  await expect(page.getByText("2 of 11 lessons complete")).toBeVisible();
  await expect(second.getByText("2 of 11 lessons complete")).toBeVisible();
  await expect(async () => expect(await completedOnServer("tabs@example.org")).toEqual(["1", "2"])).toPass();
});

test("a learner stays signed in when the browser drops either localStorage or IndexedDB", {
  tag: "@deep",
}, async ({ context, page }) => {
  await becomeLearner(page, academy, "evicted@example.org", PASSWORD);
  await keepLesson(page, "2");
  await test.step("without IndexedDB, the session restores the identity and the sync restores the lessons", async () => {
    await page.goto(`${academy.url}/healthz`);
    await page.evaluate(async () => {
      for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
    });
    await page.goto(lesson("2"));
    await expect(page.getByRole("button", { name: "Take Quiz", exact: true })).toBeVisible();
  });
  await test.step("offline without local storage, the learner can continue with the identity in IndexedDB", async () => {
    await page.evaluate(() => localStorage.clear());
    await context.setOffline(true);
    await page.goto(lesson("2"));
    await markComplete(page);
    await context.setOffline(false);
    await expect(page.getByText("Please sign in again")).toBeVisible();
    await page.getByRole("link", { name: "Sign in again" }).click();
    await signIn(page, "evicted@example.org", PASSWORD);
    await expect(async () => expect(await completedOnServer("evicted@example.org")).toEqual(["2"])).toPass();
  });
});
