import { afterAll, afterEach, vi } from "vitest";

/**
 * How long a test waits for something that should happen. The libraries' own limit of a second is too short on a busy
 * machine, and only a failing test waits for longer.
 */
const PATIENCE_MS = 30_000;

const waitFor = vi.waitFor;
vi.waitFor = (check, options) =>
  waitFor(check, { timeout: PATIENCE_MS, ...(typeof options === "number" ? { timeout: options } : options) });

if (typeof window !== "undefined") {
  const { cleanup, configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: PATIENCE_MS });
  // A screen that stays would react to what the next test does, and be found by the tests of the next file.
  afterEach(cleanup);
  afterAll(() => document.body.replaceChildren());
}
