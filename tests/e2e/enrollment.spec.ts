import { expect, type Page } from "@playwright/test";
import { test } from "./support/academyTest.ts";
import { expectAccessible } from "./support/accessible.ts";
import { goBackstage } from "./support/backstage.ts";
import { payForCourse } from "./support/enrol.ts";
import { becomeMember } from "./support/member.ts";
import { waitForWorker, watchPage } from "./support/page.ts";
import { becomeLearner, signIn } from "./support/shop.ts";

const PASSWORD = "a-password-of-my-own";
const WIDTHS = [320, 1280];
const WHOLE = "The whole course is on this device. Lessons, quizzes and reviews work without a connection.";
const WELCOME = "Welcome to your course";
const myLearning = (page: Page) => page.getByRole("banner").getByRole("link", { name: "My Learning" });

test("a purchase made elsewhere opens My Learning in a tab that had found no enrolment before (S-009, S-056)", async ({
  page,
  academy,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const faults = watchPage(page);
  const backstage = await goBackstage(academy);
  const email = "elsewhere@example.org";
  const userId = await becomeMember(page, backstage, email);
  let asked = 0;
  page.on("request", (request) => {
    if (request.method() === "GET" && request.url().includes("/enrollment_status")) asked += 1;
  });

  await test.step("before the purchase, My Learning leads to the catalogue after at most one request to the server", async () => {
    await page.goto("/academy/course/ai-fluency?lesson=2");
    await expect(page.getByText("This lesson is for enrolled learners")).toBeVisible();
    asked = 0;
    await myLearning(page).click();
    await expect(page).toHaveURL("/academy/courses");
    // There is no request if the response for the lesson is less than two seconds old, as is possible on a fast
    // machine.
    expect(asked).toBeLessThanOrEqual(1);
  });

  await test.step("after the purchase, My Learning and a lesson open in the tab that was left open", async () => {
    await payForCourse(backstage.database, { userId, email });
    // For a moment, the page may still use the last response, because it is recent enough.
    await expect(async () => {
      await myLearning(page).click();
      await expect(page.getByRole("heading", { name: WELCOME })).toBeVisible({ timeout: 6_000 });
    }).toPass();
    await page.getByRole("link", { name: "Continue Learning" }).click();
    await page.getByRole("link", { name: /How Chatbots Write/ }).click();
    await expect(page.getByRole("link", { name: "Continue", exact: true })).toBeVisible();
  });

  await test.step("after a reload, the dashboard opens too", async () => {
    await page.goto("/academy/dashboard");
    await expect(page.getByRole("heading", { name: WELCOME })).toBeVisible();
    expect(faults).toEqual([]);
  });
});

test("offline, a learner without an enrolment sees the last known status and stays on My Learning", {
  tag: "@deep",
}, async ({ page, academy }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const backstage = await goBackstage(academy);
  const email = "tunnel@example.org";
  const userId = await becomeMember(page, backstage, email);
  await page.goto("/academy/course/ai-fluency?lesson=1&step=99");
  await waitForWorker(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "Mark as Complete", exact: true })).toBeVisible();
  await payForCourse(backstage.database, { userId, email });
  await page.context().setOffline(true);
  await page.goto("/academy/dashboard");
  await expect(
    page.getByText(/^When this device last checked, on .* this account was not enrolled\./),
  ).toBeVisible();
  await expectAccessible(page, WIDTHS);
  await expect(page).toHaveURL("/academy/dashboard");
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: WELCOME })).toBeVisible();
});

