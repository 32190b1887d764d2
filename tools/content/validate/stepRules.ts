import { minutesFrom, stepsOf } from "../../../src/domain/course/steps.ts";
import { cutSteps } from "../steps/cutSteps.ts";
import type { Rule } from "./rule.ts";

const MIN_STEPS = 6;
const MAX_STEPS = 16;
const MIN_MINUTES = 0.5;
const MAX_MINUTES = 4;
const MAX_TITLE = 40;
/** How far the sum of the steps may differ from the lesson's minutes. */
const TOLERANCE = 0.2;

/** Each step fits into a short pause, and its title names what is in it. */
export const hasGoodSteps: Rule = ({ tree }) => {
  const steps = cutSteps(tree);
  const titles = steps.map(({ title }) => title);
  const faults = steps.flatMap(({ title, minutes, line }, index) => {
    const messages: string[] = [];
    if (title === null) messages.push("has no title: write ::step[Title] above it");
    else if (title.length > MAX_TITLE)
      messages.push(
        `has a title of ${title.length} characters, at most ${MAX_TITLE}: write ::step[Title] above it`,
      );
    if (title !== null && titles.indexOf(title) < index)
      messages.push(`has the same title as step ${titles.indexOf(title) + 1}`);
    if (Math.round(minutes) > MAX_MINUTES || minutes < MIN_MINUTES)
      messages.push(`takes ${minutes.toFixed(1)} minutes, needs ${MIN_MINUTES} to ${MAX_MINUTES}`);
    return messages.map((message) => ({
      line,
      message: `step ${index + 1} (${title ?? "untitled"}) ${message}`,
    }));
  });
  return steps.length < MIN_STEPS || steps.length > MAX_STEPS
    ? [`the lesson has ${steps.length} steps, needs ${MIN_STEPS} to ${MAX_STEPS}`, ...faults]
    : faults;
};

export const stepsAddUp: Rule = ({ pack }) => {
  if (!pack?.steps) return [];
  const minutes = minutesFrom(stepsOf(pack), 1);
  return Math.abs(minutes - pack.minutes) > pack.minutes * TOLERANCE
    ? [`the steps and the quiz take ${minutes} minutes, the lesson has ${pack.minutes}`]
    : [];
};
