import { execFileSync, spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Fault, faultsInSql, faultsInTypeScript, type SqlFault } from "./mutants/faults.ts";
import { testsFor } from "./mutants/testsFor.ts";

// `node tools/mutants.ts [count] [seed]` plants faults, one at a time, in copies of the last commit, and runs the
// tests that are nearest to each. It writes how many were found, and which were not, to bench/mutants.md, so that a simpler code base can be
// compared with the one before: it must find as many. About an hour for 200 on two cores.

const ROOT = join(import.meta.dirname, "..");
const SOURCES = [
  ...["src/domain", "src/entities", "src/db", "src/sync", "functions"].map((folder) => `${folder}/**/*.ts`),
  ...["learning", "sales"].map((folder) => `supabase/schemas/${folder}/**/*.sql`),
];
const COPIES = 2;
/** The nearest tests run first; the others only if those pass. */
const FIRST_FILES = 3;
const FILES = 8;
const LIMIT_MS = 120_000;

type Outcome = "found" | "not found" | "timed out";
type Planted = (Fault | SqlFault) & { outcome: Outcome; seconds: number };

/** The same numbers for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function chooseFaults(count: number, seed: number): (Fault | SqlFault)[] {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((file) => !file.endsWith(".test.ts"))
    .sort();
  const all = files.flatMap((file): (Fault | SqlFault)[] => {
    const code = readFileSync(join(ROOT, file), "utf8");
    return file.endsWith(".sql") ? faultsInSql(file, code) : faultsInTypeScript(file, code);
  });
  const next = numbersFrom(seed);
  const chosen = Array.from({ length: count }, () => all.splice(Math.floor(next() * all.length), 1)[0]);
  return chosen.filter((fault) => fault !== undefined);
}

function copyOfLastCommit(): string {
  const folder = mkdtempSync(join(tmpdir(), "academy-mutants-"));
  execFileSync("git", ["clone", "-q", ROOT, folder]);
  for (const name of ["node_modules", "dist"]) symlinkSync(join(ROOT, name), join(folder, name));
  return folder;
}

/** Plants a fault, and returns how to remove it. */
function plant(copy: string, fault: Fault | SqlFault): () => void {
  if ("statement" in fault) {
    const file = join(copy, "supabase/migrations/29991231235959_fault.sql");
    writeFileSync(file, `set local check_function_bodies = off;\n${fault.statement}\n`);
    return () => rmSync(file);
  }
  const file = join(copy, fault.file);
  const code = readFileSync(file, "utf8");
  writeFileSync(file, code.slice(0, fault.start) + fault.text + code.slice(fault.end));
  return () => writeFileSync(file, code);
}

function run(copy: string, tests: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
    const args = [
      vitest,
      "run",
      "--bail=1",
      "--retry=0",
      "--project=unit",
      "--project=integration",
      ...tests,
    ];
    const child = spawn(process.execPath, args, { cwd: copy, stdio: "ignore", detached: true });
    const end = (signal: NodeJS.Signals) => child.pid && process.kill(-child.pid, signal);
    const timer = setTimeout(() => {
      end("SIGKILL");
      resolve("timed out");
    }, LIMIT_MS);
    child.on("exit", (code) => {
      clearTimeout(timer);
      resolve(code === 0 ? "not found" : "found");
    });
  });
}

async function outcomeOf(copy: string, fault: Fault | SqlFault, tests: readonly string[]): Promise<Outcome> {
  if (tests.length === 0) return "not found";
  const remove = plant(copy, fault);
  try {
    const first = await run(copy, tests.slice(0, FIRST_FILES));
    if (first !== "not found" || tests.length <= FIRST_FILES) return first;
    return await run(copy, tests.slice(FIRST_FILES, FILES));
  } finally {
    remove();
  }
}

function report(planted: readonly Planted[], seed: number): string {
  const count = (outcome: Outcome) => planted.filter((each) => each.outcome === outcome).length;
  const missed = planted.filter(({ outcome }) => outcome !== "found");
  const rows = missed.map(
    ({ file, line, change, outcome }) =>
      `| \`${file}:${line}\` | \`${change.replaceAll("|", "\\|").replaceAll("`", "'")}\` | ${outcome} |`,
  );
  return [
    "# Planted faults",
    "",
    `Written by \`node tools/mutants.ts ${planted.length} ${seed}\`. Found by the nearest tests: ${count("found")} of ${planted.length}.`,
    `Not found: ${count("not found")}. Stopped after ${LIMIT_MS / 1000} s: ${count("timed out")}, because a fault makes a test wait for`,
    "ever, or the machine was busy. A fault that is not found may change nothing that anyone could notice.",
    "",
    "| where | change | outcome |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

const [count = 200, seed = 1] = process.argv.slice(2).map(Number);
const waiting = chooseFaults(count, seed);
const nearest = await testsFor(ROOT, waiting);
const planted = new Map<Fault | SqlFault, Planted>();
const order = [...waiting];
await Promise.all(
  Array.from({ length: COPIES }, async () => {
    const copy = copyOfLastCommit();
    try {
      for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
        const start = performance.now();
        const outcome = await outcomeOf(copy, fault, nearest.get(fault) ?? []);
        const seconds = Math.round((performance.now() - start) / 1000);
        planted.set(fault, { ...fault, outcome, seconds });
        console.info(
          `${planted.size}/${count} ${outcome} in ${seconds} s: ${fault.file}:${fault.line} ${fault.change} (${basename(nearest.get(fault)?.[0] ?? "no test")})`,
        );
      }
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  }),
);
const done = order.flatMap((fault) => planted.get(fault) ?? []);
const list = join(ROOT, "bench/mutants.md");
writeFileSync(list, report(done, seed));
execFileSync(join(ROOT, "node_modules/.bin/biome"), ["format", "--write", list]);
