import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { paths } from "../../src/domain/paths.ts";
import type { Bench } from "../support/bench.ts";
import { buildPage } from "../support/buildPage.ts";
import { gzipKb, loadedScripts } from "../support/loadedScripts.ts";
import { type Measure, type Row, verdict } from "../support/measure.ts";

const ROUTER_PAGE = new URL("../floors/routerPage.tsx", import.meta.url);
const HEADING = "main h1";
const TOTAL_BUDGET_KB = 125;
const PAGES = {
  landing: paths.landing(),
  academy: paths.academy(),
  catalogue: paths.catalogue(),
  pricing: paths.pricing("student"),
  contact: paths.contact(),
  terms: paths.terms(),
  privacy: paths.privacy(),
  accessibility: paths.accessibility(),
};

/** What a visitor's phone must load and run to show a public page, and what it loads afterwards. */
export const publicPage: Measure = {
  name: "public-page",
  async take(bench) {
    const academy = await bench.academy();
    const floor = scriptsKb(await buildPage(bench, { entry: ROUTER_PAGE }));
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(PAGES)) {
      rows.push(...(await takePage(bench, name, `${academy.url}${path}`, floor)));
    }
    return rows;
  },
};

async function takePage(bench: Bench, name: string, url: string, floor: number): Promise<Row[]> {
  const isPrerendered = await visit(bench, { javaScriptEnabled: false }, (page) => hasHeading(page, url));
  // Without the service worker, which caches every route for offline use and is not part of the page.
  const scripts = await visit(bench, {}, (page) => loadedScripts(page, url, HEADING));
  const needed = isPrerendered ? 0 : scripts.toReadableKb;
  return [
    {
      measure: `JS to first paint, ${name}`,
      unit: "KB gzip",
      ours: needed,
      floor,
      target: "0 (prerendered)",
      verdict: verdict(needed === 0),
      note: isPrerendered
        ? "readable without scripts"
        : "not prerendered: nothing is readable without scripts",
    },
    {
      measure: `JS in all, ${name}`,
      unit: "KB gzip",
      ours: scripts.totalKb,
      floor,
      target: `≤ ${TOTAL_BUDGET_KB}`,
      verdict: verdict(scripts.totalKb <= TOTAL_BUDGET_KB),
      note: "",
      detail: { files: scripts.files },
    },
  ];
}

async function visit<T>(
  bench: Bench,
  options: { javaScriptEnabled?: boolean },
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await bench.openProfile({ serviceWorkers: "block", ...options });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

async function hasHeading(page: Page, url: string): Promise<boolean> {
  await page.goto(url);
  return page.locator(HEADING).first().isVisible();
}

/** The size of all scripts of a built floor, in KB after gzip. */
export function scriptsKb(folder: string): number {
  const scripts = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".js"),
  );
  return scripts.reduce((sum, file) => sum + gzipKb(readFileSync(join(folder, file))), 0);
}
