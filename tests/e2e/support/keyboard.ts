import type { Locator, Page } from "@playwright/test";

const MOST_STOPS = 60;

/** Presses Tab until the focus is there. Throws when the keyboard never gets there. */
export async function tabTo(page: Page, goal: Locator): Promise<void> {
  await goal.waitFor();
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never led to ${goal}`);
}

/** Types what is meant for a field, as somebody without a mouse does. */
export async function typeInto(page: Page, goal: Locator, text: string): Promise<void> {
  await tabTo(page, goal);
  await page.keyboard.type(text);
}
