import { afterEach, beforeEach, expect, vi } from "vitest";

/**
 * An unexpected `console.error` fails the test. A test of an error that must be logged declares it with
 * `expectConsoleError(…)`.
 */
let expected: RegExp[] = [];
/**
 * A sync that the test of a screen has started, and does not wait for, may log this in the middle of another test.
 * src/sync/learnerSync.test.ts tests when it is logged.
 */
const OF_A_SYNC = /^Error loading progress$/;

export function expectConsoleError(...patterns: RegExp[]): void {
  expected = patterns;
}

beforeEach(() => {
  expected = [];
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => {
  const lines = vi.mocked(console.error).mock.calls.map((args) => args.map(String).join(" "));
  vi.mocked(console.error).mockRestore();
  const allowed = [...expected, OF_A_SYNC];
  expect(lines.filter((line) => !allowed.some((pattern) => pattern.test(line)))).toEqual([]);
  for (const pattern of expected) expect(lines).toContainEqual(expect.stringMatching(pattern));
});
