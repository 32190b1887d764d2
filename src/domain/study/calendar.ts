import { COURSE, LESSON_MINUTES } from "../course/course.ts";
import { PACING, type PacingStep } from "./pacing.ts";
import { addDays, type LocalDay } from "./studyDays.ts";
import { dateOf, stepPath, stepTitle } from "./studyPlan.ts";

type Options = {
  /** Day 1 of the plan. */
  start: LocalDay;
  /** The hour (0 to 23) at which each step begins in local time, or null for an all-day event. */
  hour: number | null;
  /** The time of the export in ms since the epoch. */
  nowMs: number;
  /** The academy's origin, such as `https://academy.example`. */
  origin: string;
};

/** The plan as a calendar file (RFC 5545): UTF-8, CRLF, one event per step. */
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
    // A later file updates the events of an earlier one (RFC 5545, 3.8.7.4).
    `SEQUENCE:${Math.floor(nowMs / 1000)}`,
    ...times(dateOf(start, step.day), hour, { after: minutesBefore(step), minutes: minutesOf(step) }),
    text("SUMMARY", stepTitle(step)),
    text("DESCRIPTION", `Day ${step.day} of ${COURSE.title}.\n${url}`),
    `URL:${url}`,
    "END:VEVENT",
  ];
}

/** The event's id is identical in every export, so that importing again updates events instead of duplicating them. */
function uidOf(step: PacingStep): string {
  switch (step.kind) {
    case "lesson":
      return `${COURSE.id}-lesson-${step.lessonId}`;
    case "lab":
      return `${COURSE.id}-lab-${step.lab}`;
    case "review":
      return `${COURSE.id}-review-after-${step.after}`;
    case "submit":
      return `${COURSE.id}-submit`;
  }
}

/**
 * The steps of a day follow each other. A time without a zone is local wherever the learner is (3.3.5, form 1). An all-day event does not mark the learner as
 * busy.
 */
function times(
  day: LocalDay,
  hour: number | null,
  { after, minutes }: { after: number; minutes: number },
): string[] {
  if (hour === null) {
    const next = addDays(day, 1);
    return [`DTSTART;VALUE=DATE:${compact(day)}`, `DTEND;VALUE=DATE:${compact(next)}`, "TRANSP:TRANSPARENT"];
  }
  // A lesson has its day alone, so a step never begins more than an hour after the first.
  const begins = [hour, after].map((part) => String(part).padStart(2, "0")).join("");
  return [`DTSTART:${compact(day)}T${begins}00`, `DURATION:PT${minutes}M`];
}

/** Five questions. */
const REVIEW_MINUTES = 5;

function minutesOf(step: PacingStep): number {
  if (step.kind === "lesson") return LESSON_MINUTES;
  return step.kind === "review" ? REVIEW_MINUTES : step.minutes;
}

/** The minutes of the steps that the same day has before this one. */
function minutesBefore(step: PacingStep): number {
  const steps = PACING.filter(({ day }) => day === step.day);
  return steps.slice(0, steps.indexOf(step)).reduce((sum, each) => sum + minutesOf(each), 0);
}

const compact = (day: LocalDay) => day.replaceAll("-", "");

function utc(ms: number): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d+/g, "");
}

/** A text property with special characters escaped (3.3.11). */
function text(name: string, value: string): string {
  return `${name}:${value.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n")}`;
}

/** A line has at most 75 octets without its line break (3.1). A continuation line begins with a space. */
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
