import { expect, test } from "vitest";
import { retryAfterMs } from "./backoff.ts";

const NOW_MS = Date.UTC(2026, 10, 20, 9);
const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const httpDate = (ms: number) => new Date(ms).toUTCString();
const asked = (headers: Record<string, string>, deviceMs = NOW_MS) =>
  retryAfterMs(new Response(null, { headers }), deviceMs);

test("a server can name the time of the next request in seconds or as a date", () => {
  expect(asked({ "retry-after": "90" })).toBe(90 * SECOND_MS);
  expect(asked({ "retry-after": httpDate(NOW_MS + 90 * SECOND_MS) })).toBe(90 * SECOND_MS);
  expect(asked({})).toBeNull();
  expect(asked({ "retry-after": "soon" })).toBeNull();
});

test.each([2 * HOUR_MS, -2 * HOUR_MS])(
  "a date of the next request is compared with the server's clock if the device's is wrong by %d ms",
  (wrongByMs) => {
    const headers = { date: httpDate(NOW_MS), "retry-after": httpDate(NOW_MS + 90 * SECOND_MS) };
    expect(asked(headers, NOW_MS + wrongByMs)).toBe(90 * SECOND_MS);
  },
);
