import { type BrowserContext, expect, type Page } from "@playwright/test";

/** supabase-js warns of two clients that would overwrite each other's session. */
const TWO_CLIENTS = /Multiple GoTrueClient instances/;

/**
 * Collects errors that no page may cause: violations of the content policy, exceptions and reported errors. Ignores
 * failed requests, which are expected when a test disables the network.
 */
export function watchPage(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`page error: ${error.message}`));
  page.on("console", (message) => {
    const isNetwork = /Failed to load resource|net::ERR_/.test(message.text());
    const isError = message.type() === "error" && !isNetwork;
    if (isError || TWO_CLIENTS.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  return faults;
}

/** Waits until the worker is active. It controls a page from the next load on. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

/** Collects every address that this browser requests outside the academy and its simulator. */
export function watchForeignRequests(context: BrowserContext): string[] {
  const foreign: string[] = [];
  context.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    const isLocal = hostname === "localhost" || hostname === "127.0.0.1";
    if (!isLocal && protocol.startsWith("http")) foreign.push(request.url());
  });
  return foreign;
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [scrollWidth, clientWidth] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth ?? 0);
}
