import { createECDH } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { CHROMIUM_ARGS, requireChromium } from "../../support/programs.ts";
import { test } from "../support/academyTest.ts";
import { expectAccessible } from "../support/accessible.ts";
import { waitForWorker, watchPage } from "../support/page.ts";
import { becomeLearner } from "../support/shop.ts";

// The headless shell has no notifications.
test.use({ launchOptions: { executablePath: requireChromium(), args: CHROMIUM_ARGS } });

const EMAIL = "reminded@example.org";
const PASSWORD = "a-password-of-my-own";

/**
 * Replaces the browser's subscription, which needs its vendor's server: this one has an address at the vendor and a
 * valid key, and ends like a real one.
 */
async function replaceSubscription(page: Page): Promise<void> {
  const p256dh = createECDH("prime256v1").generateKeys("base64url", "uncompressed");
  await page.addInitScript((key) => {
    const KEPT = "test-subscription";
    const subscription = () => {
      const endpoint = localStorage.getItem(KEPT);
      return (
        endpoint && {
          endpoint,
          options: { applicationServerKey: null },
          toJSON: () => ({ endpoint, keys: { p256dh: key, auth: "A".repeat(22) } }),
          unsubscribe: async () => {
            localStorage.removeItem(KEPT);
            return true;
          },
        }
      );
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription() || null,
      subscribe: async () => {
        localStorage.setItem(KEPT, `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`);
        return subscription();
      },
    });
  }, p256dh);
}

const hasSubscription = (page: Page) =>
  page.evaluate(() => localStorage.getItem("test-subscription") !== null);

test("a learner turns notifications on, is asked only after saving, and turns them off in one press", async ({
  page,
  academy,
}) => {
  const faults = watchPage(page);
  await page.context().grantPermissions(["notifications"], { origin: academy.url });
  await replaceSubscription(page);
  await becomeLearner(page, academy, EMAIL, PASSWORD);
  await waitForWorker(page);
  const open = async () => {
    await page.goto("/academy/dashboard");
    await page.getByText("Reminders", { exact: true }).click();
    await expect(page.getByRole("radio", { name: "No reminders" })).toBeVisible();
  };

  await open();
  await expect(page.getByRole("radio", { name: "No reminders" })).toBeChecked();
  await page.getByRole("radio", { name: "Notification on this device" }).check();
  await page.getByLabel("Time").selectOption("07:00");
  expect(await hasSubscription(page)).toBe(false);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: "Save reminders" }).click();
  await expect(page.getByText("You will be reminded at 07:00")).toBeVisible();
  expect(await hasSubscription(page)).toBe(true);

  await open();
  await expect(page.getByRole("radio", { name: "Notification on this device" })).toBeChecked();
  await expect(page.getByText("Turned on here.")).toBeVisible();

  // The page that a notification without buttons opens.
  expect((await page.request.get("/auth/reminder")).status()).toBe(200);
  await page.goto("/auth/reminder#lesson=5&minutes=12&step=2");
  await expect(page.getByText("Lesson 5, step 2, about 12 minutes.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Turn reminders off" }).click();
  await expect(page.getByRole("heading", { name: "Reminders are off" })).toBeVisible();
  expect(await hasSubscription(page)).toBe(false);
  await open();
  await expect(page.getByRole("radio", { name: "No reminders" })).toBeChecked();

  // The address has not been proved.
  await expect(page.getByRole("radio", { name: "Email" })).toBeDisabled();
  await page.context().setOffline(true);
  await page.getByRole("radio", { name: "Notification on this device" }).check();
  await page.getByRole("button", { name: "Save reminders" }).click();
  await expect(page.getByRole("form").getByText("You are offline. You need a connection")).toBeVisible();
  await page.context().setOffline(false);
  expect(faults).toEqual([]);
});
