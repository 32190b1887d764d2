import type { Page } from "@playwright/test";

/** Opens a floor with a service worker and waits until the worker has cached it and controls the page. */
export async function visitShell(page: Page, url: string, selector?: string): Promise<void> {
  await page.goto(url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  if (selector) await page.locator(selector).first().waitFor();
}
