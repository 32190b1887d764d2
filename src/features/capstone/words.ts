import {
  CAPSTONE_PASS_MARKS,
  CAPSTONE_SECTIONS,
  type CapstoneFieldId,
  type Finding,
  RUBRIC,
} from "../../domain/course/capstone.ts";
import { gradeMarks } from "../../domain/course/marks.ts";
import type { CapstoneTexts } from "../../entities/capstone/capstone.ts";

const LIST = new Intl.ListFormat("en-GB");
const MOMENT = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" });

/** "25 November 2026 at 10:44", in the learner's own time zone. */
export function moment(iso: string): string {
  return MOMENT.format(new Date(iso));
}

export function listed(parts: readonly string[]): string {
  return LIST.format(parts);
}

const NEEDED = RUBRIC.flatMap(({ needed }, index) => (needed ? [`${index + 1}`] : []));
export const PASS_RULE = `A pass needs ${CAPSTONE_PASS_MARKS} of ${RUBRIC.length * 4} points, more than 0 in rows ${listed(NEEDED)}, sources, and a diligence statement.`;

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

/** The sections whose text differs. A section without text counts as empty. */
export function changedSections(before: CapstoneTexts, now: CapstoneTexts): ReadonlySet<CapstoneFieldId> {
  return new Set(
    CAPSTONE_SECTIONS.flatMap(({ fieldId }) => (before[fieldId] === now[fieldId] ? [] : [fieldId])),
  );
}
