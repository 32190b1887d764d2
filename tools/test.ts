import { spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPrograms, PROGRAMS, requireProgram } from "../tests/support/programs.ts";
import { buildIfStale } from "./build.ts";
import { printUnprovenRequirements } from "./checks/traceability.ts";
import type { Tally } from "./vitestTally.ts";

/**
 * `npm test` and, with `--deep`, `npm run test:deep`: every check in one go. All of them run even when an early one
 * fails; the last line says how many passed and how many failed. `npm test -- <words>` runs only the tests in files whose
 * paths contain one of the words.
 */
type Check = [title: string, command: string, args: string[]];

const ROOT = join(import.meta.dirname, "..");
const isDeep = process.argv.includes("--deep");
const words = process.argv.slice(2).filter((argument) => argument !== "--deep");
/**
 * Suites that run only in depth, and suites whose tests have a long form; ACADEMY_DEEP enables both. The test of a
 * deployment (tests/deploy) runs more of them on its database. The tag `@deep` marks browser tests that run only in
 * depth.
 */
const DEEP_SUITES = [
  ...["deep", "tests/fuzz", "tests/faults/schedules", "tests/sync/joinProperty", ".test.tsx"],
];
/** In depth, three browsers of different engines at once were too many: Firefox did not always finish loading a page. */
const ENGINE_WORKERS = ["--workers=2"];
const reports = mkdtempSync(join(tmpdir(), "academy-test-"));
if (!process.stdout.isTTY) process.env.NO_COLOR = "1";
const total = { passed: 0, failed: [] as string[], late: [] as string[] };

const untested = installPrograms(PROGRAMS);
process.env.CHROME_PATH = requireProgram("Chromium");
if (isDeep) process.env.ACADEMY_DEEP = "1";

if (words.length > 0) await testOnly();
if (!isDeep) {
  // The slowest checks start first, so that no core is idle at the end.
  await checkTwoAtATime([
    ["types: server, tools and tests", "tsc", ["-p", "tsconfig.node.json"]],
    ["format and lint", "biome", ["ci", "--error-on-warnings", "."]],
    ["dead code", "knip", []],
    ["types: browser", "tsc", ["-p", "tsconfig.app.json"]],
    ["types: service worker", "tsc", ["-p", "tsconfig.sw.json"]],
  ]);
}
await buildSite();
if (!isDeep) await checkTwoAtATime([["size budgets", "size-limit", []]]);

await unitTests(isDeep ? DEEP_SUITES : []);
if (isDeep) {
  // Each run empties its folder of results, so the second must not have the first one's.
  await browserTests(["tests/engines"], [...ENGINE_WORKERS, "--output=test-results/engines"]);
  await browserTests(["tests/e2e"], ["--output=test-results/e2e"]);
} else await browserTests([]);
printUnprovenRequirements(ROOT);
finish();

function finish(): never {
  rmSync(reports, { recursive: true, force: true });
  for (const { program, advice } of untested) console.warn(`Not tested with ${program}: ${advice}`);
  console.info(inWords(total));
  process.exit(total.failed.length === 0 ? 0 : 1);
}

/** While one works: seconds for a word that names unit tests, and the build first for one that names browser tests. */
async function testOnly(): Promise<never> {
  const filesOf = (pattern: string) =>
    globSync(pattern, { cwd: ROOT, exclude: ["**/node_modules/**"] }).filter((file) =>
      words.some((word) => file.includes(word)),
    );
  const unit = filesOf("{src,functions,server,packages,tools,tests}/**/*.test.{ts,tsx}").filter(
    (file) => isDeep || !file.endsWith(".deep.test.ts"),
  );
  const browser = filesOf("tests/{e2e,engines}/**/*.spec.ts");
  if (unit.length > 0) await unitTests(unit);
  if (browser.length > 0) {
    await buildSite();
    await browserTests(browser, isDeep ? ENGINE_WORKERS : []);
  }
  if (total.passed + total.failed.length === 0) {
    total.failed.push(`no test of this depth is in a file with ${words.join(" or ")} in its path`);
  }
  return finish();
}

