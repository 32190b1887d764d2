import { once } from "../once.ts";
import { CAPSTONE_PASS_MARKS, type Finding, RUBRIC } from "./capstone.ts";
import { gradeMarks } from "./marks.ts";

const LIST = once(() => new Intl.ListFormat("en-GB"));
const NEEDED = RUBRIC.flatMap(({ needed }, index) => (needed ? [`${index + 1}`] : []));
export const passRule = () =>
  `A pass needs ${CAPSTONE_PASS_MARKS} of ${RUBRIC.length * 4} points, more than 0 in rows ${LIST().format(NEEDED)}, sources, and a diligence statement.`;

/** The total of a review, and everything that a pass still needs. */
export function resultOf({ scores, hasSources, hasDiligence }: Finding) {
  const rows = RUBRIC.map(({ needed }, index) => ({ needed, marks: scores[index] ?? null }));
  const { total, most, short, zeros } = gradeMarks(rows, CAPSTONE_PASS_MARKS);
  const lacks = [
    ...(short > 0
      ? [`${short} more ${short === 1 ? "point" : "points"}, to reach ${CAPSTONE_PASS_MARKS}`]
      : []),
    ...zeros.map((row) => `More than 0 in row ${row}, ${RUBRIC[row - 1]?.criterion.toLowerCase()}`),
    ...(hasSources ? [] : ["Sources that you have opened"]),
    ...(hasDiligence ? [] : ["A diligence statement"]),
  ];
  return { total, most, lacks };
}
