import { expect, test } from "vitest";
import { timeSince } from "./dates.ts";

test.each([
  ["2026-11-25T11:59:30Z", "less than a minute"],
  ["2026-11-25T11:59:00Z", "1 minute"],
  ["2026-11-25T09:00:01Z", "2 hours"],
  ["2026-11-24T12:00:00Z", "1 day"],
  ["2026-10-26T12:00:00Z", "30 days"],
])("the time since %s is %s", (iso, words) => {
  expect(timeSince(iso, Date.parse("2026-11-25T12:00:00Z"))).toBe(words);
});
