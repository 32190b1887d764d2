import type { Locator, Page } from "@playwright/test";

const MOST_STOPS = 60;

/** Presses Tab until the element has focus. Throws if it never does. */
export async function tabTo(page: Page, goal: Locator): Promise<void> {
  await goal.waitFor();
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${goal}`);
}

/** Moves to the field by keyboard and types the text. */
export async function typeInto(page: Page, goal: Locator, text: string): Promise<void> {
  await tabTo(page, goal);
  await page.keyboard.type(text);
}