async function unitTests(files: string[]): Promise<void> {
  const report = join(reports, "vitest.json");
  process.env.ACADEMY_TALLY = report;
  const shown = words.length > 0 ? "--reporter=default" : "--reporter=dot";
  const args = ["run", shown, "--reporter=tools/vitestTally.ts", ...files];
  await suite("unit and integration", report, (tally) => tally as Tally, "vitest", args);
}

async function browserTests(files: string[], options: string[] = []): Promise<void> {
  const report = join(reports, "playwright.json");
  process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = report;
  const chosen = isDeep ? "--grep=@deep" : "--grep-invert=@deep";
  const args = ["test", "--reporter=list,json", chosen, "--pass-with-no-tests", ...options, ...files];
  await suite("end to end", report, countPlaywright, "playwright", args);
}

function run(command: string, args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: "inherit" });
    child.on("error", (error) => {
      console.error(`${command}: ${error.message}`);
      resolve(1);
    });
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** Runs two checks at a time and prints the output of each in one piece when it ends. */
async function checkTwoAtATime(checks: Check[]): Promise<void> {
  const waiting = [...checks];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [title, command, args] = next;
      const { code, said } = await listen(command, args);
      process.stdout.write(said);
      settle(title, code === 0 ? { passed: 1, failed: [] } : { passed: 0, failed: [title] });
    }
  };
  await Promise.all([work(), work()]);
}

function listen(command: string, args: string[]): Promise<{ code: number; said: string }> {
  return new Promise((resolve) => {
    const said: Buffer[] = [];
    const child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => said.push(part));
    child.on("error", (error) => resolve({ code: 1, said: `${command}: ${error.message}\n` }));
    child.on("close", (code) => resolve({ code: code ?? 1, said: Buffer.concat(said).toString() }));
  });
}

async function buildSite(): Promise<void> {
  try {
    await buildIfStale();
    settle("build", { passed: 1, failed: [] });
  } catch (error) {
    console.error(error);
    settle("build", { passed: 0, failed: ["build"] });
  }
}

/** A suite that ends with an error counts as failed even when its report names no failed test. */
async function suite(
  title: string,
  report: string,
  count: (report: unknown) => Tally,
  command: string,
  args: string[],
): Promise<void> {
  const code = await run(command, args);
  const tally = readReport(report, count);
  const isEmpty = tally.passed + tally.failed.length === 0;
  if (code !== 0 && tally.failed.length === 0) tally.failed.push(`${title}: an error outside of a test`);
  // The chosen files may have only tests of the other depth.
  else if (isEmpty && words.length === 0) tally.failed.push(`${title}: no test was found`);
  settle(title, tally);
}

function readReport(report: string, count: (report: unknown) => Tally): Tally {
  try {
    return count(JSON.parse(readFileSync(report, "utf8")));
  } catch (error) {
    return { passed: 0, failed: [`no report: ${error instanceof Error ? error.message : error}`] };
  }
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: { file: string; title: string; tests: { status: string }[] }[];
};

function countPlaywright(report: unknown): Tally {
  // The part of Playwright's JSON report that is read here.
  const { stats, suites } = report as {
    stats: { expected: number; flaky: number };
    suites: PlaywrightSuite[];
  };
  const named = (status: string) => suites.flatMap((suite) => testsWith(status, suite));
  return { passed: stats.expected + stats.flaky, failed: named("unexpected"), late: named("flaky") };
}

function testsWith(wanted: string, { suites = [], specs = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === wanted));
  return [
    ...own.map(({ file, title }) => `${file} › ${title}`),
    ...suites.flatMap((suite) => testsWith(wanted, suite)),
  ];
}

function settle(title: string, tally: Tally): void {
  total.passed += tally.passed;
  total.failed.push(...tally.failed);
  total.late.push(...(tally.late ?? []));
  console.info(`${tally.failed.length === 0 ? "✓" : "✗"} ${title}: ${inWords(tally)}\n`);
}

function inWords({ passed, failed, late = [] }: Tally): string {
  const named = (names: string[]) => (names.length > 0 ? `:\n  ${names.join("\n  ")}` : "");
  const again = late.length > 0 ? `\n${late.length} of them passed on a second try${named(late)}` : "";
  return `${passed} passed, ${failed.length} failed${named(failed)}${again}`;
}
