import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { CHROMIUM_ARGS, requireChromium } from "./programs.ts";

/** Starts one browser for the test file. Returns a function that opens pages in it. */
export function browserPages() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
  });
  afterAll(() => browser.close());

  /** Opens a page without scripts, and collects the browser's errors in `complaints`. */
  return async (options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...options });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      const isStatus = message
        .text()
        .startsWith("Failed to load resource: the server responded with a status of 4");
      if (message.type() === "error" && !isStatus) complaints.push(message.text());
    });
    return { page, complaints };
  };
}
