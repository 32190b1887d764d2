import { expect, test } from "vitest";
import { streakOf } from "./streak.ts";
import { addDays, isLocalDay, type LocalDay } from "./studyDays.ts";

const never = () => false;

/** Builds a streak from one letter per day, ending today: x studied, r rest day, . neither. */
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
  ["nobody begins with a streak", "", 0],
  ["the first day is one", "x", 1],
  ["yesterday's streak stands until today is over", "xxx.", 3],
  ["today is added to it", "xxxx", 4],
  ["one missed day is free", "xx.xx", 4],
  ["a missed yesterday is free as well", "xx..", 2],
  ["two missed days in a row are not", "xx..x", 1],
  ["two in a row up to today end it", "xx...", 0],
  ["the next free day comes a week later", "x.xxxxxx.x", 8],
  ["and not a day sooner", "x.xxxxx.x", 6],
  ["one free day a week for a month", "x.xxxxxx.xxxxxx.xxxxxx.x", 20],
  ["days without a step do not end it", "xrxrrx", 3],
  ["nor do they use up the free day", "xrx.xrrx", 4],
  ["study on a rest day counts", "xxx", 3],
  ["a free day before the first day of study is no part of it", ".x", 1],
])("%s: %s", (_, calendar, expected) => {
  expect(streak(calendar)).toBe(expected);
});

test("a streak states its first day and ignores days in the future", () => {
  const [a, b, later] = ["2026-11-20", "2026-11-21", "2026-12-24"].filter(isLocalDay);
  if (!a || !b || !later) throw new Error("no day");
  expect(streakOf(new Set([b, a, later]), b, never)).toEqual({ days: 2, since: a });
});