test("a learner keeps access despite empty responses and lost lesson files, but not after a revocation (S-117)", {
  tag: "@deep",
}, async ({ page, academy }) => {
  const email = "robust@example.org";
  const lesson2 = page.getByRole("button", { name: "Take Quiz", exact: true });
  await becomeLearner(page, academy, email, PASSWORD);
  await page.goto("/academy/device");
  await expect(page.getByText(WHOLE)).toBeVisible();

  await test.step("lesson 2 can still be read after empty responses to all requests, and then offline", async () => {
    await waitForWorker(page);
    await page.route("**/rest/v1/**", async (route) => {
      if (route.request().method() === "GET") await route.fulfill({ json: [] });
      else await route.continue();
    });
    const answered = page.waitForResponse((response) => response.url().includes("/enrollment_status"));
    await page.reload();
    await answered;
    await expect(page.getByText(WHOLE)).toBeVisible();
    await page.context().setOffline(true);
    await page.goto("/academy/course/ai-fluency?lesson=2&step=99");
    await expect(lesson2).toBeVisible();
    await page.context().setOffline(false);
    await page.unroute("**/rest/v1/**");
  });

  await test.step("lessons that the browser removed are downloaded again without a reload", async () => {
    await page.goto("/academy/device");
    await expect(page.getByText("All your work is saved to your account.")).toBeVisible();
    await removeLessonsRaw(page);
    await page.getByRole("link", { name: "My Learning" }).first().click();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(page.getByText(/^The whole course is on this device/)).toBeVisible();
    // The text may still be that of the page before.
    await expect.poll(() => countLessons(page)).toBe(11);
  });

  await test.step("a revocation that the server reports locks the lesson", async () => {
    const { database } = await goBackstage(academy);
    expect(
      (await database.from("orders").update({ status: "refunded" }).eq("email", email)).error,
    ).toBeNull();
    await page.goto("/academy/course/ai-fluency?lesson=2");
    await expect(page.getByText("This lesson is for enrolled learners")).toBeVisible();
  });
});

test("on a new device whose pull fails, the dashboard shows progress as unknown rather than 0 % (S-093, S-102)", {
  tag: "@deep",
}, async ({ page, academy, browser }) => {
  const email = "unlucky@example.org";
  await becomeLearner(page, academy, email, PASSWORD);
  await page.goto("/academy/course/ai-fluency?lesson=1&step=99");
  await page.getByRole("button", { name: "Mark as Complete", exact: true }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
  await page.goto("/academy/device");
  await expect(page.getByText("All your work is saved to your account.")).toBeVisible();
  const context = await browser.newContext({ baseURL: academy.url });
  await context.route("**/rest/v1/rpc/sync_pull", (route) => route.fulfill({ status: 500, json: {} }));
  const laptop = await context.newPage();
  const logged: string[] = [];
  laptop.on("console", (message) => message.type() === "error" && logged.push(message.text()));
  await laptop.goto("/auth");
  await signIn(laptop, email, PASSWORD);
  await expect(laptop.getByText("Your progress has not loaded yet")).toBeVisible();
  await expect(laptop.getByText("Not loaded yet", { exact: true }).first()).toBeVisible();
  await expect(laptop.getByText("0%", { exact: true })).toHaveCount(0);
  expect(logged).toContain("Error loading dashboard data");
  expect(logged).toContain("Error loading progress");
  await expectAccessible(laptop, WIDTHS);
  await context.unroute("**/rest/v1/rpc/sync_pull");
  await laptop.getByRole("button", { name: "Try again" }).click();
  await expect(laptop.getByText("You have completed 9% of AI Fluency in 30 Days.")).toBeVisible();
  await context.close();
});

/** Removes the lessons directly from IndexedDB, as a browser does when it is short of space. */
function removeLessonsRaw(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    const name = names.find((each) => /^academy-[0-9a-f]{8}-/.test(each)) ?? "";
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const transaction = opening.result.transaction("lessons", "readwrite");
        transaction.objectStore("lessons").clear();
        transaction.oncomplete = () => {
          opening.result.close();
          resolve();
        };
      };
    });
  });
}

function countLessons(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    const name = names.find((each) => /^academy-[0-9a-f]{8}-/.test(each)) ?? "";
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const counting = opening.result.transaction("lessons").objectStore("lessons").count();
        counting.onsuccess = () => {
          opening.result.close();
          resolve(counting.result);
        };
      };
    });
  });
}
