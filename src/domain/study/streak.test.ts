import { expect, test } from "vitest";
import { streakOf } from "./streak.ts";
import { addDays, isLocalDay, type LocalDay } from "./studyDays.ts";

const never = () => false;

/** Builds a streak from one character per day, ending today: x for a study day, r for a day off, . for neither. */
function streak(calendar: string) {
  const today = "2026-11-21";
  if (!isLocalDay(today)) throw new Error("no day");
  const days = new Map<LocalDay, string>(
    [...calendar].reverse().map((letter, index) => [addDays(today, -index), letter]),
  );
  const studied = new Set([...days].flatMap(([day, letter]) => (letter === "x" ? [day] : [])));
  return streakOf(studied, today, (day) => days.get(day) === "r").days;
}

test.each([
  ["none before the first study day", "", 0],
  ["one on the first study day", "x", 1],
  ["kept from yesterday until today is over", "xxx.", 3],
  ["extended by today", "xxxx", 4],
  ["not broken by one missed day", "xx.xx", 4],
  ["not broken by missing yesterday", "xx..", 2],
  ["broken by two missed days in a row", "xx..x", 1],
  ["broken by the last two days", "xx...", 0],
  ["not broken by missed days a week apart", "x.xxxxxx.x", 8],
  ["broken by missed days less than a week apart", "x.xxxxx.x", 6],
  ["not broken by one missed day a week for a month", "x.xxxxxx.xxxxxx.xxxxxx.x", 20],
  ["not broken by days off", "xrxrrx", 3],
  ["days off do not count as missed days", "xrx.xrrx", 4],
  ["study on a day off counts", "xxx", 3],
  ["not extended before the first study day", ".x", 1],
])("streak: %s (%s)", (_, calendar, expected) => {
  expect(streak(calendar)).toBe(expected);
});

test("a streak states its first day and ignores days in the future", () => {
  const [a, b, later] = ["2026-11-20", "2026-11-21", "2026-12-24"].filter(isLocalDay);
  if (!a || !b || !later) throw new Error("no day");
  expect(streakOf(new Set([b, a, later]), b, never)).toEqual({ days: 2, since: a });
});
