import type { LessonPack } from "../../../src/domain/course/pack.ts";
import { minutesFrom, stepsOf } from "../../../src/domain/course/steps.ts";
import { DAYS, type PacingStep } from "../../../src/domain/study/pacing.ts";
import { countWords, WORDS_PER_MINUTE } from "../text/readingTime.ts";

const LEAST = 25;
const MOST = 35;
/** Twelve and a half hours. */
const LEAST_IN_ALL = 750;
/** To decide on an answer. */
const MINUTES_PER_ANSWER = 0.5;

/** `minutes` is null while the step is not written. */
type Part = { name: string; minutes: number | null };
type Day = { day: number; parts: Part[]; minutes: number | null };

/** What each day of the plan takes, counted from what the course has. */
export function dayMinutes(packs: readonly LessonPack[]): Day[] {
  return DAYS.map(({ day, steps }) => {
    const parts = steps.map((step) => partOf(step, packs));
    return { day, parts, minutes: sumOf(parts.map(({ minutes }) => minutes)) };
  });
}

/** Null if a part is missing. */
function sumOf(minutes: readonly (number | null)[]): number | null {
  return minutes.reduce((sum, each) => (sum === null || each === null ? null : sum + each), 0);
}

function partOf(step: PacingStep, packs: readonly LessonPack[]): Part {
  const packFor = (id: string) => packs.find(({ lessonId }) => lessonId === id);
  switch (step.kind) {
    case "lesson": {
      const pack = packFor(step.lessonId);
      return { name: `lesson ${step.lessonId}`, minutes: pack ? minutesFrom(stepsOf(pack), 1) : null };
    }
    case "lab": {
      const lab = packFor(step.lessonId)?.labs?.find(({ name }) => name === step.lab);
      return { name: step.lab, minutes: lab?.minutes ?? null };
    }
    case "review": {
      const review = packFor(step.after)?.review;
      return { name: `review after ${step.after}`, minutes: review ? reviewMinutes(review) : null };
    }
    case "submit":
      return { name: "capstone", minutes: step.minutes };
  }
}

/** The words that a learner reads: the questions, their options, and one explanation of each. */
function reviewMinutes({ questions }: NonNullable<LessonPack["review"]>): number {
  const words = questions.flatMap(({ question, shows, options, explanations, correctAnswer }) => [
    question,
    ...(shows ? [shows.title, ...shows.lines] : []),
    ...options,
    explanations[correctAnswer] ?? "",
  ]);
  return countWords(words.join(" ")) / WORDS_PER_MINUTE + questions.length * MINUTES_PER_ANSWER;
}

/** One line for each day, then the sum. */
export function dayTable(days: readonly Day[]): string {
  const lines = days.map(({ day, parts, minutes }) => {
    const named = parts.map((part) => `${part.name} ${part.minutes?.toFixed(0) ?? "MISSING"}`);
    return `day ${String(day).padStart(2)}  ${(minutes?.toFixed(0) ?? "??").padStart(3)} min  ${named.join(" + ")}`;
  });
  const known = days.reduce(
    (sum, { parts }) => sum + parts.reduce((all, each) => all + (each.minutes ?? 0), 0),
    0,
  );
  const missing = days.flatMap(({ parts }) => parts).filter(({ minutes }) => minutes === null).length;
  const sum = `in all  ${known.toFixed(0)} min, ${(known / 60).toFixed(1)} hours`;
  return [...lines, missing > 0 ? `${sum}, without ${missing} that are missing` : sum].join("\n");
}

/** Days that are too short or too long. A day with a part that is missing is left out, and so is the sum then. */
export function dayFaults(days: readonly Day[]): string[] {
  const faults = days.flatMap(({ day, minutes }) =>
    minutes !== null && (Math.round(minutes) < LEAST || Math.round(minutes) > MOST)
      ? [`day ${day} of the plan has ${minutes.toFixed(0)} minutes, needs ${LEAST} to ${MOST}`]
      : [],
  );
  const all = sumOf(days.map(({ minutes }) => minutes));
  if (all !== null && all < LEAST_IN_ALL)
    faults.push(`the plan has ${all.toFixed(0)} minutes in all, needs ${LEAST_IN_ALL}`);
  return faults;
}
