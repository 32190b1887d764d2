import type { BrowserContext } from "@playwright/test";
import { readableAt, watchReadable } from "./readable.ts";

export const CPU_SLOWDOWN = 4;
const READABLE_TIMEOUT_MS = 60_000;

type OfflineStart = {
  context: BrowserContext;
  url: string;
  selector: string;
  /** True for a start while the service worker still runs, as soon after another. */
  isWarm?: boolean;
  timeoutMs?: number;
  /**
   * Changes when the stored session expires, before the page's own code runs. The change takes the same time for any
   * `endsInSeconds`.
   */
  session?: { storageKey: string; endsInSeconds: number };
};

/**
 * Opens `url` in a new tab without network, with a slow processor and, unless `isWarm`, no running service worker. Resolves to the ms
 * until `selector` is readable. The context must have visited the page online before.
 */
export async function startOffline({
  context,
  url,
  selector,
  session,
  isWarm = false,
  timeoutMs = READABLE_TIMEOUT_MS,
}: OfflineStart): Promise<number> {
  // Goes offline before it stops the workers, because the other order hangs Chromium.
  await context.setOffline(true);
  const page = await context.newPage();
  try {
    const cdp = await context.newCDPSession(page);
    if (!isWarm) {
      await cdp.send("ServiceWorker.enable");
      await cdp.send("ServiceWorker.stopAllWorkers");
    }
    await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    if (session) await page.addInitScript(setSessionEnd, session);
    await watchReadable(page, selector);
    await page.goto(url, { waitUntil: "commit" });
    return (await readableAt(page, timeoutMs)).readableMs;
  } finally {
    await page.close();
  }
}

function setSessionEnd({ storageKey, endsInSeconds }: NonNullable<OfflineStart["session"]>): void {
  const session = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
  const expires_at = Math.floor(Date.now() / 1000) + endsInSeconds;
  localStorage.setItem(storageKey, JSON.stringify({ ...session, expires_at }));
}
