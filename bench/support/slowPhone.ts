import type { Page } from "@playwright/test";
import { CPU_SLOWDOWN } from "./offlineStart.ts";

export const PHONE = { width: 390, height: 844 };

/** Makes a page as slow as on a mid-range phone. */
export async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await page.setViewportSize(PHONE);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
}
