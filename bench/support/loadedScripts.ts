import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { readableAt, watchReadable } from "./readable.ts";

const READABLE_TIMEOUT_MS = 30_000;
/** What a page loads later comes within this time of the network falling silent. */
const SETTLE_MS = 2_000;
const BYTES_PER_KB = 1000;

/** KB after gzip, whatever the server sent them as: until the page could be read, and in all. */
export type LoadedScripts = { toReadableKb: number; totalKb: number; files: string[] };

/** Opens `url` and adds up the scripts that it loads, with those that stand in the document. `selector` is what must be readable. */
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
      // What "resource" lists are resource timings; the DOM types do not say so.
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
