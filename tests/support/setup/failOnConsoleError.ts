import { afterEach, beforeEach, expect, vi } from "vitest";

/**
 * An unexpected `console.error` fails the test. A test of an error that must be logged declares it with
 * `expectConsoleError(…)`.
 */
let expected: RegExp[] = [];

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
  expect(lines.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([]);
  for (const pattern of expected) expect(lines).toContainEqual(expect.stringMatching(pattern));
});
