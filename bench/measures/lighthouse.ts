import { paths } from "../../src/domain/paths.ts";
import { buildPage } from "../support/buildPage.ts";
import { interleave } from "../support/interleave.ts";
import { type Audited, type Category, openLighthouse } from "../support/lighthouse.ts";
import { type Measure, type Row, verdict } from "../support/measure.ts";
import { serveFolder } from "../support/serveFolder.ts";
import { median } from "../support/statistics.ts";

const REACT_PAGE = new URL("../floors/reactPage.tsx", import.meta.url);
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
    const floor = `${await serveFolder(bench, await buildPage(bench, { entry: REACT_PAGE }))}/`;
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
