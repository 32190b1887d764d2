import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { readableAt, watchReadable } from "./readable.ts";

const READABLE_TIMEOUT_MS = 30_000;
/** A page loads its later scripts within this time after the network is idle. */
const SETTLE_MS = 2_000;
const BYTES_PER_KB = 1000;

/** KB after gzip, regardless of the encoding sent: until the page was readable, and in total. */
export type LoadedScripts = { toReadableKb: number; totalKb: number; files: string[] };

/** Opens `url` and adds up its loaded and inline scripts. The page is readable when `selector` is. */
export async function loadedScripts(page: Page, url: string, selector: string): Promise<LoadedScripts> {
  await watchReadable(page, selector);
  await page.goto(url);
  const { insertedMs } = await readableAt(page, READABLE_TIMEOUT_MS);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(SETTLE_MS);
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry) => new URL(entry.name).pathname.endsWith(".js"))
      // Entries of the type "resource" are resource timings, which the DOM types do not express.
      .map((entry) => ({ url: entry.name, endMs: (entry as PerformanceResourceTiming).responseEnd })),
  );
  const inDocument = await page.evaluate(() =>
    [...document.scripts].map(({ text, type }) => (type === "application/ld+json" ? "" : text)).join(""),
  );
  const unique = new Map(scripts.map((script) => [script.url, script.endMs]));
  let toReadableKb = inDocument ? gzipKb(Buffer.from(inDocument)) : 0;
  let totalKb = toReadableKb;
  const files = [`in the document ${toReadableKb.toFixed(1)}`];
  for (const [script, endMs] of unique) {
    const kb = gzipKb(Buffer.from(await (await fetch(script)).arrayBuffer()));
    totalKb += kb;
    if (endMs <= insertedMs) toReadableKb += kb;
    files.push(
      `${new URL(script).pathname.split("/").at(-1)} ${kb.toFixed(1)}${endMs <= insertedMs ? "" : " later"}`,
    );
  }
  return { toReadableKb, totalKb, files };
}

export function gzipKb(bytes: Buffer): number {
  return gzipSync(bytes, { level: 9 }).length / BYTES_PER_KB;
}
