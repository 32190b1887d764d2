import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { courseModel } from "./tools/site/courseModel.ts";

/** Tests take a few seconds at most on an idle machine. */
const NODE_TEST_TIMEOUT_MS = 180_000;
/** Deep tests run in `npm run test:deep` only, so that `npm test` stays short. */
const LEFT_OUT = process.env.ACADEMY_DEEP ? [] : ["**/*.deep.test.ts"];
/** In depth, these run against a replica of a hosted project (tests/replica) instead of the embedded database. */
const ON_REPLICA = process.env.ACADEMY_DEEP
  ? [
      ...["tests/rls/*.test.ts", "tests/sync/server*.test.ts", "tests/sync/specCalls.test.ts"],
      "tests/replica/{sessions,restore}.deep.test.ts",
    ]
  : [];
const UNIT_TESTS = "{src,functions,server,packages,tools}/**/*.test.{ts,tsx}";
/** Unit tests that name jsdom as their environment. See the projects below. */
const DOM_TESTS = globSync(UNIT_TESTS, { cwd: import.meta.dirname, exclude: ["**/node_modules/**"] }).filter(
  (file) => readFileSync(join(import.meta.dirname, file), "utf8").startsWith("// @vitest-environment jsdom"),
);
const SHARED_WORKERS = {
  setupFiles: [
    "tests/support/freshModules.ts",
    "tests/support/failOnConsoleError.ts",
    "tests/support/modalDialogs.ts",
    "tests/support/patience.ts",
  ],
  testTimeout: NODE_TEST_TIMEOUT_MS,
  hookTimeout: NODE_TEST_TIMEOUT_MS,
  pool: "forks" as const,
  maxWorkers: 2,
  // Loading the packages (React, the embedded Postgres) again for each file takes as long as its tests. See freshModules.ts.
  isolate: false,
};

/**
 * Unit tests beside their files, and tests across layers, with a real backend in each file: embedded, or in depth on the
 * replica.
 */
export default defineConfig({
  test: {
    // The functions log a line for each request, shown only for a failed test.
    silent: "passed-only",
    projects: [
      // Two projects, because a worker goes on to the next file only if that has the same environment.
      {
        plugins: [courseModel()],
        test: { name: "dom", include: DOM_TESTS, exclude: LEFT_OUT, ...SHARED_WORKERS },
      },
      {
        plugins: [courseModel()],
        test: {
          name: "unit",
          include: [UNIT_TESTS],
          exclude: [...LEFT_OUT, ...DOM_TESTS],
          ...SHARED_WORKERS,
        },
      },
      {
        test: {
          name: "integration",
          include: ["tests/**/*.test.ts"],
          exclude: [...LEFT_OUT, ...ON_REPLICA],
          ...SHARED_WORKERS,
        },
      },
      {
        test: {
          name: "replica",
          include: ON_REPLICA,
          env: { ACADEMY_REPLICA: process.env.ACADEMY_REPLICA ?? "1" },
          ...SHARED_WORKERS,
        },
      },
    ],
  },
});
