import { expect, type Page } from "@playwright/test";
import { test } from "../support/academyTest.ts";
import { goBackstage } from "../support/backstage.ts";
import { payForCourse } from "../support/enrol.ts";
import { becomeMember } from "../support/member.ts";
import { watchPage } from "../support/page.ts";

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
