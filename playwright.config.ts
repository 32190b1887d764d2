import { defineConfig } from "@playwright/test";
import { CHROMIUM_ARGS, requireChromium } from "./tests/support/chromium.ts";

const TEST_TIMEOUT_MS = 120_000;
const EXPECT_TIMEOUT_MS = 15_000;

/** Every file starts its own academy on ports of its own, so two run beside each other. */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  timeout: TEST_TIMEOUT_MS,
  expect: { timeout: EXPECT_TIMEOUT_MS },
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A browser on a machine that does other work as well may be late; `npm test` names each test that was.
  retries: 1,
  outputDir: "test-results",
  use: {
    launchOptions: { executablePath: requireChromium(), args: CHROMIUM_ARGS },
    locale: "en-GB",
    timezoneId: "Europe/London",
    trace: "retain-on-failure",
  },
});
