import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult, type IViolation } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CRUISE_OPTIONS, FORBIDDEN_IMPORTS } from "./importRules.ts";

/**
 * Reads every module below `baseDir` and returns the broken import rules. Throws when it reads fewer modules than
 * `atLeast`: a checker that reads nothing finds nothing.
 */
async function findBrokenImports(baseDir: string, atLeast: number): Promise<IViolation[]> {
  const folders = ["src", "functions", "server", "packages", "tools", "tests", "vite.config.ts"];
  const { output } = await cruise(
    folders,
    { ...CRUISE_OPTIONS, baseDir, ruleSet: { forbidden: FORBIDDEN_IMPORTS }, validate: true },
    undefined,
    { tsConfig: extractTSConfig("tsconfig.base.json") },
  );
  // Without an output type the cruiser returns an object instead of a string.
  const { modules, summary } = output as ICruiseResult;
  const ours = modules.filter((module) => !module.source.includes("node_modules"));
  if (ours.length < atLeast)
    throw new Error(`read only ${ours.length} modules, expected at least ${atLeast}`);
  return summary.violations;
}

const PROJECT = join(import.meta.dirname, "..", "..");
const MINIMUM_MODULES = 60;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "boundaries-"));
  symlinkSync(join(PROJECT, "node_modules"), join(folder, "node_modules"));
  for (const each of ["src", "functions", "server", "packages", "tools", "tests"])
    mkdirSync(join(folder, each));
  writeFileSync(join(folder, "vite.config.ts"), "export {};");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function plant(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

test("the project obeys its import rules", async () => {
  const broken = await findBrokenImports(PROJECT, MINIMUM_MODULES);
  expect(broken.map((each) => `${each.rule.name}: ${each.from} -> ${each.to}`)).toEqual([]);
});

const PLANTED: [rule: string, files: Record<string, string>][] = [
  ["domain-is-pure", { "src/domain/a.ts": 'import "react";' }],
  ["ui-has-no-data", { "src/ui/a.ts": 'import "../domain/b.ts";', "src/domain/b.ts": "export {};" }],
  ["entities-know-domain", { "src/entities/a.ts": 'import "../db/b.ts";', "src/db/b.ts": "export {};" }],
  ["db-knows-domain", { "src/db/a.ts": 'import "../platform/b.ts";', "src/platform/b.ts": "export {};" }],
  ["platform-adapts", { "src/platform/a.ts": 'import "../sync/b.ts";', "src/sync/b.ts": "export {};" }],
  ["sync-moves-data", { "src/sync/a.ts": 'import "react";' }],
  [
    "features-are-strangers",
    { "src/features/x/a.ts": 'import "../y/b.ts";', "src/features/y/b.ts": "export {};" },
  ],
  [
    "features-know-no-app",
    { "src/features/x/a.ts": 'import "../../app/b.ts";', "src/app/b.ts": "export {};" },
  ],
  ["browser-knows-no-server", { "src/app/a.ts": 'import "../../server/b.ts";', "server/b.ts": "export {};" }],
  ["browser-loads-zod-mini", { "src/domain/a.ts": 'import "zod";' }],
  [
    "functions-are-strangers",
    { "functions/x/a.ts": 'import "../y/b.ts";', "functions/y/b.ts": "export {};" },
  ],
  [
    "server-uses-functions-and-domain",
    { "server/a.ts": 'import "../src/ui/b.ts";', "src/ui/b.ts": "export {};" },
  ],
  [
    "packages-stand-alone",
    { "packages/x/a.test.ts": 'import "../../tests/b.ts";', "tests/b.ts": "export {};" },
  ],
  ["packages-by-name", { "tests/a.ts": 'import "../packages/x/b.ts";', "packages/x/b.ts": "export {};" }],
  [
    "packages-stand-alone",
    { "packages/x/a.ts": 'import "../y/index.ts";', "packages/y/index.ts": "export {};" },
  ],
  [
    "packages-testing-is-for-tests",
    { "server/a.ts": 'import "../packages/x/testing.ts";', "packages/x/testing.ts": "export {};" },
  ],
  [
    "run-without-dev-packages",
    {
      "package.json": JSON.stringify({ devDependencies: { vitest: "5.1.1" } }),
      "tools/start.ts": 'import { test } from "vitest"; test;',
    },
  ],
  ["dexie-is-locked", { "src/sync/a.ts": 'import "dexie";' }],
  ["dexie-react-hooks-is-locked", { "src/app/a.ts": 'import "dexie-react-hooks";' }],
  ["supabase-supabase-js-is-locked", { "src/features/x/a.ts": 'import "@supabase/supabase-js";' }],
  ["stripe-is-locked", { "src/app/a.ts": 'import "stripe";' }],
  ["no-cycles", { "src/domain/a.ts": 'import "./b.ts";', "src/domain/b.ts": 'import "./a.ts";' }],
  ["no-unresolvable", { "src/domain/a.ts": 'import "./missing.ts";' }],
];

test.each(PLANTED)("the import check reports a violation of the rule %s", async (rule, files) => {
  plant(files);
  const broken = await findBrokenImports(folder, Object.keys(files).length);
  expect(broken.map((each) => each.rule.name)).toContain(rule);
});
