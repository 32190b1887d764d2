import { chromium } from "@playwright/test";
import runLighthouse from "lighthouse";
import { paths } from "../../src/domain/paths.ts";
import { PLAIN_CHROMIUM_ARGS, requireChromium } from "../../tests/support/programs.ts";
import { freePort } from "../../tests/support/server/academyProcess.ts";
import type { Bench } from "../support/bench.ts";
import { buildPage } from "../support/buildPage.ts";
import { interleave } from "../support/interleave.ts";
import { type Measure, type Row, verdict } from "../support/measure.ts";
import { serveFolder } from "../support/serveFolder.ts";
import { median } from "../support/statistics.ts";

const EMPTY_PAGE = new URL("../floors/emptyPage.tsx", import.meta.url);
const SHELL_WORKER = new URL("../floors/shellWorker.mjs", import.meta.url);
const ROUNDS = 5;
const WARM_UPS = 1;
const LEAST_PERFORMANCE = 98;
const FULL = 100;
/** These do not depend on speed, so one run is enough. */
const QUALITIES = ["accessibility", "best-practices", "seo"] as const satisfies Category[];
const PAGES = { landing: paths.landing(), academy: paths.academy() };

/** Lighthouse's mobile scores for the two pages where most visitors arrive. */
export const lighthouse: Measure = {
  name: "lighthouse",
  async take(bench) {
    const academy = await bench.academy();
    const page = await buildPage(bench, { entry: EMPTY_PAGE, worker: SHELL_WORKER });
    const floor = `${await serveFolder(bench, page)}/`;
    const audit = await openLighthouse(bench);
    const urls = { landing: academy.url + PAGES.landing, academy: academy.url + PAGES.academy, floor };

    const quality = {
      landing: await audit(urls.landing, [...QUALITIES]),
      academy: await audit(urls.academy, [...QUALITIES]),
    };
    const runs: Record<keyof typeof urls, Audited[]> = { landing: [], academy: [], floor: [] };
    const perform = (name: keyof typeof urls) => async () => {
      const run = await audit(urls[name], ["performance"]);
      runs[name].push(run);
      return run.scores.performance ?? 0;
    };
    const arms = { landing: perform("landing"), academy: perform("academy"), floor: perform("floor") };
    const scores = await interleave(arms, ROUNDS, WARM_UPS);
    return (["landing", "academy"] as const).flatMap((name) => [
      performanceRow(name, scores[name], scores.floor, runs),
      qualityRow(name, quality[name]),
    ]);
  },
};

function performanceRow(
  name: "landing" | "academy",
  ours: number[],
  floor: number[],
  runs: Record<"landing" | "academy" | "floor", Audited[]>,
): Row {
  return {
    measure: `Lighthouse performance, mobile, ${name}`,
    unit: "",
    ours: median(ours),
    floor: median(floor),
    target: `≥ ${LEAST_PERFORMANCE}`,
    verdict: verdict(median(ours) >= LEAST_PERFORMANCE),
    note: `${metricsNote(runs[name])}; the floor: ${metricsNote(runs.floor)}`,
    detail: { ours, floor, findings: runs[name].at(-1)?.findings ?? [] },
  };
}

/** The median of each timing. */
function metricsNote(all: Audited[]): string {
  const runs = all.slice(WARM_UPS);
  const names = Object.keys(runs[0]?.metrics ?? {});
  return names
    .map((name) => {
      const value = median(runs.map((run) => run.metrics[name] ?? 0));
      return name === "layout shift" ? `${name} ${value.toFixed(3)}` : `${name} ${value.toFixed(0)} ms`;
    })
    .join(", ");
}

function qualityRow(name: string, { scores, findings }: Audited): Row {
  const all = QUALITIES.map((category) => scores[category] ?? 0);
  return {
    measure: `Lighthouse accessibility, best practices, SEO, ${name}`,
    unit: "",
    ours: Math.min(...all),
    floor: null,
    target: `${FULL} each`,
    verdict: verdict(all.every((score) => score === FULL)),
    note: QUALITIES.map((category) => `${category} ${scores[category]}`).join(", "),
    detail: { findings },
  };
}

/**
 * Even when automated, Chromium contacts its vendor for updates and accounts, so no host outside this machine may
 * resolve.
 */
const THIS_MACHINE_ONLY = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1";
const PERCENT = 100;

type Result = NonNullable<Awaited<ReturnType<typeof runLighthouse>>>["lhr"];
type Category = "performance" | "accessibility" | "best-practices" | "seo";
type Audited = {
  /** 0 to 100. */
  scores: Partial<Record<Category, number>>;
  /** The metrics of the performance score, in ms. The layout shift has no unit. */
  metrics: Record<string, number>;
  /** The failed audits in Lighthouse's words, worst first. */
  findings: string[];
};

/** Lighthouse's defaults: a simulated mid-range phone on slow 4G, with an empty cache and no worker. */
async function openLighthouse(
  bench: Bench,
): Promise<(url: string, categories: Category[]) => Promise<Audited>> {
  const port = await freePort();
  const args = [...PLAIN_CHROMIUM_ARGS, THIS_MACHINE_ONLY, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ executablePath: requireChromium(), args });
  bench.onEnd(() => browser.close());
  const run = async (url: string, categories: Category[]): Promise<Result> => {
    const result = await runLighthouse(url, { port, logLevel: "error", onlyCategories: categories });
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
