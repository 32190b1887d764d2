import { once } from "../once.ts";
import { TIER_PLANS, type Tier } from "../sales/plans.ts";
import { gradeMarks } from "./marks.ts";

/** The nine sections of the Plural AI Review in order, by the workbook field that contains each. */
export const CAPSTONE_SECTIONS = [
  { fieldId: "l11-purpose", title: "1. Purpose and people" },
  { fieldId: "l11-does", title: "2. What it does and cannot do" },
  { fieldId: "l11-delegation", title: "3. Delegation and workflow" },
  { fieldId: "l11-rules", title: "4. Rules" },
  { fieldId: "l11-harms", title: "5. Harms and the way to contest" },
  { fieldId: "l11-traditions", title: "6. Two traditions, with sources" },
  { fieldId: "l11-trace", title: "7. Data, labour, language and energy" },
  { fieldId: "l11-decision", title: "8. Decision" },
  { fieldId: "l11-diligence", title: "9. Diligence statement" },
] as const;

export type CapstoneFieldId = (typeof CAPSTONE_SECTIONS)[number]["fieldId"];
export const CAPSTONE_FIELD_IDS = CAPSTONE_SECTIONS.map(({ fieldId }) => fieldId);

/** The five rows of the rubric. A 0 in a `needed` row is not a pass. */
export const RUBRIC = [
  { criterion: "Understanding and testing", needed: false },
  { criterion: "Practical use", needed: false },
  { criterion: "Rules and safeguards", needed: true },
  { criterion: "Plural ethics", needed: true },
  { criterion: "People and power", needed: true },
] as const;
export const CAPSTONE_PASS_MARKS = 12;

/** What a reviewer found. The sources and the diligence statement earn no marks, but a pass needs both. */
export type Finding = { scores: readonly number[]; hasSources: boolean; hasDiligence: boolean };

/** The same rule as `private.capstone_passes` in supabase/schemas. */
export function capstonePasses({ scores, hasSources, hasDiligence }: Finding): boolean {
  const rows = RUBRIC.map(({ needed }, index) => ({ needed, marks: scores[index] ?? null }));
  return hasSources && hasDiligence && gradeMarks(rows, CAPSTONE_PASS_MARKS).result === "pass";
}

/** The sections that have no text yet. */
export function emptySections(textOf: (fieldId: CapstoneFieldId) => string) {
  return CAPSTONE_SECTIONS.filter(({ fieldId }) => textOf(fieldId).trim() === "");
}

/** Who reads a capstone that was handed in: a reviewer, or the learner alone, guided by a lab. */
export type CapstoneReading = "reviewer" | "self";

export function readingOf(tier: Tier): CapstoneReading {
  return TIER_PLANS[tier].servesOrganisations ? "reviewer" : "self";
}

/** What the price list says about it. */
export const READING_WORDS: Readonly<Record<CapstoneReading, string>> = {
  reviewer: "A person reads your capstone project and answers with points and comments.",
  self: "You score your capstone project yourself, guided by a lab.",
};

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
