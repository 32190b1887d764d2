import { spawnSync } from "node:child_process";
import { PEER_TITLES, type PeerName } from "../peers/contract.ts";
import { drawBars, drawChart } from "./charts.ts";
import type { Row } from "./measure.ts";
import { circumstances, keepSection, readSection, table } from "./resultsPage.ts";
import { cellsOf, figure, HEADINGS } from "./table.ts";

/** The commit that was measured, read at the start of the run. */
const COMMIT = describeCommit();
const BLOCK = /<!-- measure (\S+) -->\n([\s\S]*?)(?=<!-- measure |$)/g;

/**
 * Writes the rows of one measure into RESULTS.md, as its block among those of the `known` measures. Other measures keep the
 * blocks of earlier runs, and so does one that has failed. A block whose measure no longer exists is removed.
 */
export function publish(name: string, rows: readonly Row[], known: readonly string[]): void {
  if (rows.length === 0 || rows.some(({ verdict }) => verdict === "failed")) return;
  const blocks = new Map<string, string>();
  for (const [, earlier = "", text = ""] of readSection("published").matchAll(BLOCK))
    blocks.set(earlier, text.trim());
  const charts = chartsOf(rows);
  blocks.set(name, blockOf(name, rows, Object.keys(charts)));
  const text = known.flatMap((each) => {
    const block = blocks.get(each);
    return block ? [`<!-- measure ${each} -->\n\n${block}\n`] : [];
  });
  keepSection("published", text.join("\n"), charts);
}

function blockOf(name: string, rows: readonly Row[], charts: readonly string[]): string {
  const plain = rows.filter(({ peers }) => !peers);
  const compared = rows.filter(({ peers }) => peers);
  const notes = rows.filter(({ note }) => note).map(({ measure, note }) => `- ${measure}: ${note}`);
  return [
    `### ${name}`,
    `${circumstances()} Commit ${COMMIT}.`,
    plain.length > 0 ? table(HEADINGS, plain.map(cellsOf)) : "",
    compared.length > 0 ? peerTable(compared) : "",
    charts.map((chart) => `![${chart}](curves/${chart}.svg)`).join("\n"),
    notes.join("\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function peerTable(rows: readonly Row[]): string {
  // The keys of `peers` are those of PEER_TITLES.
  const names = Object.keys(rows[0]?.peers ?? {}) as PeerName[];
  const heads = ["measure", PEER_TITLES.academy, ...names.map((name) => PEER_TITLES[name]), "no peer ahead"];
  return table(
    heads,
    rows.map((row) => [
      row.measure,
      figure(row.ours, row.unit),
      ...names.map((name) => figure(row.peers?.[name] ?? null, row.unit)),
      row.verdict,
    ]),
  );
}

function chartsOf(rows: readonly Row[]): Record<string, string> {
  const drawn: Record<string, string> = {};
  for (const { chart } of rows) {
    if (!chart || drawn[chart.name]) continue;
    const mine = rows.filter((row) => row.chart?.name === chart.name);
    drawn[chart.name] = chart.x === undefined ? bars(chart.title, mine[0]) : lines(chart.title, mine);
  }
  return drawn;
}

const systems = (row: Row | undefined): [title: string, value: number | string | null][] => [
  [PEER_TITLES.academy, row?.ours ?? null],
  ...Object.entries(row?.peers ?? {}).map(
    ([name, value]) => [PEER_TITLES[name as PeerName], value] as [string, number | string],
  ),
];

function bars(title: string, row: Row | undefined): string {
  return drawBars({
    title,
    bars: systems(row).map(([name, value]) => ({
      name,
      value: typeof value === "number" ? value : null,
      label: figure(value, row?.unit ?? ""),
    })),
  });
}

function lines(title: string, rows: readonly Row[]): string {
  const xs = rows.map(({ chart }) => chart?.x ?? 0);
  return drawChart({
    title,
    x: { label: "rows of history", ticks: xs },
    yLabel: rows[0]?.unit ?? "",
    lines: systems(rows[0]).map(([name], place) => ({
      name,
      points: rows.flatMap((row, index) => {
        const value = systems(row)[place]?.[1];
        return typeof value === "number" ? [[xs[index] ?? 0, value] as const] : [];
      }),
    })),
  });
}

function describeCommit(): string {
  const git = (...args: string[]) => spawnSync("git", args, { encoding: "utf8" }).stdout.trim();
  const written = [":!bench/RESULTS.md", ":!bench/curves"]; // by this or an earlier run
  const isChanged = git("status", "--porcelain", "--untracked-files=no", "--", ".", ...written) !== "";
  return `${git("rev-parse", "--short", "HEAD")}${isChanged ? " with changes" : ""}`;
}
