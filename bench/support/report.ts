import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";
import { requireChromium } from "../../tests/support/programs.ts";
import { PEER_TITLES, type PeerName } from "../peers/contract.ts";
import type { Row } from "./measure.ts";

const BENCH = join(import.meta.dirname, "..");
const RESULTS = join(BENCH, "results");
const BYTES_PER_GB = 1e9;

/** The state of the machine. Figures from different machines, or of a busy and an idle one, cannot be compared. */
function describeMachine() {
  return {
    system: `${process.platform} ${process.arch} ${release()}`,
    processor: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / BYTES_PER_GB),
    load1m: loadavg()[0] ?? 0,
  };
}

/** Saves the run as JSON under `bench/results/`. Returns the file's path. */
export function keepResults({ startedAt, rows }: { startedAt: Date; rows: Row[] }): string {
  mkdirSync(RESULTS, { recursive: true });
  const file = join(RESULTS, `${startedAt.toISOString().replaceAll(":", "-")}.json`);
  const versions = { node: process.version, chromium: chromiumVersion(), packages: packageVersions() };
  const content = { startedAt, endedAt: new Date(), versions, machine: describeMachine(), rows };
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  return file;
}

function chromiumVersion(): string {
  return spawnSync(requireChromium(), ["--version"], { encoding: "utf8" }).stdout.trim();
}

/** Exact versions are pinned in the two package.json. */
function packageVersions(): object {
  const of = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).dependencies;
  return { ...of(join(BENCH, "..")), ...of(BENCH) };
}

const HEADINGS = ["measure", "ours", "floor", "ratio", "target", "verdict"] as const;

/** The report as lines for a terminal, with the peers' figures and notes below the table. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [[...HEADINGS], ...rows.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const lines = cells.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  const peers = rows.filter((row) => row.peers).map((row) => `${row.measure}: ${peersOf(row)}`);
  const notes = rows.filter((row) => row.note).map((row) => `${row.measure}: ${row.note}`);
  return [lines[0], rule, ...lines.slice(1), "", ...peers, "", ...notes].join("\n");
}

function cellsOf({ measure, ours, floor, unit, target, verdict }: Row): string[] {
  const ratio = ours === null || !floor ? "–" : `${(ours / floor).toFixed(2)} ×`;
  return [measure, figure(ours, unit), figure(floor, unit), ratio, target, verdict];
}

function figure(value: number | null, unit: Row["unit"]): string {
  return value === null ? "–" : `${readable(value)} ${unit}`.trim();
}

function peersOf({ ours, peers = {}, unit }: Row): string {
  const others = Object.entries(peers).map(
    // The keys of `peers` are those of PEER_TITLES.
    ([name, value]) => `${PEER_TITLES[name as PeerName]} ${figure(value, unit)}`,
  );
  return [`${PEER_TITLES.academy} ${figure(ours, unit)}`, ...others].join(", ");
}

function readable(value: number): string {
  return Number.isInteger(value) || value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
