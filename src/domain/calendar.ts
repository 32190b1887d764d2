import { COURSE, LESSON_MINUTES } from "./course.ts";
import { PACING, type PacingStep } from "./pacing.ts";
import { addDays, type LocalDay } from "./studyDays.ts";
import { dateOf, stepPath, stepTitle } from "./studyPlan.ts";

type Options = {
  /** Day 1 of the plan. */
  start: LocalDay;
  /** The hour (0 to 23) at which each step begins, wherever the learner is then; null for the whole day. */
  hour: number | null;
  /** When the file is made, in ms since the epoch. */
  nowMs: number;
  /** Where the academy is, as `https://academy.example`. */
  origin: string;
};

/** The plan as a calendar file (RFC 5545): UTF-8, CRLF, one event a step. */
export function planCalendar(options: Options): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${new URL(options.origin).host}//${COURSE.id}//EN`,
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    text("X-WR-CALNAME", COURSE.title),
    ...PACING.flatMap((step) => event(step, options)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function event(step: PacingStep, { start, hour, nowMs, origin }: Options): string[] {
  const url = `${origin}${stepPath(step)}`;
  return [
    "BEGIN:VEVENT",
    `UID:${uidOf(step)}@${new URL(origin).host}`,
    `DTSTAMP:${utc(nowMs)}`,
    // A file that was made later brings the events of an earlier one up to date (RFC 5545, 3.8.7.4).
    `SEQUENCE:${Math.floor(nowMs / 1000)}`,
    ...times(dateOf(start, step.day), hour),
    text("SUMMARY", stepTitle(step)),
    text("DESCRIPTION", `Day ${step.day} of ${COURSE.title}.\n${url}`),
    `URL:${url}`,
    "END:VEVENT",
  ];
}

/** The same for every file of every plan, so that a second import moves the events and does not double them. */
function uidOf(step: PacingStep): string {
  switch (step.kind) {
    case "lesson":
      return `${COURSE.id}-lesson-${step.lessonId}`;
    case "review":
      return `${COURSE.id}-review-after-${step.after}`;
    case "submit":
      return `${COURSE.id}-submit`;
  }
}

/** Without a zone a time is that of whichever place the learner is in (3.3.5, form 1). A whole day keeps nobody busy. */
function times(day: LocalDay, hour: number | null): string[] {
  if (hour === null) {
    const next = addDays(day, 1);
    return [`DTSTART;VALUE=DATE:${compact(day)}`, `DTEND;VALUE=DATE:${compact(next)}`, "TRANSP:TRANSPARENT"];
  }
  return [`DTSTART:${compact(day)}T${String(hour).padStart(2, "0")}0000`, `DURATION:PT${LESSON_MINUTES}M`];
}

const compact = (day: LocalDay) => day.replaceAll("-", "");

function utc(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** A property whose value is text, with what has a meaning of its own escaped (3.3.11). */
function text(name: string, value: string): string {
  return `${name}:${value.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n")}`;
}

/** A line holds at most 75 octets without its end (3.1); a line that goes on begins with a space. */
const LINE_OCTETS = 75;

function fold(line: string): string {
  const octets = new TextEncoder();
  let folded = "";
  let length = 0;
  for (const character of line) {
    const size = octets.encode(character).length;
    if (length + size > LINE_OCTETS) {
      folded += "\r\n ";
      length = 1;
    }
    folded += character;
    length += size;
  }
  return folded;
}
