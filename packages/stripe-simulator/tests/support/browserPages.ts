import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, onTestFinished } from "vitest";

const CHROMIUM_ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];

/**
 * Starts one browser for the test file and returns a function that opens pages in it. `CHROME_PATH` is the path of
 * Chromium; without it Playwright uses its own.
 */
export function browserPages() {
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = process.env.CHROME_PATH;
    browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) });
  });
  afterAll(() => browser.close());

  /** Returns a page without scripts, and the list of errors that the browser reports for it. */
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
