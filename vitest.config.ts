import { defineConfig } from "vitest/config";

const NODE_TEST_TIMEOUT_MS = 60_000;
/** Deep tests run in `npm run test:deep` only, so that `npm test` stays short. */
const LEFT_OUT = process.env.ACADEMY_DEEP ? [] : ["**/*.deep.test.ts"];
const SHARED_WORKERS = {
  setupFiles: [
    "tests/support/freshModules.ts",
    "tests/support/failOnConsoleError.ts",
    "tests/support/modalDialogs.ts",
  ],
  testTimeout: NODE_TEST_TIMEOUT_MS,
  hookTimeout: NODE_TEST_TIMEOUT_MS,
  pool: "forks" as const,
  maxWorkers: 2,
  // Loading the packages (React, the embedded Postgres) again for each file takes as long as its tests. See freshModules.ts.
  isolate: false,
};

/** Two projects: unit tests beside their files, and tests across layers, with a real backend in each file. */
export default defineConfig({
  test: {
    // The functions log a line for each request, shown only for a failed test.
    silent: "passed-only",
    projects: [
      {
        test: {
          name: "unit",
          include: ["{src,functions,server,packages,tools}/**/*.test.{ts,tsx}"],
          exclude: LEFT_OUT,
          ...SHARED_WORKERS,
        },
      },
      {
        test: {
          name: "integration",
          include: ["tests/**/*.test.ts"],
          exclude: LEFT_OUT,
          ...SHARED_WORKERS,
        },
      },
    ],
  },
});
