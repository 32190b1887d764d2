import type { Page } from "@playwright/test";
import { CPU_SLOWDOWN } from "./offlineStart.ts";

export const PHONE = { width: 390, height: 844 };
/**
 * The slow 4G of Lighthouse, in bytes a second: 150 ms, 1.6 Mbit/s and 750 kbit/s. Chromium delays each response by the
 * latency, but not the handshakes of a new connection.
 */
const SLOW_4G = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

/** Makes a page as slow as a mid-range phone, and with `network` also its connection. */
export async function slowDown(page: Page, { network }: { network: boolean }): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await page.setViewportSize(PHONE);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  if (network) await cdp.send("Network.emulateNetworkConditions", { offline: false, ...SLOW_4G });
}
