import { defineConfig } from "vitest/config";

const NODE_TEST_TIMEOUT_MS = 60_000;
/** What is looked at in depth, in `npm run test:deep` only: `npm test` has to stay short enough to be run. */
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
  // To load the packages (React, the embedded Postgres) anew for each file costs as much as its tests; see freshModules.ts.
  isolate: false,
};

/** Two projects: rules beside their files, and what crosses layers (a real backend in each file, so few workers). */
export default defineConfig({
  test: {
    // The functions log a line a request; it is shown only where a test fails.
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
