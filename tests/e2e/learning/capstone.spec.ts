import { expect, type Page } from "@playwright/test";
import type { Tier } from "../../../src/domain/sales/plans.ts";
import { test } from "../support/academyTest.ts";
import { expectAccessible } from "../support/accessible.ts";
import type { Backstage } from "../support/backstage.ts";
import { signUpEnrolled } from "../support/enrol.ts";
import { waitForWorker, watchPage } from "../support/page.ts";
import { becomeReviewer } from "../support/reviewer.ts";
import { signIn } from "../support/shop.ts";

const PHONE = { width: 390, height: 844 };
const WIDTHS = [390, 1280];
const PASSWORD = "a-password-of-my-own";
const READ = "Read it before you hand it in";
const REVIEW = {
  p_scores: [3, 2, 3, 0, 2],
  p_comments: [
    "The test by language is workable.",
    "The prompt is generic.",
    "Dated, with an owner.",
    "Only one tradition is named.",
    "Say who can refuse.",
  ],
  p_overall: "A clear case. Add a second tradition and put it to work.",
  p_has_sources: true,
  p_has_diligence: true,
};

async function becomeLearnerOf(tier: Tier, page: Page, backstage: Backstage, email: string): Promise<string> {
  const ada = { email, password: PASSWORD, firstName: "Ada", lastName: "Byron", tier };
  const { userId } = await signUpEnrolled(backstage, ada);
  await page.setViewportSize(PHONE);
  await page.goto("/auth");
  await signIn(page, email, PASSWORD);
  await expect(page).toHaveURL("/academy/dashboard");
  return userId;
}

/** Writes into sections of the capstone, by the beginning of their labels, on the page of the workbook. */
async function write(page: Page, texts: Record<string, string>): Promise<void> {
  await page.goto("/academy/workbook");
  await page.getByRole("button", { name: "Open all lessons" }).click();
  for (const [label, text] of Object.entries(texts)) {
    const box = page.getByRole("textbox", { name: new RegExp(`^${label}`) });
    await box.fill(text);
    await box.blur();
  }
  await expect(page.getByText("Saved on this device")).toHaveCount(Object.keys(texts).length);
}

/** Checks the page in both themes, then returns to the phone's width. */
async function check(page: Page): Promise<void> {
  await expectAccessible(page, WIDTHS);
  await page.setViewportSize(PHONE);
}

async function cameBack(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.evaluate(() => dispatchEvent(new Event("online")));
}

/** The hand-ins of this learner on the server, as the reviewers' console will find them. */
async function handInsOf({ database }: Backstage, userId: string) {
  const { data, error } = await database
    .from("capstone_hand_ins")
    .select("id, attempt, texts")
    .eq("user_id", userId)
    .order("attempt");
  expect(error).toBeNull();
  return data ?? [];
}

