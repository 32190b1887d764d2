import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test } from "../support/academyTest.ts";
import { waitUntilHydrated } from "../support/hydration.ts";
import { waitForWorker } from "../support/page.ts";
import { expectPaymentPage, fillForm, payByCard, signInAsGuest, submitButton } from "../support/shop.ts";

const PASSWORD = "a-password-of-my-own";

/** The browser reports this whatever the network is, as with a virtual network adapter and on some phones. */
async function report(context: BrowserContext, onLine: boolean): Promise<void> {
  await context.addInitScript((reported) => {
    Object.defineProperty(Navigator.prototype, "onLine", { get: () => reported });
  }, onLine);
}

async function writeMessage(page: Page): Promise<void> {
  await page.goto("/contact");
  await waitUntilHydrated(page);
  const field = (name: string) => page.getByRole("main").getByLabel(name, { exact: true });
  await field("Name").fill("Grace Hopper");
  await field("Email").fill("adapter@example.org");
  await field("Subject").fill("A group of six");
  await field("Message").fill("Can six of us take the course together?");
}

test("a browser that reports no connection although there is one can write to us, buy, learn and sync (S-119)", async ({
  academy,
  backstage,
  context,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await report(context, false);
  const email = "adapter@example.org";

  await test.step("a visitor's message is sent", async () => {
    await writeMessage(page);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Message Sent! ✉️")).toBeVisible();
  });

  await test.step("a visitor buys the course", async () => {
    await page.goto("/academy/checkout/ngo");
    await fillForm(page, "ngo", email);
    await submitButton(page, "ngo").click();
    await expectPaymentPage(page);
    await payByCard(page);
    await signInAsGuest(page, academy, email, PASSWORD);
  });

  await test.step("the learner receives the course, and finished work reaches the account", async () => {
    await expect(page.getByRole("main")).toContainText("Courses Enrolled");
    await page.goto("/academy/device");
    await expect(page.getByText(/^The whole course is on this device/)).toBeVisible();
    await expect(page.getByText("You seem to be offline.")).toBeHidden();
    await page.goto("/academy/course/ai-fluency?lesson=1");
    await page.getByRole("button", { name: "Mark as Complete" }).click();
    const learner = backstage.visitor();
    expect((await learner.auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
    await expect(async () => {
      const { data } = await learner.from("course_progress").select("lesson_id");
      expect(data).toEqual([{ lesson_id: "1" }]);
    }).toPass();
  });
});

test("without a connection that the browser admits, contact, checkout and My Learning say what happened (S-119)", {
  tag: "@deep",
}, async ({ context, page }) => {
  await report(context, true);
  await page.goto("/academy/checkout/ngo");
  await waitForWorker(page);
  await page.reload();
  await fillForm(page, "ngo", "tunnel@example.org");
  await context.setOffline(true);
  await submitButton(page, "ngo").click();
  await expect(page.getByText(/^There is no connection\. Nothing was charged/)).toBeVisible();
  await writeMessage(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("The server could not be reached.")).toBeVisible();
});
