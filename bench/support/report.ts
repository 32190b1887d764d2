import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem } from "node:os";
import { join } from "node:path";
import { requireChromium } from "../../tests/support/programs.ts";
import type { Row } from "./measure.ts";

const RESULTS = join(import.meta.dirname, "..", "results");
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

/** Exact versions are pinned in package.json. */
function packageVersions(): unknown {
  return JSON.parse(readFileSync(join(RESULTS, "..", "..", "package.json"), "utf8")).dependencies;
}
