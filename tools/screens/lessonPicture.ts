import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { paths } from "../../src/domain/paths.ts";
import { becomeLearner } from "../../tests/e2e/support/shop.ts";
import type { AcademyProcess } from "../../tests/support/academyProcess.ts";

/** The picture of a lesson in the README. */
export const LESSON_PICTURE = join(import.meta.dirname, "..", "..", "docs", "screens", "lesson.png");

const DOWNLOAD_MS = 120_000;

/** What a learner who has just bought the course sees of lesson 2, as a PNG. */
export async function captureLesson(browser: Browser, academy: AcademyProcess): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 860 },
    colorScheme: "light",
    reducedMotion: "reduce",
    serviceWorkers: "block",
    locale: "en-GB",
  });
  try {
    const page = await context.newPage();
    await becomeLearner(page, academy, "ada@readme.example", "a-password-of-my-own");
    // The list of lessons says which are on the device.
    await page.goto(`${academy.url}${paths.device()}`);
    await page.getByText(/^The whole course is on this device/).waitFor({ timeout: DOWNLOAD_MS });
    await page.goto(`${academy.url}${paths.course("2")}`, { waitUntil: "networkidle" });
    // After its first second, the clock has the width that it keeps.
    await page.getByText(/^29:/).first().waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    return await page.screenshot({ animations: "disabled" });
  } finally {
    await context.close();
  }
}
