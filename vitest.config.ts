import { defineConfig } from "vitest/config";
import { lessonOutlines } from "./tools/content/lessonOutlines.ts";
import { courseModel } from "./tools/site/courseModel.ts";

/** Tests take a few seconds at most on an idle machine. */
const NODE_TEST_TIMEOUT_MS = 180_000;
/** Deep tests run in `npm run test:deep` only, so that `npm test` stays short. */
const LEFT_OUT = process.env.ACADEMY_DEEP ? [] : ["**/*.deep.test.ts"];
/** In depth, these run against a replica of a hosted project (tests/replica) instead of the embedded database. */
const ON_REPLICA = process.env.ACADEMY_DEEP
  ? [
      ...["tests/rls/*.test.ts", "tests/sync/server*.test.ts", "tests/sync/specCalls.test.ts"],
      ...["tests/teams/*.test.ts", "tests/replica/restore.deep.test.ts"],
    ]
  : [];
/** In depth, component tests run on a page that a browser's translator has changed. */
const TRANSLATED = process.env.ACADEMY_DEEP ? ["tests/support/setup/translated.ts"] : [];
const SHARED_WORKERS = {
  setupFiles: [
    "tests/support/setup/freshModules.ts",
    "tests/support/setup/failOnConsoleError.ts",
    "tests/support/setup/modalDialogs.ts",
    "tests/support/setup/patience.ts",
    ...TRANSLATED,
  ],
  testTimeout: NODE_TEST_TIMEOUT_MS,
  // As with browser tests, something on a busy machine may be late, and `npm test` lists each test that passed only on a second
  // try. An input that a property has found does not fail again, so that is never tried twice.
  retry: { count: 1, condition: /^(?!Property failed)/ },
  hookTimeout: NODE_TEST_TIMEOUT_MS,
  pool: "forks" as const,
  // Tests also wait, for timers and for processes that they start, so three workers keep two cores busy.
  maxWorkers: 3,
  // Loading the packages (React, the embedded Postgres) again for each file takes as long as its tests. See freshModules.ts.
  isolate: false,
};

/**
 * Unit tests beside their files, and tests across layers, with a real backend in each file: embedded, or in depth on the
 * replica.
 */
export default defineConfig({
  oxc: { jsx: { importSource: "#jsx" } },
  test: {
    // The functions log a line for each request, shown only for a failed test.
    silent: "passed-only",
    projects: [
      {
        plugins: [courseModel(), lessonOutlines()],
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
          exclude: [...LEFT_OUT, ...ON_REPLICA],
          ...SHARED_WORKERS,
        },
      },
      {
        test: {
          name: "replica",
          include: ON_REPLICA,
          env: { ACADEMY_REPLICA: "1" },
          ...SHARED_WORKERS,
        },
      },
    ],
  },
});
