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

/** The steps of a lesson. A lesson that a device stored before lessons had steps is a single text and the last step. */
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

/** The nearest existing step to a one-based number, for example one from a URL or from a longer version of the lesson. */
export function stepWithin(steps: readonly LessonStep[], step: number): number {
  return Math.min(Math.max(1, step), steps.length);
}

/** The minutes from the beginning of a step (one-based) to the end of the lesson. */
export function minutesFrom(steps: readonly LessonStep[], step: number): number {
  return steps.slice(step - 1).reduce((sum, each) => sum + each.minutes, 0);
}

/** The step (one-based) whose text contains the element with this id, or null. */
export function stepWithId(steps: readonly LessonStep[], id: string): number | null {
  const index = id === "" ? -1 : steps.findIndex(({ html }) => html?.includes(`id="${id}"`));
  return index < 0 ? null : index + 1;
}
