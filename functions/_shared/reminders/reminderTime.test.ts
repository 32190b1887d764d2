import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayIn } from "../../../src/domain/study/studyDays.ts";
import { lastReminderAt, nextReminderAt } from "./reminderTime.ts";

const at = (text: string) => Date.parse(text);
const iso = (ms: number) => new Date(ms).toISOString();
const NINETEEN = 19 * 60;
const HALF_PAST_ONE = 90;

const clockIn = (zone: string, ms: number) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" }).format(ms);
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

describe("the time of a reminder", () => {
  it.each([
    ["in winter", "Europe/London", NINETEEN, "2026-01-10T12:00:00Z", "2026-01-10T19:00:00.000Z"],
    ["in summer", "Europe/London", NINETEEN, "2026-07-10T12:00:00Z", "2026-07-10T18:00:00.000Z"],
    [
      "on the next day when today's has passed",
      "Europe/London",
      NINETEEN,
      "2026-01-10T19:00:00Z",
      "2026-01-11T19:00:00.000Z",
    ],
    [
      "on the local day, which is not that of UTC",
      "Pacific/Kiritimati",
      NINETEEN,
      "2026-01-10T04:00:00Z",
      "2026-01-10T05:00:00.000Z",
    ],
    [
      "an hour later when clocks are set forward over it",
      "Europe/London",
      HALF_PAST_ONE,
      "2026-03-29T00:00:00Z",
      "2026-03-29T01:30:00.000Z",
    ],
    [
      "once when clocks are set back over it",
      "Europe/London",
      HALF_PAST_ONE,
      "2026-10-25T00:00:00Z",
      "2026-10-25T00:30:00.000Z",
    ],
    [
      "not again an hour later on that day",
      "Europe/London",
      HALF_PAST_ONE,
      "2026-10-25T00:30:00Z",
      "2026-10-26T01:30:00.000Z",
    ],
    [
      "at the offset of a zone without a name",
      "+05:30",
      NINETEEN,
      "2026-01-10T13:30:00Z",
      "2026-01-11T13:30:00.000Z",
    ],
    [
      "across a day that the zone skipped",
      "Pacific/Apia",
      NINETEEN,
      "2011-12-30T06:00:00Z",
      "2011-12-31T05:00:00.000Z",
    ],
  ])("is %s", (_, zone, minute, after, expected) => {
    expect(iso(nextReminderAt(zone, minute, at(after)))).toBe(expected);
  });

  it("is once on every local day in every time zone, at the chosen time unless clocks skip it", () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
    const minutes = fc.integer({ min: 0, max: 1439 });
    const moments = fc.integer({ min: at("2020-01-01T00:00:00Z"), max: at("2035-01-01T00:00:00Z") });
    fc.assert(
      fc.property(zones, minutes, moments, (zone, minute, startMs) => {
        const first = nextReminderAt(zone, minute, startMs);
        const second = nextReminderAt(zone, minute, first);
        expect(first).toBeGreaterThan(startMs);
        expect(lastReminderAt(zone, minute, first)).toBe(first);
        expect(lastReminderAt(zone, minute, second - 1)).toBe(first);
        expect(dayIn(zone, second) > dayIn(zone, first)).toBe(true);
        expect(second - first).toBeLessThanOrEqual(26 * 3_600_000);
        if (clockIn(zone, first) !== clock(minute)) {
          // Only where clocks were set forward less than a day before does the time not exist.
          const offset = (ms: number) => nextReminderAt(zone, 0, ms) - nextReminderAt("UTC", 0, ms);
          expect(offset(first - 172_800_000)).not.toBe(offset(first + 86_400_000));
        }
      }),
      { numRuns: process.env.ACADEMY_DEEP ? 20_000 : 400 },
    );
  });
});
