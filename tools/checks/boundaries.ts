import { cruise, type ICruiseResult, type IViolation } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { CRUISE_OPTIONS, FORBIDDEN_IMPORTS } from "./importRules.ts";

/**
 * Reads every module below `baseDir` and returns the broken import rules. Throws when it reads fewer modules than
 * `atLeast`: a checker that reads nothing finds nothing.
 */
export async function findBrokenImports(baseDir: string, atLeast: number): Promise<IViolation[]> {
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
