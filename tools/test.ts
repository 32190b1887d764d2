import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireChromium } from "../tests/support/chromium.ts";
import { buildIfStale } from "./build.ts";
import { printUnprovenRequirements } from "./checks/traceability.ts";

/**
 * `npm test` and, with `--deep`, `npm run test:deep`: every check in one go. All of them run even when an early one
 * fails; the last line says how many passed and how many failed.
 */
type Tally = { passed: number; failed: number };

const ROOT = join(import.meta.dirname, "..");
const isDeep = process.argv.includes("--deep");
/**
 * What is looked at in depth, and the tests that have a long form; ACADEMY_DEEP asks for both. In a browser the tag `@long` marks those that have one, and
 * `@deep` those that are for the deep run only.
 */
const DEEP_SUITES = ["deep", "tests/commerce/fuzz", "tests/faults/schedules", "tests/sync/joinProperty"];
const reports = mkdtempSync(join(tmpdir(), "academy-test-"));
if (!process.stdout.isTTY) process.env.NO_COLOR = "1";
const total: Tally = { passed: 0, failed: 0 };

process.env.CHROME_PATH = requireChromium();
if (isDeep) process.env.ACADEMY_DEEP = "1";

if (!isDeep) {
  await check("format and lint", "biome", ["ci", "--error-on-warnings", "."]);
  await check("types: browser", "tsc", ["-p", "tsconfig.app.json"]);
  await check("types: service worker", "tsc", ["-p", "tsconfig.sw.json"]);
  await check("types: server, tools and tests", "tsc", ["-p", "tsconfig.node.json"]);
  await check("dead code", "knip", []);
  await check("content", process.execPath, ["tools/content/main.ts", "check"]);
}
await buildSite();
if (!isDeep) await check("size budgets", "size-limit", []);

const vitestReport = join(reports, "vitest.json");
await suite("unit and integration", vitestReport, countVitest, "vitest", [
  "run",
  "--reporter=dot",
  "--reporter=json",
  `--outputFile.json=${vitestReport}`,
  ...(isDeep ? DEEP_SUITES : []),
]);
const playwrightReport = join(reports, "playwright.json");
process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = playwrightReport;
await suite("end to end", playwrightReport, countPlaywright, "playwright", [
  "test",
  "--reporter=list,json",
  ...(isDeep ? ["--grep=@deep|@long"] : ["--grep-invert=@deep"]),
]);

rmSync(reports, { recursive: true, force: true });
printUnprovenRequirements(ROOT);
console.info(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

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

async function check(title: string, command: string, args: string[]): Promise<void> {
  const code = await run(command, args);
  settle(title, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 });
}

async function buildSite(): Promise<void> {
  try {
    await buildIfStale();
    settle("build", { passed: 1, failed: 0 });
  } catch (error) {
    console.error(error);
    settle("build", { passed: 0, failed: 1 });
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
  if (code !== 0 && tally.failed === 0) tally.failed = 1;
  if (tally.passed + tally.failed === 0) tally.failed = 1;
  settle(title, tally);
}

function readReport(report: string, count: (report: unknown) => Tally): Tally {
  try {
    return count(JSON.parse(readFileSync(report, "utf8")));
  } catch (error) {
    console.error(`No report from the runner: ${error instanceof Error ? error.message : error}`);
    return { passed: 0, failed: 1 };
  }
}

function countVitest(report: unknown): Tally {
  // The shape of vitest's JSON reporter (Jest's).
  const { numPassedTests, numFailedTests } = report as { numPassedTests: number; numFailedTests: number };
  return { passed: numPassedTests, failed: numFailedTests };
}

function countPlaywright(report: unknown): Tally {
  // The shape of Playwright's JSON reporter; a test that passes only on retry counts as failed.
  const { stats } = report as { stats: { expected: number; unexpected: number; flaky: number } };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

function settle(title: string, tally: Tally): void {
  total.passed += tally.passed;
  total.failed += tally.failed;
  console.info(
    `${tally.failed === 0 ? "✓" : "✗"} ${title}: ${tally.passed} passed, ${tally.failed} failed\n`,
  );
}
