import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGS, requireHeadless } from "./tests/support/programs.ts";

/** The longest test takes about a minute on a quiet machine. */
const TEST_TIMEOUT_MS = 240_000;
const EXPECT_TIMEOUT_MS = 15_000;

/** Ends what is retried until it passes; without a limit it would end with its test, without the place in the error. */
const RETRY_TIMEOUT_MS = 120_000;

/** Each worker has its own academy. Tests mostly wait, so three workers keep two cores busy. */
const WORKERS = 3;

export default defineConfig({
  testDir: "tests",
  // The test of a deployment starts the browser that buys there, and says where that is.
  testMatch: process.env.ACADEMY_DEPLOYED ? "deploy/*.spec.ts" : "{e2e,engines}/**/*.spec.ts",
  // Only the tests on this machine start an academy.
  ...(process.env.ACADEMY_DEPLOYED ? {} : { globalSetup: "./tests/support/server/preparedDatabase.ts" }),
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: EXPECT_TIMEOUT_MS, toPass: { timeout: RETRY_TIMEOUT_MS } },
  workers: WORKERS,
  fullyParallel: false,
  forbidOnly: true,
  // A browser on a busy machine may be late. `npm test` lists each test that passed only on a second attempt.
  retries: 1,
  outputDir: "test-results",
  use: {
    launchOptions: { executablePath: requireHeadless(), args: CHROMIUM_ARGS },
    locale: "en-GB",
    timezoneId: "Europe/London",
    // A trace of every test takes about as long again as the tests.
    trace: "on-first-retry",
  },
});
