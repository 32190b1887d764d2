import { LESSON_MINUTES } from "../../../domain/course/course.ts";

const SECONDS_PER_MINUTE = 60;
const MS_PER_SECOND = 1000;

/** Thirty minutes: the planned time for one lesson. */
export const LESSON_SECONDS = LESSON_MINUTES * SECONDS_PER_MINUTE;

/**
 * The whole seconds left of a lesson that was chosen at `startedAtMs`, never below 0. They are derived from the clock,
 * so that they are correct as soon as a sleeping tab wakes.
 */
export function secondsLeft(startedAtMs: number, nowMs: number): number {
  const elapsed = Math.floor(Math.max(0, nowMs - startedAtMs) / MS_PER_SECOND);
  return Math.max(0, LESSON_SECONDS - elapsed);
}

/** "29:05" */
export function formatCountdown(seconds: number): string {
  const minutes = Math.floor(seconds / SECONDS_PER_MINUTE);
  const rest = String(seconds % SECONDS_PER_MINUTE).padStart(2, "0");
  return `${String(minutes).padStart(2, "0")}:${rest}`;
}
