import { allIslands } from "../../../src/domain/course/pack.ts";
import { PACING, REVIEW_DAYS } from "../../../src/domain/study/pacing.ts";
import { PLAN } from "./plan.ts";
import type { Rule } from "./rule.ts";

const MAX_LONGEST = 2;
const MIN_POSITIONS = 3;

/** Requires the fields, sheets and review set that other lessons need. */
export const keepsToPlan: Rule = ({ lessonId, source, pack }) => {
  const faults: string[] = [];
  const { fields, sheets = [] } = PLAN[lessonId];
  const names = source.sheets.map(({ name }) => name);
  for (const name of sheets) if (!names.includes(name)) faults.push(`the sheet ${name} is missing`);
  if (REVIEW_DAYS.has(lessonId) && !source.review) faults.push("the lesson has no review.yaml");
  for (const step of PACING) {
    if (step.kind !== "lab" || step.lessonId !== lessonId) continue;
    if (!source.labs.some(({ name }) => name === step.lab))
      faults.push(`the ${step.form ?? "lab"} ${step.lab} is missing`);
  }
  if (!pack) return faults;
  const islands = allIslands(pack);
  const present = new Set(
    islands.flatMap((each) => {
      if (each.kind === "field") return [each.id];
      return each.kind === "marks" ? each.rows.map(({ fieldId }) => fieldId) : [];
    }),
  );
  for (const id of fields) if (!present.has(id)) faults.push(`the workbook field ${id} is missing`);
  return faults;
};

/** Choosing the longest option or the same position each time must not be enough to pass a quiz. */
export const quizIsFair: Rule = ({ pack }) => {
  const questions = pack?.quiz.questions ?? [];
  if (questions.length === 0) return [];
  const faults: string[] = [];
  const places = new Set(questions.map(({ correctAnswer }) => correctAnswer));
  if (places.size < MIN_POSITIONS)
    faults.push(`the correct answers are in ${places.size} positions, need ${MIN_POSITIONS}`);
  const longest = questions.filter(({ options, correctAnswer }) => {
    const lengths = options.map((option) => option.length);
    return lengths[correctAnswer] === Math.max(...lengths);
  });
  if (longest.length > MAX_LONGEST)
    faults.push(
      `the correct answer is the longest in ${longest.length} questions, at most ${MAX_LONGEST} allowed`,
    );
  return faults;
};
