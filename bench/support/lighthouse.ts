import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { freePort } from "../../tests/support/academyProcess.ts";
import { PLAIN_CHROMIUM_ARGS, requireChromium } from "../../tests/support/programs.ts";
import type { Bench } from "./bench.ts";

/**
 * Even when automated, Chromium contacts its vendor for updates and accounts, so no host outside this machine may
 * resolve.
 */
const THIS_MACHINE_ONLY = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1";
const PERCENT = 100;

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];
export type Category = "performance" | "accessibility" | "best-practices" | "seo";
export type Audited = {
  /** 0 to 100. */
  scores: Partial<Record<Category, number>>;
  /** The metrics of the performance score, in ms. The layout shift has no unit. */
  metrics: Record<string, number>;
  /** The failed audits in Lighthouse's words, worst first. */
  findings: string[];
};

/** Lighthouse's defaults: a simulated mid-range phone on slow 4G, with an empty cache and no worker. */
export async function openLighthouse(
  bench: Bench,
): Promise<(url: string, categories: Category[]) => Promise<Audited>> {
  const port = await freePort();
  const args = [...PLAIN_CHROMIUM_ARGS, THIS_MACHINE_ONLY, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath: requireChromium(), args });
  bench.onEnd(() => browser.close());
  const run = async (url: string, categories: Category[]): Promise<Result> => {
    const result = await lighthouse(url, { port, logLevel: "error", onlyCategories: categories });
    if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
    return result.lhr;
  };
  return async (url, categories) => {
    let result = await run(url, categories);
    // A delayed browser loses the beginning of its trace, and Lighthouse then reports an error.
    if (result.runtimeError) result = await run(url, categories);
    const { runtimeError, runWarnings } = result;
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
    if (runWarnings.length > 0) console.warn(`${url}: ${runWarnings.join(" ")}`);
    return { scores: scoresOf(result), metrics: metricsOf(result), findings: findingsOf(result) };
  };
}

function scoresOf({ categories }: Result): Audited["scores"] {
  const scores = Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * PERCENT)]);
  return Object.fromEntries(scores);
}

const METRICS = {
  "first-contentful-paint": "first paint",
  "largest-contentful-paint": "largest paint",
  "total-blocking-time": "blocking",
  "speed-index": "speed index",
  "cumulative-layout-shift": "layout shift",
};

function metricsOf({ audits }: Result): Audited["metrics"] {
  const measured = Object.entries(METRICS).flatMap(([id, name]) => {
    const value = audits[id]?.numericValue;
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(measured);
}

function findingsOf({ categories, audits }: Result): string[] {
  const failed = Object.values(categories).flatMap(({ id: category, auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id];
      if (!audit || audit.score === null || audit.score === 1) return [];
      const items = audit.details && "items" in audit.details ? JSON.stringify(audit.details.items) : "";
      return [
        {
          weight,
          line: `${category}/${id} (${weight}): ${audit.title} ${audit.displayValue ?? ""} ${items}`,
        },
      ];
    }),
  );
  return failed.sort((a, b) => b.weight - a.weight).map(({ line }) => line);
}
