import { expect, test } from "vitest";
import { addDays, dayIn, daysBetween, daysLeftOut, isLocalDay, studyDays } from "./studyDays.ts";

const day = (text: string) => {
  if (!isLocalDay(text)) throw new Error(`${text} is no day`);
  return text;
};

test.each([
  ["late evening in London is still the same day", "Europe/London", "2026-11-20T23:30:00.000Z", "2026-11-20"],
  [
    "the same moment in Kiritimati is the next day",
    "Pacific/Kiritimati",
    "2026-11-20T23:30:00.000Z",
    "2026-11-21",
  ],
  [
    "half past midnight in Nairobi is the new day",
    "Africa/Nairobi",
    "2026-11-20T21:30:00.000Z",
    "2026-11-21",
  ],
  [
    "summer midnight in London is an hour before midnight UTC",
    "Europe/London",
    "2026-07-01T23:10:00.000Z",
    "2026-07-02",
  ],
  [
    "the night when the clocks go back has one date",
    "Europe/London",
    "2026-10-25T23:59:00.000Z",
    "2026-10-25",
  ],
  ["a zone may be an offset of half an hour", "+05:30", "2026-11-20T18:30:00.000Z", "2026-11-21"],
  ["an offset may be negative", "-09:30", "2026-11-20T09:29:00.000Z", "2026-11-19"],
])("local day: %s", (_, zone, at, expected) => {
  expect(dayIn(zone, at)).toBe(expected);
});

test("study plan days are calendar days, so a day of 23 or 25 hours counts as one", () => {
  expect(addDays(day("2026-03-28"), 2)).toBe("2026-03-30");
  expect(daysBetween(day("2026-10-24"), day("2026-10-26"))).toBe(2);
  expect(addDays(day("2028-02-28"), 1)).toBe("2028-02-29");
});

test.each(["2026-02-30", "2026-13-01", "26-01-01", "today", ""])("%j is not a calendar day", (text) => {
  expect(isLocalDay(text)).toBe(false);
});

test("study while travelling counts for the local date of the place where it happened", () => {
  const changes = [
    { from: "2026-11-01T00:00:00.000Z", zone: "Asia/Tokyo" },
    { from: "2026-11-10T12:00:00.000Z", zone: "Europe/London" },
  ];
  const done = ["2026-10-20T16:00:00.000Z", "2026-11-05T16:00:00.000Z", "2026-11-11T16:00:00.000Z"];
  expect([...studyDays(done, changes, "Europe/London")]).toEqual(["2026-10-21", "2026-11-06", "2026-11-11"]);
});

test("study days fall back to the current time zone if the device has recorded none", () => {
  expect([...studyDays(["2026-11-20T23:30:00.000Z"], [], "Africa/Nairobi")]).toEqual(["2026-11-21"]);
});

test("a flight across the date line can skip a day, and the flight back cannot", () => {
  const westToEast = [
    { from: "2026-11-01T00:00:00.000Z", zone: "America/Los_Angeles" },
    { from: "2026-11-22T07:30:00.000Z", zone: "Pacific/Kiritimati" },
  ];
  expect([...daysLeftOut([{ from: "2026-11-01T00:00:00.000Z", zone: "America/Los_Angeles" }])]).toEqual([]);
  expect([...daysLeftOut(westToEast)]).toEqual([]);
  const nightFlight = [
    { from: "2026-11-01T00:00:00.000Z", zone: "Pacific/Pago_Pago" },
    { from: "2026-11-22T10:30:00.000Z", zone: "Pacific/Kiritimati" },
  ];
  expect([...daysLeftOut(nightFlight)]).toEqual(["2026-11-22"]);
  expect([...daysLeftOut([...nightFlight].reverse())]).toEqual([]);
});
