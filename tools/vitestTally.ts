import { writeFileSync } from "node:fs";
import { inspect } from "node:util";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** What one suite of tests came to. */
export type Tally = {
  passed: number;
  /** The names of failed checks and tests. The last line repeats them, since that is all that some logs keep. */
  failed: string[];
  /** The names of tests that passed only on a second attempt, because of a busy machine or a flaky test. */
  late?: string[];
};

/** Writes the tally of a run of Vitest, as JSON, to the file that ACADEMY_TALLY names. Vitest's JSON has no errors outside of tests. */
export default class VitestTally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tally: Required<Tally> = { passed: 0, failed: errors.map(inOneLine), late: [] };
    for (const module of modules) {
      const named = (name: string) => `${module.relativeModuleId} › ${name}`;
      // A file that cannot be loaded, or whose set-up fails, has no failed test.
      if (module.errors().length > 0) tally.failed.push(named("the file itself"));
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) tally.failed.push(named(`${suite.fullName}: outside of its tests`));
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "failed") tally.failed.push(named(test.fullName));
        if (state !== "passed") continue;
        tally.passed += 1;
        if (test.diagnostic()?.flaky) tally.late.push(named(test.fullName));
      }
    }
    writeFileSync(process.env.ACADEMY_TALLY ?? "", JSON.stringify(tally));
  }
}

function inOneLine(error: SerializedError): string {
  const where = error.stacks?.[0] ? ` at ${error.stacks[0].file}:${error.stacks[0].line}` : "";
  return `an error outside of a test: ${error.name}: ${error.message || inspect(error)}${where}`;
}
