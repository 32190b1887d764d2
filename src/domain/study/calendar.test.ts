import { expect, test } from "vitest";
import { paths } from "../paths.ts";
import { planCalendar } from "./calendar.ts";
import { PACING } from "./pacing.ts";
import { isLocalDay, type LocalDay } from "./studyDays.ts";

function day(text: string): LocalDay {
  if (!isLocalDay(text)) throw new Error(`${text} is no day`);
  return text;
}
const OPTIONS = {
  start: day("2026-12-30"),
  hour: null as number | null,
  nowMs: Date.UTC(2026, 10, 21, 16, 5, 9, 250),
  origin: "https://academy.example",
};
/** The file's lines after unfolding, as a calendar program reads them. */
const linesOf = (file: string) => file.replaceAll("\r\n ", "").split("\r\n");
const all = (file: string, name: string) => linesOf(file).filter((line) => line.startsWith(name));

test("every step of the plan is one calendar event on its day, even across the turn of the year", () => {
  const file = planCalendar(OPTIONS);
  expect(all(file, "BEGIN:VEVENT")).toHaveLength(PACING.length);
  expect(all(file, "DTSTART").slice(0, 4)).toEqual([
    "DTSTART;VALUE=DATE:20261230",
    "DTSTART;VALUE=DATE:20261231",
    "DTSTART;VALUE=DATE:20261231",
    "DTSTART;VALUE=DATE:20270101",
  ]);
  expect(all(file, "DTEND")[0]).toBe("DTEND;VALUE=DATE:20261231");
  expect(all(file, "DTSTAMP")[0]).toBe("DTSTAMP:20261121T160509Z");
});

test("calendar events at a chosen hour have no time zone, so they are at that hour wherever the learner is", () => {
  const file = planCalendar({ ...OPTIONS, hour: 7 });
  expect(all(file, "DTSTART").slice(0, 3)).toEqual([
    "DTSTART:20261230T070000",
    "DTSTART:20261231T070000",
    // After the lab of the same day.
    "DTSTART:20261231T071200",
  ]);
  expect(all(file, "DURATION").slice(0, 3)).toEqual(["DURATION:PT30M", "DURATION:PT12M", "DURATION:PT17M"]);
  expect(all(file, "DTEND")).toEqual([]);
});

test("a lab's calendar event names the lab and links to it", () => {
  const file = planCalendar(OPTIONS);
  expect(all(file, "SUMMARY")[1]).toBe("SUMMARY:Lab: Teach a machine to sort mail");
  expect(all(file, "URL")[1]).toBe(`URL:https://academy.example${paths.lab("sort-mail")}`);
});

test("importing the calendar again moves its events instead of duplicating them", () => {
  const first = planCalendar(OPTIONS);
  const moved = planCalendar({
    ...OPTIONS,
    start: day("2027-01-15"),
    hour: 18,
    nowMs: OPTIONS.nowMs + 60_000,
  });
  expect(all(moved, "UID:")).toEqual(all(first, "UID:"));
  expect(new Set(all(first, "UID:")).size).toBe(PACING.length);
  const number = (file: string) => Number(all(file, "SEQUENCE:")[0]?.slice("SEQUENCE:".length));
  expect(number(moved)).toBeGreaterThan(number(first));
  expect(number(moved)).toBeLessThan(2 ** 31);
});

test("calendar lines have at most 75 octets, end with CRLF and never split a character", () => {
  const file = planCalendar({
    ...OPTIONS,
    origin:
      "https://akademie-für-künstliche-intelligenz-und-ihre-verantwortliche-anwendung-in-der-ganzen-gesellschaft.example",
  });
  const lines = file.split("\r\n");
  expect(lines.at(-1)).toBe("");
  expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(lines.some((line) => line.startsWith(" "))).toBe(true);
  expect(file).not.toContain("\uFFFD");
});

test("calendar titles escape commas, and each event links to its step", () => {
  const file = planCalendar(OPTIONS);
  expect(all(file, "SUMMARY")).toContain("SUMMARY:Lesson 3: Prompt\\, Check\\, Improve");
  expect(all(file, "URL:")).toContain("URL:https://academy.example/academy/course/ai-fluency?lesson=3");
  expect(all(file, "URL:")).toContain("URL:https://academy.example/academy/course/ai-fluency/review/1");
  expect(all(file, "DESCRIPTION:")[0]).toContain("Day 1 of AI Fluency in 30 Days.\\nhttps://");
});
