import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./support/academyTest.ts";
import { expectAccessible } from "./support/accessible.ts";
import { waitForWorker, watchPage } from "./support/page.ts";
import { becomeLearner, signIn } from "./support/shop.ts";

const EMAIL = "rest@example.org";
const PASSWORD = "a-password-of-my-own";
const WIDTHS = [320, 1280];
const WHOLE = "The whole course is on this device. Lessons, quizzes and reviews work without a connection.";

async function markComplete(page: Page, lessonId: string): Promise<void> {
  await page.goto(`/academy/course/ai-fluency?lesson=${lessonId}&step=99`);
  await page.getByRole("button", { name: "Mark as Complete", exact: true }).click();
  await expect(page.getByText("Completed", { exact: true })).toBeVisible();
}

/** Presses the button and reads the downloaded file. */
async function fileOf(page: Page, name: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name }).click(),
  ]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

test("a learner manages the plan, reviews, downloads and unsent work on the device, online and offline (S-009, S-117, S-118)", {
  tag: "@deep",
}, async ({ page, academy, browser }) => {
  const faults = watchPage(page);

  await test.step("the plan suggests lesson 1 and can be saved as a calendar file", async () => {
    await becomeLearner(page, academy, EMAIL, PASSWORD);
    const today = page.getByRole("region", { name: "Today" });
    await expect(today).toContainText("Lesson 1: What AI Is, and What It Isn't");
    await page.getByText("Reminders", { exact: true }).click();
    await page.getByText("Your own calendar").click();
    await page.getByLabel("In your calendar").selectOption("At 07:00");
    const { name, text } = await fileOf(page, "Save calendar file");
    expect(name).toBe("ai-fluency-plan.ics");
    expect(text.split("\r\n")[0]).toBe("BEGIN:VCALENDAR");
    expect(text).toMatch(/DTSTART:\d{8}T070000\r\n/);
  });

  await test.step("a removed lesson is not downloaded again until the learner requests it", async () => {
    await page.goto("/academy/device");
    await expect(page.getByText(WHOLE)).toBeVisible();
    await page.getByRole("button", { name: "Remove lesson 4", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await expect(page.getByRole("button", { name: "Download lesson 4", exact: true })).toBeVisible();
    await page.reload();
    await page.getByRole("button", { name: "Sync now" }).click();
    await expect(
      page.getByText("What you removed is not downloaded again until you ask for it."),
    ).toBeVisible();
    await page.getByRole("button", { name: "Download lesson 4", exact: true }).click();
    await expect(page.getByText(WHOLE)).toBeVisible();
  });

  await test.step("offline, unsent work is shown and can be saved as a file", async () => {
    await waitForWorker(page);
    await page.reload();
    await page.context().setOffline(true);
    for (const lessonId of ["1", "2", "3"]) await markComplete(page, lessonId);
    await page.getByRole("link", { name: "4 changes waiting on this device" }).click();
    await expect(page.getByText(/You are offline\. 4 changes saved on this device/)).toBeVisible();
    const { text } = await fileOf(page, "Save unsent work as a file");
    const file = JSON.parse(text);
    expect(file.account).toBe(EMAIL);
    expect(file.rows).toHaveLength(4);
    await expectAccessible(page, WIDTHS);
    for (const width of [360, 384, 390, 400]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await brokenWords(page.getByRole("banner").getByRole("link").first()), `${width} px`).toEqual(
        [],
      );
    }
  });

  await test.step("offline, a review set can be completed and stays completed after a reload", async () => {
    await page.goto("/academy/dashboard");
    await page.getByRole("link", { name: "Review 1: lessons 1 to 3" }).click();
    await page.getByRole("radio").first().check();
    for (let left = 5; left > 0; left -= 1)
      await page.getByRole("button", { name: "Show the answer" }).first().click();
    await expect(page.getByText("You have finished this review.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("You have finished this review.")).toBeVisible();
    await expectAccessible(page, WIDTHS);
  });

  await test.step("back online, the work is sent and the notice disappears", async () => {
    await page.context().setOffline(false);
    await page.goto("/academy/device");
    await expect(page.getByText("All your work is saved to your account.")).toBeVisible();
    await expect(page.getByRole("link", { name: /waiting on this device/ })).toHaveCount(0);
    await page.goto("/academy/dashboard");
    await expect(page.getByRole("region", { name: "Reviews" }).getByText("Done")).toBeVisible();
    expect(faults).toEqual([]);
  });

  await test.step("on a second device with a metered connection, the course is downloaded only after a tap", async () => {
    const context = await browser.newContext({ baseURL: academy.url });
    await context.addInitScript(() =>
      Object.defineProperty(navigator, "connection", {
        value: Object.assign(new EventTarget(), { saveData: true }),
      }),
    );
    const phone = await context.newPage();
    await phone.goto("/auth");
    await signIn(phone, EMAIL, PASSWORD);
    await expect(phone).toHaveURL("/academy/dashboard");
    await phone.goto("/academy/device");
    await phone.getByRole("button", { name: /^Download the whole course \(1\.\d MB\)$/ }).click();
    await expect(phone.getByText(WHOLE)).toBeVisible();
    await context.close();
  });
});

/** The words that break across lines in an element with one text node. */
function brokenWords(element: Locator): Promise<string[]> {
  return element.locator("span").evaluate((span) => {
    const text = span.firstChild as Text;
    const range = document.createRange();
    const isBroken = ({ index, 0: word }: RegExpExecArray) => {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return range.getClientRects().length > 1;
    };
    return [...text.data.matchAll(/\S+/g)].filter(isBroken).map(([word]) => word);
  });
}
