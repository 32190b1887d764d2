import type { LessonPack } from "./pack.ts";

/** A step of a lesson. The first ones show the text; the last one, without text, is for the summary and the quiz. */
export type LessonStep = {
  title: string;
  minutes: number;
  /** Trusted HTML from the content compiler. Null for the last step. */
  html: string | null;
};

/** Five questions, as lessons say themselves. */
const LAST_STEP = { title: "Summary and quiz", minutes: 4, html: null };

/**
 * The steps of a lesson. A lesson that a device stored before lessons had steps has two: its whole text and the last
 * step.
 */
export function stepsOf({
  html,
  steps,
  title,
  minutes,
}: Pick<LessonPack, "html" | "steps" | "title" | "minutes">): readonly LessonStep[] {
  const cuts = steps ?? [{ title, minutes, end: html.length }];
  const texts = cuts.map((cut, index) => ({
    title: cut.title,
    minutes: cut.minutes,
    html: html.slice(cuts[index - 1]?.end ?? 0, cut.end),
  }));
  return [...texts, LAST_STEP];
}

/** A step's name for assistive technology. `step` is its number, from 1. */
export function nameOf(steps: readonly LessonStep[], step: number): string {
  return `Step ${step} of ${steps.length}: ${steps[step - 1]?.title ?? ""}`;
}

/** The class of a title above a step's text, which is not part of the text and is not printed. */
export const STEP_TITLE = "step-title";

/** The title to show above a step's text. Empty if the text begins with a heading, or has the title as one. */
export function titleAbove({ title, html }: LessonStep): string {
  return !html || /^\s*<h2/.test(html) || html.includes(`>${title}</h2>`) ? "" : title;
}

/** The nearest existing step to a one-based number, for example one from a URL or from a longer version of the lesson. */
export function stepWithin(steps: readonly LessonStep[], step: number): number {
  return Math.min(Math.max(1, Math.trunc(step) || 1), steps.length);
}

/** The minutes from the beginning of a step (one-based) to the end of the lesson. */
export function minutesFrom(steps: readonly LessonStep[], step: number): number {
  return steps.slice(step - 1).reduce((sum, each) => sum + each.minutes, 0);
}

/** Where the reader is: "Step 4 of 9 · about 6 minutes left" or, once the lesson is complete, that it is. */
export function stepWords(steps: readonly LessonStep[], step: number, isComplete: boolean): string {
  const minutes = minutesFrom(steps, step);
  const left = isComplete
    ? "lesson completed"
    : `about ${minutes} ${minutes === 1 ? "minute" : "minutes"} left`;
  return `Step ${step} of ${steps.length} · ${left}`;
}

/**
 * The step (one-based) that a lesson opens at: the one with the heading in the fragment, the one that the URL names, or
 * the one where the learner stopped. A learner who has completed a lesson and its last step starts again at the
 * beginning.
 */
export function stepToOpen(
  steps: readonly LessonStep[],
  url: { hash: string; step: string | null },
  stored: { step: number | undefined; isComplete: boolean },
): number {
  const named = stepWithId(steps, url.hash.slice(1));
  if (named !== null) return named;
  if (url.step !== null) return stepWithin(steps, Number(url.step));
  const left = stepWithin(steps, stored.step ?? 1);
  return stored.isComplete && left === steps.length ? 1 : left;
}

/** The heading of the objectives, which are above the text of the first step. */
export const OBJECTIVES_ID = "objectives-title";

/** The step (one-based) that contains the element with this id, or null. */
export function stepWithId(steps: readonly LessonStep[], id: string): number | null {
  if (id === OBJECTIVES_ID) return 1;
  const index = id === "" ? -1 : steps.findIndex(({ html }) => html?.includes(`id="${id}"`));
  return index < 0 ? null : index + 1;
}

/** The step (one-based) that contains the workbook field, or null. */
export function stepWithField(steps: readonly LessonStep[], fieldId: string): number | null {
  const index = steps.findIndex(({ html }) => html?.includes(`data-island="${fieldId}"`));
  return index < 0 ? null : index + 1;
}
