import { expect, type Page, test } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { type AcademyProcess, startAcademyProcess } from "../support/academyProcess.ts";
import { becomeLearner } from "./support/shop.ts";

const PASSWORD = "a-password-of-my-own";
const PUSH = "**/rest/v1/rpc/sync_push";

// The tests intercept requests, which is not possible for requests that a worker makes.
test.use({ serviceWorkers: "block" });

let academy: AcademyProcess;

test.beforeAll(async () => {
  academy = await startAcademyProcess();
});
test.afterAll(() => academy.dispose());

async function complete(page: Page, lessonId: string): Promise<void> {
  await page.goto(`${academy.url}/academy/course/ai-fluency?lesson=${lessonId}&step=99`);
  await page.getByRole("button", { name: "Mark as Complete", exact: true }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
}

async function completedOnServer(email: string): Promise<string[]> {
  const { supabaseUrl, publishableKey } = await academy.config();
  const client = createClient(supabaseUrl, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  expect((await client.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  const { data } = await client.from("course_progress").select("lesson_id, completed").order("lesson_id");
  return (data ?? []).filter((row) => row.completed).map((row) => row.lesson_id);
}

test("a change that a firewall blocks is shown with the reason and can be saved as a file, while all other changes sync", async ({
  page,
}) => {
  await becomeLearner(page, academy, "firewall@example.org", PASSWORD);
  await page.route(PUSH, (route) =>
    route.request().postData()?.includes('"lessonId":"2"')
      ? route.fulfill({ status: 403, contentType: "text/html", body: "<h1>Request blocked</h1>" })
      : route.continue(),
  );
  for (const lessonId of ["1", "2", "3"]) await complete(page, lessonId);
  await expect(async () =>
    expect(await completedOnServer("firewall@example.org")).toEqual(["1", "3"]),
  ).toPass();

  await page.goto(`${academy.url}/academy/device`);
  await expect(page.getByText("Not getting through", { exact: true })).toBeVisible();
  await expect(page.getByText("Lesson 2 completed")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Lesson 2 completed" })).toContainText(
    "Something between this device and your account is blocking it.",
  );
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save unsent work as a file" }).click();
  expect((await download).suggestedFilename()).toMatch(/^unsent-work-.*\.json$/);

  await page.unroute(PUSH);
  await page.getByRole("button", { name: "Sync now" }).click();
  await expect(page.getByText("All your work is saved to your account.")).toBeVisible();
  await expect(page.getByText("Not getting through", { exact: true })).toBeHidden();
  expect(await completedOnServer("firewall@example.org")).toEqual(["1", "2", "3"]);
});

test('the "Sync now" button sends unsent work immediately after a write outage, without waiting for the backoff', async ({
  page,
}) => {
  await becomeLearner(page, academy, "outage@example.org", PASSWORD);
  await page.route(PUSH, (route) =>
    route.fulfill({
      status: 503,
      headers: { "retry-after": "600" },
      contentType: "text/html",
      body: "later",
    }),
  );
  await complete(page, "1");
  await page.goto(`${academy.url}/academy/device`);
  await expect(page.getByText("Your account could not be updated.")).toBeVisible();
  await page.unroute(PUSH);
  await page.getByRole("button", { name: "Sync now" }).click();
  await expect(page.getByText("All your work is saved to your account.")).toBeVisible();
  expect(await completedOnServer("outage@example.org")).toEqual(["1"]);
});
