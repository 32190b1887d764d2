import { join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { expect, test } from "vitest";
import { CRUISE_OPTIONS, FORBIDDEN_IMPORTS } from "./importRules.ts";

const PROJECT = join(import.meta.dirname, "..", "..");
const FOLDERS = ["src", "functions", "server", "packages", "tools", "tests", "vite.config.ts"];
/** A checker that reads nothing finds nothing. */
const MINIMUM_MODULES = 1000;

test("the project obeys its import rules", async () => {
  const { output } = await cruise(
    FOLDERS,
    { ...CRUISE_OPTIONS, baseDir: PROJECT, ruleSet: { forbidden: FORBIDDEN_IMPORTS }, validate: true },
    undefined,
    { tsConfig: extractTSConfig("tsconfig.base.json") },
  );
  // Without an output type the cruiser returns an object instead of a string.
  const { modules, summary } = output as ICruiseResult;
  const ours = modules.filter((module) => !module.source.includes("node_modules"));
  expect(ours.length).toBeGreaterThan(MINIMUM_MODULES);
  expect(summary.violations.map((each) => `${each.rule.name}: ${each.from} -> ${each.to}`)).toEqual([]);
});