test("a learner with a reviewer's plan hands in the capstone offline, reads the review, and hands in again", async ({
  page,
  context,
  backstage,
}) => {
  const faults = watchPage(page);
  const userId = await becomeLearnerOf("ngo", page, backstage, "capstone@example.org");
  await waitForWorker(page);

  await test.step("sees on the dashboard that a reviewer reads it, and what is missing on the page", async () => {
    const plan = page.getByRole("region", { name: "Your plan includes" });
    await expect(plan).toContainText(
      "A person reads your capstone project and answers with points and comments",
    );
    await plan.getByRole("link", { name: "Open your capstone" }).click();
    await expect(page.getByText("0 of 9 sections")).toBeVisible();
    await check(page);
    const write = page.getByRole("link", { name: "Write it (4. Rules)" });
    // Until the lesson is on the device, the link leads to its beginning.
    await expect(write).toHaveAttribute("href", /step=\d/);
    await write.click();
    await expect(page.getByRole("textbox", { name: /^4\. EU tier/ })).toBeVisible();
    await page.goto("/academy/course/ai-fluency?lesson=11&step=99");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

  await test.step("reads the copy offline, confirms its empty sections and hands it in by keyboard", async () => {
    await write(page, {
      "1\\.": "A chatbot that sorts messages of tenants.",
      "4\\.": "Minimal tier. Law as at 20 November 2026; not legal advice.",
      "9\\.": "I used no AI.",
    });
    await context.setOffline(true);
    await page.getByRole("link", { name: "Hand in your capstone" }).click();
    await expect(page.getByText("3 of 9 sections")).toBeVisible();
    await page.getByRole("button", { name: READ }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "The copy that you hand in" })).toBeFocused();
    await expect(page.getByText("A chatbot that sorts messages of tenants.")).toBeVisible();
    await check(page);
    await page.getByRole("button", { name: "Hand in", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Tick this box, or go back and write what is missing.")).toBeVisible();
    await page.getByRole("checkbox").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Your capstone is handed in" })).toBeFocused();
    await expect(page.getByText("Not sent yet")).toBeVisible();
    await expect(page.getByText("You are offline. It is saved on this device")).toBeVisible();
    await check(page);
    expect(await handInsOf(backstage, userId)).toEqual([]);
  });

  await test.step("sees offline after a reload that day 30 is done, and that it was sent once online", async () => {
    await page.goto("/academy/dashboard");
    await page.getByText("See every step").click();
    const steps = page.getByRole("region", { name: "Your 30 days" }).getByRole("listitem");
    await expect(steps.filter({ hasText: /^Hand in your capstone/ })).toContainText("done");
    await page.goto("/academy/capstone");
    await expect(page.getByText("Not sent yet")).toBeVisible();
    await cameBack(page);
    await expect(page.getByText("Received", { exact: true })).toBeVisible();
    await expect(page.getByText("Waiting for a reviewer")).toBeVisible();
    await check(page);
  });

  const reviewer = await becomeReviewer(backstage, "reviewer@example.org");

  await test.step("reads the points and comments of the reviewer", async () => {
    const [handIn] = await handInsOf(backstage, userId);
    expect(handIn?.texts).toMatchObject({ "l11-diligence": "I used no AI." });
    const reviewed = await reviewer.rpc("review_capstone", { p_hand_in: handIn?.id, ...REVIEW });
    expect(reviewed.error).toBeNull();
    expect(reviewed.data).toBe(false);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Not a pass yet: 10 of 20 points" })).toBeVisible();
    const table = page.getByRole("table", { name: "Points and comments" });
    await expect(table.getByRole("row", { name: /Plural ethics/ })).toContainText(
      "Only one tradition is named.",
    );
    await expect(page.getByText(REVIEW.p_overall)).toBeVisible();
    await expect(page.getByText("Nothing has changed since your first attempt yet.")).toBeVisible();
    await check(page);
  });

  await test.step("hands in again, and sees a pass", async () => {
    await write(page, { "6\\.": "Rights, and Ubuntu as Sabelo Mhlambi argues." });
    await page.goto("/academy/capstone");
    await page.getByRole("button", { name: READ }).click();
    await expect(page.getByText("Changed", { exact: true })).toHaveCount(1);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Hand in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Your second attempt is handed in" })).toBeVisible();
    await expect(page.getByText("Received", { exact: true })).toBeVisible();
    const second = (await handInsOf(backstage, userId))[1];
    const passed = { ...REVIEW, p_scores: [3, 3, 3, 3, 3], p_overall: "Both traditions change the design." };
    const reviewed = await reviewer.rpc("review_capstone", { p_hand_in: second?.id, ...passed });
    expect(reviewed.data).toBe(true);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Passed: 15 of 20 points" })).toBeVisible();
    await expect(page.getByRole("button", { name: READ })).toHaveCount(0);
    await page.getByText("Your first attempt and its review").click();
    await expect(page.getByRole("heading", { name: "Not a pass yet: 10 of 20 points" })).toBeVisible();
    await check(page);
  });
  expect(faults).toEqual([]);
});
